// Sizes that only a run gives are refused by name and place.
func.func @main(%x: tensor<2048xi32>, %y: tensor<4xf32>) -> tensor<?xf32, #stablehlo.bounds<4>> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2048xi32>, tensor<i32>) -> tensor<i32>
  %r = stablehlo.set_dimension_size %y, %n, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<4>>
  return %r : tensor<?xf32, #stablehlo.bounds<4>>
}
// OUTPUT: exits 77 pjrt run --device cpu %s --input=2048xi32 --input=4xf32
//| unsupported: stablehlo.set_dimension_size: operand 1, which sizes depend on, is known only when the program runs
//|  --> testdata/dynamic/unsupported.mlir:5:8
//|   |
//| 5 |   %r = stablehlo.set_dimension_size %y, %n, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<4>>
//|   |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|   |
//|   = note: sizes may depend on shapes of arguments, on constants, and on small arguments
