// What the specification has and is not done here is named, each with its place; the exit code says whose fault it is.

func.func @main(%x: tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>> {
  %0 = stablehlo.remainder %x, %x : tensor<2xcomplex<f32>>
  return %0 : tensor<2xcomplex<f32>>
}

// OUTPUT: exits 77 pjrt dump --stage=hlo %s
//| unsupported: stablehlo.remainder: of complex numbers, whose meaning the specification leaves open
//|  --> testdata/frontend/errors/unsupported.mlir:4:8
//|   |
//| 4 |   %0 = stablehlo.remainder %x, %x : tensor<2xcomplex<f32>>
//|   |        ^^^^^^^^^^^^^^^^^^^
