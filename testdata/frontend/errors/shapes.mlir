// What each operation demands of its shapes and attributes is checked after reading: all findings of a program.

func.func @main(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 1] : (tensor<2x3xf32>) -> tensor<3x2xf32> loc("transpose"("model.py":12:5))
  %1 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<5x3xf32>
  return %0 : tensor<3x2xf32>
}

// OUTPUT: exits 2 pjrt dump --stage=hlo %s
//| error: transpose: expected a permutation of 2 dimensions, found [1,1]
//|  --> testdata/frontend/errors/shapes.mlir:4:8
//|   |
//| 4 |   %0 = stablehlo.transpose %x, dims = [1, 1] : (tensor<2x3xf32>) -> tensor<3x2xf32> loc("transpose"("model.py":12:5))
//|   |        ^^^^^^^^^^^^^^^^^^^
//|   |
//|   = note: in %transpose.1 of computation %main
//|   = note: from "transpose", model.py:12:5
//|
//| error: concatenate: expected a result of shape f32[4,3], found f32[5,3]
//|  --> testdata/frontend/errors/shapes.mlir:5:8
//|   |
//| 5 |   %1 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<5x3xf32>
//|   |        ^^^^^^^^^^^^^^^^^^^^^
//|   |
//|   = note: in %concatenate.2 of computation %main
