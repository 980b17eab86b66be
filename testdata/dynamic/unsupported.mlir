// Sizes that only a run gives are refused by name and place.
func.func @main(%y: tensor<4xf32>) -> tensor<?xf32, #stablehlo.bounds<4>> {
  %low = stablehlo.constant dense<0> : tensor<i32>
  %high = stablehlo.constant dense<4> : tensor<i32>
  %no_dims = stablehlo.constant dense<> : tensor<0xi64>
  %n = stablehlo.rng %low, %high, %no_dims, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<0xi64>) -> tensor<i32>
  %r = stablehlo.set_dimension_size %y, %n, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<4>>
  return %r : tensor<?xf32, #stablehlo.bounds<4>>
}

// -----
// So are shapes that depend on a choice which only a run makes.
func.func @main(%y: tensor<?xf32>) -> tensor<?xf32> {
  %low = stablehlo.constant dense<0> : tensor<i32>
  %high = stablehlo.constant dense<2> : tensor<i32>
  %no_dims = stablehlo.constant dense<> : tensor<0xi64>
  %n = stablehlo.rng %low, %high, %no_dims, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<0xi64>) -> tensor<i32>
  %r = "stablehlo.case"(%n) ({
    stablehlo.return %y : tensor<?xf32>
  }, {
    %yy = stablehlo.concatenate %y, %y, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %yy : tensor<?xf32>
  }) : (tensor<i32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----
// Nothing tells how many bits to draw.
func.func @main(%y: tensor<?xf32>) -> tensor<?xui32> {
  %state = stablehlo.constant dense<1> : tensor<2xui64>
  %r:2 = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<?xui32>)
  return %r#1 : tensor<?xui32>
}
// OUTPUT: exits 77 pjrt run --device cpu %s --input=4xf32
//| unsupported: stablehlo.set_dimension_size: operand 1, which sizes depend on, is known only when the program runs
//|  --> testdata/dynamic/unsupported.mlir:7:8
//|   |
//| 7 |   %r = stablehlo.set_dimension_size %y, %n, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<4>>
//|   |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|   |
//|   = note: sizes may depend on arguments, their shapes and constants, and on what is computed from these
//| unsupported: stablehlo.case: operand 0, which shapes depend on, is known only when the program runs
//|   --> testdata/dynamic/unsupported.mlir:18:8
//|    |
//| 18 |   %r = "stablehlo.case"(%n) ({
//|    |        ^^^^^^^^^^^^^^^^
//|    |
//|    = note: the arguments are (tensor<4xf32>)
//| error: stablehlo.rng_bit_generator: the operands do not tell the sizes of tensor<?xui32>
//|   --> testdata/dynamic/unsupported.mlir:31:10
//|    |
//| 31 |   %r:2 = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<?xui32>)
//|    |          ^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: the arguments are (tensor<4xf32>)
