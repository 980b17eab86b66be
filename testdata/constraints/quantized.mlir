// Constraints of the specification on quantized types and operations on them: one that breaks each.

func.func @main(%f: tensor<4xf32>) {
  // QuantizedTensorType C3
  %0 = "stablehlo.uniform_quantize"(%f) : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8<4:4>:f32, 2.0>>
  return
}
// -----
func.func @main(%f: tensor<4xf32>) {
  // QuantizedTensorType C3
  %0 = "stablehlo.uniform_quantize"(%f) : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8<-200:100>:f32, 2.0>>
  return
}
// -----
func.func @main(%f: tensor<4xf32>) {
  // QuantizedTensorType C5
  %0 = "stablehlo.uniform_quantize"(%f) : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.0>>
  return
}
// -----
func.func @main(%f: tensor<4xf32>) {
  // QuantizedTensorType C5
  %0 = "stablehlo.uniform_quantize"(%f) : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, -1.0>>
  return
}
// -----
func.func @main(%f: tensor<4xf32>) {
  // QuantizedTensorType C6
  %0 = "stablehlo.uniform_quantize"(%f) : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0x7FF0000000000000>>
  return
}
// -----
func.func @main(%f: tensor<4xf32>) {
  // QuantizedTensorType C7
  %0 = "stablehlo.uniform_quantize"(%f) : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 2.0:300>>
  return
}
// -----
func.func @main(%f: tensor<4xf32>) {
  // QuantizedTensorType C7
  %0 = "stablehlo.uniform_quantize"(%f) : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8<-4:3>:f32, 2.0:5>>
  return
}
// -----
func.func @main(%f: tensor<4xf32>) {
  // QuantizedTensorType C11
  %0 = "stablehlo.uniform_quantize"(%f) : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32:-1, {1.0, 1.0, 1.0, 1.0}>>
  return
}
// -----
func.func @main(%f: tensor<4xf32>) {
  // QuantizedTensorType C12
  %0 = "stablehlo.uniform_quantize"(%f) : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32:1, {1.0, 1.0, 1.0, 1.0}>>
  return
}
// -----
func.func @main(%f: tensor<4xf32>) {
  // QuantizedTensorType C13
  %0 = "stablehlo.uniform_quantize"(%f) : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32:0, {1.0, 1.0, 1.0}>>
  return
}
// -----
func.func @main(%f: tensor<2x3xf32>, %d: tensor<2x3xf64>, %x: tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>, %y4: tensor<2x3x!quant.uniform<i4:f32, 2.0>>, %yb: tensor<2x3x!quant.uniform<i8:bf16, 2.0>>, %a0: tensor<2x3x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, %a1: tensor<2x3x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0}>>, %a01: tensor<2x1x!quant.uniform<i8:f32:1, {2.0}>>) {
  // add C2
  %0 = "stablehlo.add"(%x, %f) : (tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>, tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>
  // add C2
  %1 = "stablehlo.add"(%x, %x) : (tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>, tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>) -> tensor<2x3xf32>
  // add C3
  %2 = "stablehlo.add"(%x, %y4) : (tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>, tensor<2x3x!quant.uniform<i4:f32, 2.0>>) -> tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>
  // add C4
  %3 = "stablehlo.add"(%x, %yb) : (tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>, tensor<2x3x!quant.uniform<i8:bf16, 2.0>>) -> tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>
  // add C5
  %4 = "stablehlo.add"(%a0, %x) : (tensor<2x3x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>) -> tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>
  // add C5
  %5 = "stablehlo.add"(%x, %x) : (tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>, tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>) -> tensor<2x3x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  // add C6
  %6 = "stablehlo.add"(%a0, %x) : (tensor<2x3x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>) -> tensor<2x3x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0}>>
  // add C7
  %7 = "stablehlo.add"(%x, %a0) : (tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>, tensor<2x3x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x3x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0}>>
  // broadcast_in_dim C1
  %8 = "stablehlo.broadcast_in_dim"(%x) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>) -> tensor<2x3x!quant.uniform<i8:f32, 3.0:17>>
  // broadcast_in_dim C6
  %9 = "stablehlo.broadcast_in_dim"(%a0) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2x3x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x3x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0}>>
  // broadcast_in_dim C6
  %10 = "stablehlo.broadcast_in_dim"(%a01) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2x1x!quant.uniform<i8:f32:1, {2.0}>>) -> tensor<2x3x!quant.uniform<i8:f32:1, {2.0, 2.0, 3.0}>>
  // reshape C1
  %11 = "stablehlo.reshape"(%x) {} : (tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>) -> tensor<6x!quant.uniform<i8:f32, 3.0:17>>
  // reshape C3
  %12 = "stablehlo.reshape"(%a0) {} : (tensor<2x3x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  // reshape C3
  %13 = "stablehlo.reshape"(%a1) {} : (tensor<2x3x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0}>>) -> tensor<1x6x!quant.uniform<i8:f32:0, {1.0}>>
  // transpose C1
  %14 = "stablehlo.transpose"(%x) {permutation = array<i64: 1, 0>} : (tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>) -> tensor<3x2x!quant.uniform<i8:f32, 3.0:17>>
  // transpose C4
  %15 = "stablehlo.transpose"(%a0) {permutation = array<i64: 1, 0>} : (tensor<2x3x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<3x2x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0}>>
  // uniform_dequantize C1
  %16 = "stablehlo.uniform_dequantize"(%x) {} : (tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>) -> tensor<3x2xf32>
  // uniform_dequantize C2
  %17 = "stablehlo.uniform_dequantize"(%x) {} : (tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>) -> tensor<2x3xf64>
  // uniform_quantize C1
  %18 = "stablehlo.uniform_quantize"(%f) {} : (tensor<2x3xf32>) -> tensor<3x2x!quant.uniform<i8:f32, 2.0:17>>
  // uniform_quantize C2
  %19 = "stablehlo.uniform_quantize"(%d) {} : (tensor<2x3xf64>) -> tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>
  // uniform_quantize C2
  %20 = "stablehlo.uniform_quantize"(%x) {} : (tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>) -> tensor<2x3x!quant.uniform<i8:bf16, 2.0>>
  return
}
// -----
func.func @main(%a0: tensor<2x3x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  %c2 = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %c32 = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  // dynamic_reshape C3
  %0 = "stablehlo.dynamic_reshape"(%a0, %c32) {} : (tensor<2x3x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2xi64>) -> tensor<3x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  // dynamic_broadcast_in_dim C6
  %1 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %c2) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2x3x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2xi64>) -> tensor<2x3x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0}>>
  return
}
// -----
func.func @main(%x: tensor<4x6x6x4xf32>, %k: tensor<3x3x4x8xf32>, %xq: tensor<4x6x6x4x!quant.uniform<i8:f32, 2.0:17>>, %kq: tensor<3x3x4x8x!quant.uniform<i8:f32, 2.0>>, %k4: tensor<3x3x4x8x!quant.uniform<i4:f32, 2.0>>, %kb: tensor<3x3x4x8x!quant.uniform<i8:bf16, 2.0>>, %ka: tensor<3x3x4x8x!quant.uniform<i8:f32:3, {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0}>>, %ki: tensor<3x3x4x8x!quant.uniform<i8:f32:2, {1.0, 1.0, 1.0, 1.0}>>, %xh: tensor<4x6x6x4xf16>) {
  %pad = stablehlo.constant dense<0> : tensor<2x2xi64>
  // dynamic_conv C28
  %0 = "stablehlo.dynamic_conv"(%xq, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>} : (tensor<4x6x6x4x!quant.uniform<i8:f32, 2.0:17>>, tensor<3x3x4x8xf32>, tensor<2x2xi64>) -> tensor<4x4x4x8x!quant.uniform<i32:f32, 4.0>>
  // dynamic_conv C29
  %1 = "stablehlo.dynamic_conv"(%xq, %ki, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>} : (tensor<4x6x6x4x!quant.uniform<i8:f32, 2.0:17>>, tensor<3x3x4x8x!quant.uniform<i8:f32:2, {1.0, 1.0, 1.0, 1.0}>>, tensor<2x2xi64>) -> tensor<4x4x4x8x!quant.uniform<i32:f32, 4.0>>
  // dynamic_conv C30
  %2 = "stablehlo.dynamic_conv"(%xq, %ka, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>} : (tensor<4x6x6x4x!quant.uniform<i8:f32, 2.0:17>>, tensor<3x3x4x8x!quant.uniform<i8:f32:3, {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0}>>, tensor<2x2xi64>) -> tensor<4x4x4x8x!quant.uniform<i32:f32:2, {1.0, 1.0, 1.0, 1.0}>>
  // dynamic_conv C31
  %3 = "stablehlo.dynamic_conv"(%xq, %k4, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>} : (tensor<4x6x6x4x!quant.uniform<i8:f32, 2.0:17>>, tensor<3x3x4x8x!quant.uniform<i4:f32, 2.0>>, tensor<2x2xi64>) -> tensor<4x4x4x8x!quant.uniform<i32:f32, 4.0>>
  // dynamic_conv C32
  %4 = "stablehlo.dynamic_conv"(%xq, %kb, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>} : (tensor<4x6x6x4x!quant.uniform<i8:f32, 2.0:17>>, tensor<3x3x4x8x!quant.uniform<i8:bf16, 2.0>>, tensor<2x2xi64>) -> tensor<4x4x4x8x!quant.uniform<i32:f32, 4.0>>
  // dynamic_conv C33
  %5 = "stablehlo.dynamic_conv"(%xq, %kq, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>} : (tensor<4x6x6x4x!quant.uniform<i8:f32, 2.0:17>>, tensor<3x3x4x8x!quant.uniform<i8:f32, 2.0>>, tensor<2x2xi64>) -> tensor<4x4x4x8x!quant.uniform<i32:f32:3, {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0}>>
  // dynamic_conv C34
  %6 = "stablehlo.dynamic_conv"(%xh, %kq, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>} : (tensor<4x6x6x4xf16>, tensor<3x3x4x8x!quant.uniform<i8:f32, 2.0>>, tensor<2x2xi64>) -> tensor<4x4x4x8xf16>
  return
}

// OUTPUT: exits 2 pjrt run --device=interpreter %s
//| error: illegal storage min and storage max: (4:4)
//|  --> testdata/constraints/quantized.mlir:5:78
//|   |
//| 5 |   %0 = "stablehlo.uniform_quantize"(%f) : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8<4:4>:f32, 2.0>>
//|   |                                                                              ^^^^^^^
//| error: illegal storage type minimum: -200
//|   --> testdata/constraints/quantized.mlir:11:89
//|    |
//| 11 |   %0 = "stablehlo.uniform_quantize"(%f) : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8<-200:100>:f32, 2.0>>
//|    |                                                                                         ^
//| error: scale 0.000000e+00 out of expressed type range [1.401298e-45, 3.402823e+38]
//|   --> testdata/constraints/quantized.mlir:17:97
//|    |
//| 17 |   %0 = "stablehlo.uniform_quantize"(%f) : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.0>>
//|    |                                                                                                 ^
//| error: scale -1.000000e+00 out of expressed type range [1.401298e-45, 3.402823e+38]
//|   --> testdata/constraints/quantized.mlir:23:98
//|    |
//| 23 |   %0 = "stablehlo.uniform_quantize"(%f) : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, -1.0>>
//|    |                                                                                                  ^
//| error: scale INF out of expressed type range [1.401298e-45, 3.402823e+38]
//|   --> testdata/constraints/quantized.mlir:29:112
//|    |
//| 29 |   %0 = "stablehlo.uniform_quantize"(%f) : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0x7FF0000000000000>>
//|    |                                                                                                                ^
//| error: !quant.uniform<i8:f32, 2.000000e+00:300>: expected a zero point from -128 to 127, found 300
//|   --> testdata/constraints/quantized.mlir:35:8
//|    |
//| 35 |   %0 = "stablehlo.uniform_quantize"(%f) : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 2.0:300>>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//| error: !quant.uniform<i8<-4:3>:f32, 2.000000e+00:5>: expected a zero point from -4 to 3, found 5
//|   --> testdata/constraints/quantized.mlir:41:8
//|    |
//| 41 |   %0 = "stablehlo.uniform_quantize"(%f) : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8<-4:3>:f32, 2.0:5>>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//| error: illegal quantized dimension: -1
//|   --> testdata/constraints/quantized.mlir:47:78
//|    |
//| 47 |   %0 = "stablehlo.uniform_quantize"(%f) : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32:-1, {1.0, 1.0, 1.0, 1.0}>>
//|    |                                                                              ^^^^^^^
//| error: !quant.uniform<i8:f32:1, {1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00}>: expected a quantization dimension below 1, the rank, found 1
//|   --> testdata/constraints/quantized.mlir:53:8
//|    |
//| 53 |   %0 = "stablehlo.uniform_quantize"(%f) : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32:1, {1.0, 1.0, 1.0, 1.0}>>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//| error: !quant.uniform<i8:f32:0, {1.000000e+00,1.000000e+00,1.000000e+00}>: expected 4 scales, the size of dimension 0, found 3
//|   --> testdata/constraints/quantized.mlir:59:8
//|    |
//| 59 |   %0 = "stablehlo.uniform_quantize"(%f) : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32:0, {1.0, 1.0, 1.0}>>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//| error: stablehlo.add: expected operand 1 to be quantized, found no quantization
//|   --> testdata/constraints/quantized.mlir:65:8
//|    |
//| 65 |   %0 = "stablehlo.add"(%x, %f) : (tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>, tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32, ...
//|    |        ^^^^^^^^^^^^^^^
//|
//| error: stablehlo.add: expected result 0 to be quantized, found no quantization
//|   --> testdata/constraints/quantized.mlir:67:8
//|    |
//| 67 |   %1 = "stablehlo.add"(%x, %x) : (tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>, tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>) -> tensor<...
//|    |        ^^^^^^^^^^^^^^^
//|
//| error: stablehlo.add: expected operand 1 to be of the storage and expressed type of !quant.uniform<i8:f32, 2:17>, found !quant.uniform<i4:f32, 2>
//|   --> testdata/constraints/quantized.mlir:69:8
//|    |
//| 69 |   %2 = "stablehlo.add"(%x, %y4) : (tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>, tensor<2x3x!quant.uniform<i4:f32, 2.0>>) -> tensor<2x...
//|    |        ^^^^^^^^^^^^^^^
//|
//| error: stablehlo.add: expected operand 1 to be of the storage and expressed type of !quant.uniform<i8:f32, 2:17>, found !quant.uniform<i8:bf16, 2>
//|   --> testdata/constraints/quantized.mlir:71:8
//|    |
//| 71 |   %3 = "stablehlo.add"(%x, %yb) : (tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>, tensor<2x3x!quant.uniform<i8:bf16, 2.0>>) -> tensor<2...
//|    |        ^^^^^^^^^^^^^^^
//|
//| error: stablehlo.add: expected result 0 to be quantized along the dimension of the operands, found !quant.uniform<i8:f32, 2:17>
//|   --> testdata/constraints/quantized.mlir:73:8
//|    |
//| 73 |   %4 = "stablehlo.add"(%a0, %x) : (tensor<2x3x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>) -> ...
//|    |        ^^^^^^^^^^^^^^^
//|
//| error: stablehlo.add: expected result 0 to be quantized along the dimension of the operands, found !quant.uniform<i8:f32:0, {1, 2}>
//|   --> testdata/constraints/quantized.mlir:75:8
//|    |
//| 75 |   %5 = "stablehlo.add"(%x, %x) : (tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>, tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>) -> tensor<...
//|    |        ^^^^^^^^^^^^^^^
//|
//| error: stablehlo.add: expected result 0 to be quantized along the dimension of the operands, found !quant.uniform<i8:f32:1, {1, 2, 3}>
//|   --> testdata/constraints/quantized.mlir:77:8
//|    |
//| 77 |   %6 = "stablehlo.add"(%a0, %x) : (tensor<2x3x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>) -> ...
//|    |        ^^^^^^^^^^^^^^^
//|
//| error: stablehlo.add: expected result 0 to be quantized along the dimension of the operands, found !quant.uniform<i8:f32:1, {1, 2, 3}>
//|   --> testdata/constraints/quantized.mlir:79:8
//|    |
//| 79 |   %7 = "stablehlo.add"(%x, %a0) : (tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>, tensor<2x3x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> ...
//|    |        ^^^^^^^^^^^^^^^
//|
//| error: stablehlo.broadcast_in_dim: expected result 0 to be !quant.uniform<i8:f32, 2:17>, found !quant.uniform<i8:f32, 3:17>
//|   --> testdata/constraints/quantized.mlir:81:8
//|    |
//| 81 |   %8 = "stablehlo.broadcast_in_dim"(%x) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>) -> ...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.broadcast_in_dim: expected result 0 to be !quant.uniform<i8:f32:0, {1, 2}>, found !quant.uniform<i8:f32:1, {1, 2, 3}>
//|   --> testdata/constraints/quantized.mlir:83:8
//|    |
//| 83 |   %9 = "stablehlo.broadcast_in_dim"(%a0) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2x3x!quant.uniform<i8:f32:0, {1.0, 2.0}...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.broadcast_in_dim: expected result 0 to be !quant.uniform<i8:f32:1, {2, 2, 2}>, found !quant.uniform<i8:f32:1, {2, 2, 3}>
//|   --> testdata/constraints/quantized.mlir:85:9
//|    |
//| 85 |   %10 = "stablehlo.broadcast_in_dim"(%a01) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2x1x!quant.uniform<i8:f32:1, {2.0}>>)...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.reshape: expected result 0 to be !quant.uniform<i8:f32, 2:17>, found !quant.uniform<i8:f32, 3:17>
//|   --> testdata/constraints/quantized.mlir:87:9
//|    |
//| 87 |   %11 = "stablehlo.reshape"(%x) {} : (tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>) -> tensor<6x!quant.uniform<i8:f32, 3.0:17>>
//|    |         ^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.reshape: expected to keep dimension 0, which the scales belong to, in one piece
//|   --> testdata/constraints/quantized.mlir:89:9
//|    |
//| 89 |   %12 = "stablehlo.reshape"(%a0) {} : (tensor<2x3x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {1.0...
//|    |         ^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.reshape: expected to keep dimension 1, which the scales belong to, in one piece
//|   --> testdata/constraints/quantized.mlir:91:9
//|    |
//| 91 |   %13 = "stablehlo.reshape"(%a1) {} : (tensor<2x3x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0}>>) -> tensor<1x6x!quant.uniform<i8:f32:0,...
//|    |         ^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.transpose: expected result 0 to be !quant.uniform<i8:f32, 2:17>, found !quant.uniform<i8:f32, 3:17>
//|   --> testdata/constraints/quantized.mlir:93:9
//|    |
//| 93 |   %14 = "stablehlo.transpose"(%x) {permutation = array<i64: 1, 0>} : (tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>) -> tensor<3x2x!qua...
//|    |         ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.transpose: expected result 0 to be !quant.uniform<i8:f32:1, {1, 2}>, found !quant.uniform<i8:f32:0, {1, 2, 3}>
//|   --> testdata/constraints/quantized.mlir:95:9
//|    |
//| 95 |   %15 = "stablehlo.transpose"(%a0) {permutation = array<i64: 1, 0>} : (tensor<2x3x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<3...
//|    |         ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.uniform_dequantize: the result, declared tensor<3x2xf32>, has another shape: dimension 0: expected 3, found 2
//|   --> testdata/constraints/quantized.mlir:97:9
//|    |
//| 97 |   %16 = "stablehlo.uniform_dequantize"(%x) {} : (tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>) -> tensor<3x2xf32>
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.uniform_dequantize: expected a result of f32, which the operand expresses, found f64
//|   --> testdata/constraints/quantized.mlir:99:9
//|    |
//| 99 |   %17 = "stablehlo.uniform_dequantize"(%x) {} : (tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>) -> tensor<2x3xf64>
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.uniform_quantize: the result, declared tensor<3x2xi8>, has another shape: dimension 0: expected 3, found 2
//|    --> testdata/constraints/quantized.mlir:101:9
//|     |
//| 101 |   %18 = "stablehlo.uniform_quantize"(%f) {} : (tensor<2x3xf32>) -> tensor<3x2x!quant.uniform<i8:f32, 2.0:17>>
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.uniform_quantize: expected operand 0 to express f32 as the result does, found f64
//|    --> testdata/constraints/quantized.mlir:103:9
//|     |
//| 103 |   %19 = "stablehlo.uniform_quantize"(%d) {} : (tensor<2x3xf64>) -> tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.uniform_quantize: expected operand 0 to express bf16 as the result does, found f32
//|    --> testdata/constraints/quantized.mlir:105:9
//|     |
//| 105 |   %20 = "stablehlo.uniform_quantize"(%x) {} : (tensor<2x3x!quant.uniform<i8:f32, 2.0:17>>) -> tensor<2x3x!quant.uniform<i8:bf16, 2.0>>
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//| error: stablehlo.dynamic_reshape: expected to keep dimension 0, which the scales belong to, in one piece
//|    --> testdata/constraints/quantized.mlir:113:8
//|     |
//| 113 |   %0 = "stablehlo.dynamic_reshape"(%a0, %c32) {} : (tensor<2x3x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2xi64>) -> tensor<3x2x...
//|     |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_broadcast_in_dim: expected result 0 to be !quant.uniform<i8:f32:0, {1, 2}>, found !quant.uniform<i8:f32:1, {1, 2, 3}>
//|    --> testdata/constraints/quantized.mlir:115:8
//|     |
//| 115 |   %1 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %c2) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2x3x!quant.uniform<i8:f32...
//|     |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//| error: stablehlo.dynamic_conv: expected a quantized right side where any side is quantized
//|    --> testdata/constraints/quantized.mlir:122:8
//|     |
//| 122 |   %0 = "stablehlo.dynamic_conv"(%xq, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #st...
//|     |        ^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_conv: expected the right side to be quantized along 3, the kernel_output_feature_dimension, found 2
//|    --> testdata/constraints/quantized.mlir:124:8
//|     |
//| 124 |   %1 = "stablehlo.dynamic_conv"(%xq, %ki, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #s...
//|     |        ^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_conv: expected the result to be quantized along 3, the output_feature_dimension, found 2
//|    --> testdata/constraints/quantized.mlir:126:8
//|     |
//| 126 |   %2 = "stablehlo.dynamic_conv"(%xq, %ka, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #s...
//|     |        ^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_conv: expected a right side stored as i8, found i4
//|    --> testdata/constraints/quantized.mlir:128:8
//|     |
//| 128 |   %3 = "stablehlo.dynamic_conv"(%xq, %k4, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #s...
//|     |        ^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_conv: expected left side and result of bf16 as the right side, found f32
//|    --> testdata/constraints/quantized.mlir:130:8
//|     |
//| 130 |   %4 = "stablehlo.dynamic_conv"(%xq, %kb, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #s...
//|     |        ^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_conv: expected result 0 to be quantized for the whole array as the right side is, found !quant.uniform<i32:f32:3, {1, 1, 1, 1, 1, 1, 1, 1}>
//|    --> testdata/constraints/quantized.mlir:132:8
//|     |
//| 132 |   %5 = "stablehlo.dynamic_conv"(%xq, %kq, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #s...
//|     |        ^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_conv: expected left side and result of f32 as the right side, found f16
//|    --> testdata/constraints/quantized.mlir:134:8
//|     |
//| 134 |   %6 = "stablehlo.dynamic_conv"(%xh, %kq, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #s...
//|     |        ^^^^^^^^^^^^^^^^^^^^^^^^
