// What the specification has and is not done here is named, each with its place; the exit code says whose fault it is.

func.func @main(%x: tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>> {
  %0 = stablehlo.remainder %x, %x : tensor<2xcomplex<f32>>
  return %0 : tensor<2xcomplex<f32>>
}

// OUTPUT: exits 77 pjrt dump --stage=hlo %s
//| unsupported: stablehlo.infeed: transfers between host and device
//|  --> testdata/frontend/errors/unsupported.mlir:4:10
//|   |
//| 4 |   %0:2 = "stablehlo.infeed"(%t) {infeed_config = ""} : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
//|   |          ^^^^^^^^^^^^^^^^^^
