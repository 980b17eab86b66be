// MLIR's parser has its own words for what is wrong with a type.

func.func @main(%x: tensor<2xf16>) -> tensor<2x!quant.uniform<i8:f16, 1.0e5>> {
  %0 = stablehlo.uniform_quantize %x : (tensor<2xf16>) -> tensor<2x!quant.uniform<i8:f16, 1.0e5>>
  return %0 : tensor<2x!quant.uniform<i8:f16, 1.0e5>>
}

// OUTPUT: exits 2 pjrt dump --stage=hlo %s
//| error: scale 1.000000e+05 out of expressed type range [5.960464e-08, 6.550400e+04]
//|  --> testdata/quantized/errors/scale.mlir:3:76
//|   |
//| 3 | func.func @main(%x: tensor<2xf16>) -> tensor<2x!quant.uniform<i8:f16, 1.0e5>> {
//|   |                                                                            ^
