// Rules of operations: which are quantized, for the whole array or along a dimension, and with what.

!q = !quant.uniform<i8:f32, 0.5:-3>
!r = !quant.uniform<i8:f32, 0.25>
!w = !quant.uniform<i16:f32, 0.5>
!n = !quant.uniform<i8<-127:127>:f32, 0.5:-3>
!h = !quant.uniform<i8:f16, 0.5>
!a = !quant.uniform<i8:f32:0, {0.5, 0.25}>
!b = !quant.uniform<i8:f32:1, {0.5, 0.25}>

func.func @main(%x: tensor<2x2xf32>, %q: tensor<2x2x!q>, %r: tensor<2x2x!r>, %a: tensor<2x2x!a>, %p: tensor<2x2xi1>) {
  // Both directions.
  %0 = stablehlo.uniform_quantize %x : (tensor<2x2xf32>) -> tensor<2x2x!h>
  %1 = stablehlo.uniform_quantize %q : (tensor<2x2x!q>) -> tensor<2x2x!h>
  %2 = stablehlo.uniform_quantize %x : tensor<2x2xf32>
  %3 = stablehlo.uniform_dequantize %x : tensor<2x2xf32>
  %4 = stablehlo.uniform_dequantize %q : (tensor<2x2x!q>) -> tensor<2x2xf16>
  %5 = stablehlo.uniform_dequantize %q : (tensor<2x2x!q>) -> tensor<2x2x!q>
  // Elementwise.
  %10 = stablehlo.abs %a : tensor<2x2x!a>
  %11 = stablehlo.abs %q : (tensor<2x2x!q>) -> tensor<2x2x!n>
  %12 = stablehlo.multiply %q, %x : (tensor<2x2x!q>, tensor<2x2xf32>) -> tensor<2x2x!q>
  %13 = stablehlo.add %q, %r : (tensor<2x2x!q>, tensor<2x2x!r>) -> tensor<2x2x!w>
  %14 = stablehlo.add %a, %q : (tensor<2x2x!a>, tensor<2x2x!q>) -> tensor<2x2x!b>
  %15 = stablehlo.add %q, %q : (tensor<2x2x!q>, tensor<2x2x!q>) -> tensor<2x2x!a>
  %16 = stablehlo.select %p, %q, %x : (tensor<2x2xi1>, tensor<2x2x!q>, tensor<2x2xf32>) -> tensor<2x2x!q>
  %17 = stablehlo.and %q, %q : tensor<2x2x!q>
  %18 = stablehlo.convert %q : (tensor<2x2x!q>) -> tensor<2x2xf32>
  // Movement.
  %20 = stablehlo.reverse %q, dims = [0] : (tensor<2x2x!q>) -> tensor<2x2x!r>
  %21 = stablehlo.concatenate %q, %r, dim = 0 : (tensor<2x2x!q>, tensor<2x2x!r>) -> tensor<4x2x!q>
  %22 = stablehlo.slice %a [0:2, 0:1] : (tensor<2x2x!a>) -> tensor<2x1x!a>
  %23 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x2x!a>) -> tensor<2x2x!a>
  %24 = stablehlo.reshape %a : (tensor<2x2x!a>) -> tensor<4x!q>
  %25 = stablehlo.broadcast_in_dim %a, dims = [0, 2] : (tensor<2x2x!a>) -> tensor<2x3x2x!quant.uniform<i8:f32:2, {0.5, 0.25}>>
  %26 = stablehlo.broadcast_in_dim %q, dims = [0, 1] : (tensor<2x2x!q>) -> tensor<2x2xi8>
  %27 = stablehlo.optimization_barrier %a : tensor<2x2x!a>
  return
}

// OUTPUT: exits 2 pjrt dump --stage=hlo %s
//| error: stablehlo.uniform_quantize: expected operand 0 to express f16 as the result does, found f32
//|   --> testdata/quantized/errors/operations.mlir:13:8
//|    |
//| 13 |   %0 = stablehlo.uniform_quantize %x : (tensor<2x2xf32>) -> tensor<2x2x!h>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.uniform_quantize: expected operand 0 to express f16 as the result does, found f32
//|   --> testdata/quantized/errors/operations.mlir:14:8
//|    |
//| 14 |   %1 = stablehlo.uniform_quantize %q : (tensor<2x2x!q>) -> tensor<2x2x!h>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.uniform_quantize: expected a quantized result
//|   --> testdata/quantized/errors/operations.mlir:15:8
//|    |
//| 15 |   %2 = stablehlo.uniform_quantize %x : tensor<2x2xf32>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.uniform_dequantize: expected a quantized operand
//|   --> testdata/quantized/errors/operations.mlir:16:8
//|    |
//| 16 |   %3 = stablehlo.uniform_dequantize %x : tensor<2x2xf32>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.uniform_dequantize: expected a result of f32, which the operand expresses, found f16
//|   --> testdata/quantized/errors/operations.mlir:17:8
//|    |
//| 17 |   %4 = stablehlo.uniform_dequantize %q : (tensor<2x2x!q>) -> tensor<2x2xf16>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.uniform_dequantize: expected result 0 to be not quantized, found !quant.uniform<i8:f32, 0.5:-3>
//|   --> testdata/quantized/errors/operations.mlir:18:8
//|    |
//| 18 |   %5 = stablehlo.uniform_dequantize %q : (tensor<2x2x!q>) -> tensor<2x2x!q>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.abs: expected operand 0 to be quantized for the whole array, found !quant.uniform<i8:f32:0, {0.5, 0.25}>
//|   --> testdata/quantized/errors/operations.mlir:20:9
//|    |
//| 20 |   %10 = stablehlo.abs %a : tensor<2x2x!a>
//|    |         ^^^^^^^^^^^^^
//|
//| error: stablehlo.abs: expected result 0 to be of the storage and expressed type of !quant.uniform<i8:f32, 0.5:-3>, found !quant.uniform<i8<-127:127>:f32, 0.5:-3>
//|   --> testdata/quantized/errors/operations.mlir:21:9
//|    |
//| 21 |   %11 = stablehlo.abs %q : (tensor<2x2x!q>) -> tensor<2x2x!n>
//|    |         ^^^^^^^^^^^^^
//|
//| error: stablehlo.multiply: expected operand 1 to be quantized, found no quantization
//|   --> testdata/quantized/errors/operations.mlir:22:9
//|    |
//| 22 |   %12 = stablehlo.multiply %q, %x : (tensor<2x2x!q>, tensor<2x2xf32>) -> tensor<2x2x!q>
//|    |         ^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.add: expected result 0 to be of the storage and expressed type of !quant.uniform<i8:f32, 0.5:-3>, found !quant.uniform<i16:f32, 0.5>
//|   --> testdata/quantized/errors/operations.mlir:23:9
//|    |
//| 23 |   %13 = stablehlo.add %q, %r : (tensor<2x2x!q>, tensor<2x2x!r>) -> tensor<2x2x!w>
//|    |         ^^^^^^^^^^^^^
//|
//| error: stablehlo.add: expected result 0 to be quantized along the dimension of the operands, found !quant.uniform<i8:f32:1, {0.5, 0.25}>
//|   --> testdata/quantized/errors/operations.mlir:24:9
//|    |
//| 24 |   %14 = stablehlo.add %a, %q : (tensor<2x2x!a>, tensor<2x2x!q>) -> tensor<2x2x!b>
//|    |         ^^^^^^^^^^^^^
//|
//| error: stablehlo.add: expected result 0 to be quantized along the dimension of the operands, found !quant.uniform<i8:f32:0, {0.5, 0.25}>
//|   --> testdata/quantized/errors/operations.mlir:25:9
//|    |
//| 25 |   %15 = stablehlo.add %q, %q : (tensor<2x2x!q>, tensor<2x2x!q>) -> tensor<2x2x!a>
//|    |         ^^^^^^^^^^^^^
//|
//| error: stablehlo.select: expected operand 2 to be quantized, found no quantization
//|   --> testdata/quantized/errors/operations.mlir:26:9
//|    |
//| 26 |   %16 = stablehlo.select %p, %q, %x : (tensor<2x2xi1>, tensor<2x2x!q>, tensor<2x2xf32>) -> tensor<2x2x!q>
//|    |         ^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.and: StableHLO has no such operation on quantized arrays
//|   --> testdata/quantized/errors/operations.mlir:27:9
//|    |
//| 27 |   %17 = stablehlo.and %q, %q : tensor<2x2x!q>
//|    |         ^^^^^^^^^^^^^
//|
//| error: stablehlo.convert: StableHLO has no such operation on quantized arrays
//|   --> testdata/quantized/errors/operations.mlir:28:9
//|    |
//| 28 |   %18 = stablehlo.convert %q : (tensor<2x2x!q>) -> tensor<2x2xf32>
//|    |         ^^^^^^^^^^^^^^^^^
//|    |
//|    = note: uniform_quantize and uniform_dequantize convert them
//|
//| error: stablehlo.reverse: expected result 0 to be !quant.uniform<i8:f32, 0.5:-3>, found !quant.uniform<i8:f32, 0.25>
//|   --> testdata/quantized/errors/operations.mlir:30:9
//|    |
//| 30 |   %20 = stablehlo.reverse %q, dims = [0] : (tensor<2x2x!q>) -> tensor<2x2x!r>
//|    |         ^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.concatenate: expected operand 1 to be !quant.uniform<i8:f32, 0.5:-3>, found !quant.uniform<i8:f32, 0.25>
//|   --> testdata/quantized/errors/operations.mlir:31:9
//|    |
//| 31 |   %21 = stablehlo.concatenate %q, %r, dim = 0 : (tensor<2x2x!q>, tensor<2x2x!r>) -> tensor<4x2x!q>
//|    |         ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.slice: expected operand 0 to be quantized for the whole array, found !quant.uniform<i8:f32:0, {0.5, 0.25}>
//|   --> testdata/quantized/errors/operations.mlir:32:9
//|    |
//| 32 |   %22 = stablehlo.slice %a [0:2, 0:1] : (tensor<2x2x!a>) -> tensor<2x1x!a>
//|    |         ^^^^^^^^^^^^^^^
//|
//| error: stablehlo.transpose: expected result 0 to be !quant.uniform<i8:f32:1, {0.5, 0.25}>, found !quant.uniform<i8:f32:0, {0.5, 0.25}>
//|   --> testdata/quantized/errors/operations.mlir:33:9
//|    |
//| 33 |   %23 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x2x!a>) -> tensor<2x2x!a>
//|    |         ^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.reshape: expected to keep dimension 0, which the scales belong to, in one piece
//|   --> testdata/quantized/errors/operations.mlir:34:9
//|    |
//| 34 |   %24 = stablehlo.reshape %a : (tensor<2x2x!a>) -> tensor<4x!q>
//|    |         ^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.broadcast_in_dim: expected result 0 to be !quant.uniform<i8:f32:0, {0.5, 0.25}>, found !quant.uniform<i8:f32:2, {0.5, 0.25}>
//|   --> testdata/quantized/errors/operations.mlir:35:9
//|    |
//| 35 |   %25 = stablehlo.broadcast_in_dim %a, dims = [0, 2] : (tensor<2x2x!a>) -> tensor<2x3x2x!quant.uniform<i8:f32:2, {0.5, 0.25}>>
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.broadcast_in_dim: expected result 0 to be quantized, found no quantization
//|   --> testdata/quantized/errors/operations.mlir:36:9
//|    |
//| 36 |   %26 = stablehlo.broadcast_in_dim %q, dims = [0, 1] : (tensor<2x2x!q>) -> tensor<2x2xi8>
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.optimization_barrier: expected operand 0 to be quantized for the whole array, found !quant.uniform<i8:f32:0, {0.5, 0.25}>
//|   --> testdata/quantized/errors/operations.mlir:37:9
//|    |
//| 37 |   %27 = stablehlo.optimization_barrier %a : tensor<2x2x!a>
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
