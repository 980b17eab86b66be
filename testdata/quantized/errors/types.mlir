// The constraints that the specification gives quantized types, and MLIR's types that it does not have.

func.func @main(%x: tensor<2x3xf32>, %h: tensor<2x3xf16>) -> tensor<2x3xf32> {
  %0 = stablehlo.uniform_quantize %x : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:128>>
  %1 = stablehlo.uniform_quantize %x : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8<-100:100>:f32:1, {0.5, 0.5:-101, 0.5}>>
  %2 = stablehlo.uniform_quantize %x : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32:2, {0.5, 0.5}>>
  %3 = stablehlo.uniform_quantize %x : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32:1, {0.5, 0.5}>>
  %4 = stablehlo.uniform_quantize %x : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<si8:f32, 0.5>>
  %5 = stablehlo.uniform_quantize %x : (tensor<2x3xf32>) -> tensor<2x3x!quant.any<i8:f32>>
  %6 = stablehlo.uniform_quantize %x : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32:{1:3}, {{0.5}, {0.25}}>>
  return %x : tensor<2x3xf32>
}

// OUTPUT: exits 2 pjrt dump --stage=hlo %s
//| error: !quant.uniform<i8:f32, 5.000000e-01:128>: expected a zero point from -128 to 127, found 128
//|  --> testdata/quantized/errors/types.mlir:4:8
//|   |
//| 4 |   %0 = stablehlo.uniform_quantize %x : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:128>>
//|   |        ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: !quant.uniform<i8<-100:100>:f32:1, {5.000000e-01,5.000000e-01:-101,5.000000e-01}>: expected a zero point from -100 to 100, found -101
//|  --> testdata/quantized/errors/types.mlir:5:8
//|   |
//| 5 |   %1 = stablehlo.uniform_quantize %x : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8<-100:100>:f32:1, {0.5, 0.5:-101, 0.5}>>
//|   |        ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: !quant.uniform<i8:f32:2, {5.000000e-01,5.000000e-01}>: expected a quantization dimension below 2, the rank, found 2
//|  --> testdata/quantized/errors/types.mlir:6:8
//|   |
//| 6 |   %2 = stablehlo.uniform_quantize %x : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32:2, {0.5, 0.5}>>
//|   |        ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: !quant.uniform<i8:f32:1, {5.000000e-01,5.000000e-01}>: expected 3 scales, the size of dimension 1, found 2
//|  --> testdata/quantized/errors/types.mlir:7:8
//|   |
//| 7 |   %3 = stablehlo.uniform_quantize %x : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32:1, {0.5, 0.5}>>
//|   |        ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: !quant.uniform<i8:f32, 5.000000e-01>: expected an integer type of StableHLO as the storage, found si8
//|  --> testdata/quantized/errors/types.mlir:8:8
//|   |
//| 8 |   %4 = stablehlo.uniform_quantize %x : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<si8:f32, 0.5>>
//|   |        ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| unsupported: !quant.any<i8:f32>: only uniform quantization, for a whole array or along one dimension
//|  --> testdata/quantized/errors/types.mlir:9:8
//|   |
//| 9 |   %5 = stablehlo.uniform_quantize %x : (tensor<2x3xf32>) -> tensor<2x3x!quant.any<i8:f32>>
//|   |        ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| unsupported: !quant.uniform<i8:f32:{1:3}, {{5.000000e-01}, {2.500000e-01}}>: only uniform quantization, for a whole array or along one dimension
//|   --> testdata/quantized/errors/types.mlir:10:8
//|    |
//| 10 |   %6 = stablehlo.uniform_quantize %x : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32:{1:3}, {{0.5}, {0.25}}>>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^
