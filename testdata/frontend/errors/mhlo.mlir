// Operations of MHLO name their successors.

func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = mhlo.add %x, %x : tensor<2xf32>
  %1 = "mhlo.fusion"(%0) : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// OUTPUT: exits 77 pjrt dump --stage=hlo %s
//| unsupported: mhlo.add: operations of the dialect mhlo; StableHLO's is `stablehlo.add`
//|  --> testdata/frontend/errors/mhlo.mlir:4:8
//|   |
//| 4 |   %0 = mhlo.add %x, %x : tensor<2xf32>
//|   |        ^^^^^^^^
