// An `if` has two regions.

func.func @main(%x: tensor<f32>, %p: tensor<i1>) -> tensor<f32> {
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %0 : tensor<f32>
}

// OUTPUT: exits 2 pjrt dump %s
//| error: stablehlo.if: expected two regions, found 1
//|  --> testdata/frontend/errors/branches.mlir:4:8
//|   |
//| 4 |   %0 = "stablehlo.if"(%p) ({
//|   |        ^^^^^^^^^^^^^^
