// What a program declares of shapes is held against what they are, with the dimension named.
func.func @main(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %r = call @f(%x) : (tensor<?x?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func private @f(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<3x?xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%t init: %z) applies stablehlo.add across dimensions = [0] : (tensor<3x?xf32>, tensor<f32>) -> tensor<?xf32>
  %s = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %sum = stablehlo.add %r, %s : tensor<?xf32>
  return %sum : tensor<?xf32>
}
// RUN: pjrt run --device %device %s --input=3x3xf32=1 --expect=3xf32=6
// OUTPUT: exits 2 pjrt run --device cpu %s --input=2x4xf32
//| error: stablehlo.transpose: the result, declared tensor<3x?xf32>, has another shape: dimension 0: expected 3, found 4
//|  --> testdata/dynamic/mismatch.mlir:7:8
//|   |
//| 7 |   %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<3x?xf32>
//|   |        ^^^^^^^^^^^^^^^^^^^
//|   |
//|   = note: in @f, called at testdata/dynamic/mismatch.mlir:3:8
//|   = note: the arguments are (tensor<2x4xf32>)
// OUTPUT: exits 2 pjrt run --device cpu %s --input=2x3xf32
//| error: stablehlo.add: expected operand 1 of shape f32[2], found f32[3]
//|   --> testdata/dynamic/mismatch.mlir:11:10
//|    |
//| 11 |   %sum = stablehlo.add %r, %s : tensor<?xf32>
//|    |          ^^^^^^^^^^^^^
//|    |
//|    = note: in @f, called at testdata/dynamic/mismatch.mlir:3:8
//|    = note: the arguments are (tensor<2x3xf32>)
