// Inputs that do not fit a program of dynamic shapes: argument, dimension, expected, actual, and the signature.
func.func @main(%x: tensor<?x3xf32>, %y: tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<?x3xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %c3 = stablehlo.constant dense<3> : tensor<1xi32>
  %size = stablehlo.concatenate %n1, %c3, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %b = stablehlo.dynamic_broadcast_in_dim %y, %size, dims = [0] : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<2xi32>) -> tensor<?x3xf32>
  %r = stablehlo.add %x, %b : tensor<?x3xf32>
  return %r : tensor<?x3xf32>
}
// OUTPUT: exits 3 pjrt run --device cpu %s
//| error: expected 2 arguments, found 0
//|   note: the program is @main(%arg0: tensor<?x3xf32>, %arg1: tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<?x3xf32>
//|   note: its shapes depend on those of its arguments: give each, as in --input=2x3xf32=random
// OUTPUT: exits 3 pjrt dump %s
//| error: expected 2 arguments, found 0
//|   note: the program is @main(%arg0: tensor<?x3xf32>, %arg1: tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<?x3xf32>
//|   note: its shapes depend on those of its arguments: give each, as in --input=2x3xf32=random
// OUTPUT: exits 3 pjrt run --device cpu %s --input=2x4xf32 --input=2xf32
//| error: argument 0 ('Arg_0') of @main(%arg0: tensor<?x3xf32>, %arg1: tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<?x3xf32>: dimension 1: expected 3, found 4 (expected ?x3xf32, found 2x4xf32)
// OUTPUT: exits 3 pjrt run --device cpu %s --input=3xf32 --input=2xf32
//| error: argument 0 ('Arg_0') of @main(%arg0: tensor<?x3xf32>, %arg1: tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<?x3xf32>: expected rank 2, found rank 1 (expected ?x3xf32, found 3xf32)
// OUTPUT: exits 3 pjrt run --device cpu %s --input=2x3xf32 --input=5xf32
//| error: argument 1 ('Arg_1') of @main(%arg0: tensor<?x3xf32>, %arg1: tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<?x3xf32>: dimension 0: expected at most 4, found 5 (expected ?xf32, found 5xf32)
// OUTPUT: exits 3 pjrt run --device cpu %s --input=2x3xf64 --input=2xf32
//| error: argument 0 ('Arg_0') of @main(%arg0: tensor<?x3xf32>, %arg1: tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<?x3xf32>: expected elements of type f32, found f64
// OUTPUT: exits 3 pjrt run --device cpu %s --input=random --input=2xf32
//| error: argument 0 ('Arg_0') of @main(%arg0: tensor<?x3xf32>, %arg1: tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<?x3xf32>: expected a shape that fits ?x3xf32, as in --input=2x3xf32=random
// OUTPUT: exits 2 pjrt run --device cpu %s --input=2x3xf32 --input=4xf32
//| error: stablehlo.dynamic_broadcast_in_dim: operand dimension 0 of size 4 cannot become one of size 2
//|  --> testdata/dynamic/wrong_inputs.mlir:7:8
//|   |
//| 7 |   %b = stablehlo.dynamic_broadcast_in_dim %y, %size, dims = [0] : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<2xi32>) -> tensor<?x3x...
//|   |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|   |
//|   = note: expected size 1, or the same size
//|   = note: the arguments are (tensor<2x3xf32>, tensor<4xf32>)
