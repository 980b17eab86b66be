// MLIR's parser checks values and their types; the place is that of the text as it was written.

func.func @main(%x: tensor<2x3xf32>, %y: tensor<3x2xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.add %x, %y : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// OUTPUT: exits 2 pjrt dump --stage=hlo %s
//| error: use of value '%y' expects different type than prior uses: 'tensor<2x3xf32>' vs 'tensor<3x2xf32>'
//|  --> testdata/frontend/errors/types.mlir:4:26
//|   |
//| 4 |   %0 = stablehlo.add %x, %y : tensor<2x3xf32>
//|   |                          ^^
//|   |
//|   = note: prior use here: testdata/frontend/errors/types.mlir:3:38
