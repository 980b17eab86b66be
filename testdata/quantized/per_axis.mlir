// Each slice of a dimension has its scale and zero point.
// RUN: pjrt run --device %device %s

func.func @main() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %q0 = stablehlo.uniform_quantize %x : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32:0, {0.5:1, 2.0:-3}>>
  %i0 = stablehlo.bitcast_convert %q0 : (tensor<2x3x!quant.uniform<i8:f32:0, {0.5:1, 2.0:-3}>>) -> tensor<2x3xi8>
  check.expect_eq_const %i0, dense<[[3, 5, 7], [-1, 0, 0]]> : tensor<2x3xi8>
  %y0 = stablehlo.uniform_dequantize %q0 : (tensor<2x3x!quant.uniform<i8:f32:0, {0.5:1, 2.0:-3}>>) -> tensor<2x3xf32>
  check.expect_eq_const %y0, dense<[[1.0, 2.0, 3.0], [4.0, 6.0, 6.0]]> : tensor<2x3xf32>

  %q1 = stablehlo.uniform_quantize %x : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<u8:f32:1, {0.5:1, 2.0, 4.0:200}>>
  %i1 = stablehlo.bitcast_convert %q1 : (tensor<2x3x!quant.uniform<u8:f32:1, {0.5:1, 2.0, 4.0:200}>>) -> tensor<2x3xui8>
  check.expect_eq_const %i1, dense<[[3, 1, 201], [9, 2, 202]]> : tensor<2x3xui8>

  // From one dimension to another.
  %q2 = stablehlo.uniform_quantize %q0 : (tensor<2x3x!quant.uniform<i8:f32:0, {0.5:1, 2.0:-3}>>) -> tensor<2x3x!quant.uniform<i8:f32:1, {0.5, 0.25, 8.0:-1}>>
  %i2 = stablehlo.bitcast_convert %q2 : (tensor<2x3x!quant.uniform<i8:f32:1, {0.5, 0.25, 8.0:-1}>>) -> tensor<2x3xi8>
  check.expect_eq_const %i2, dense<[[2, 8, -1], [8, 24, 0]]> : tensor<2x3xi8>

  // The dimension may be empty.
  %none = stablehlo.constant dense<> : tensor<2x0xf32>
  %e = stablehlo.uniform_quantize %none : (tensor<2x0xf32>) -> tensor<2x0x!quant.uniform<i8:f32:0, {0.5:1, 2.0:-3}>>
  %f = stablehlo.uniform_dequantize %e : (tensor<2x0x!quant.uniform<i8:f32:0, {0.5:1, 2.0:-3}>>) -> tensor<2x0xf32>
  check.expect_eq %f, %none : tensor<2x0xf32>

  // Movement takes the dimension along.
  %t = stablehlo.transpose %q0, dims = [1, 0] : (tensor<2x3x!quant.uniform<i8:f32:0, {0.5:1, 2.0:-3}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {0.5:1, 2.0:-3}>>
  %tx = stablehlo.uniform_dequantize %t : (tensor<3x2x!quant.uniform<i8:f32:1, {0.5:1, 2.0:-3}>>) -> tensor<3x2xf32>
  check.expect_eq_const %tx, dense<[[1.0, 4.0], [2.0, 6.0], [3.0, 6.0]]> : tensor<3x2xf32>
  %r = stablehlo.reshape %t : (tensor<3x2x!quant.uniform<i8:f32:1, {0.5:1, 2.0:-3}>>) -> tensor<3x1x2x!quant.uniform<i8:f32:2, {0.5:1, 2.0:-3}>>
  %rx = stablehlo.uniform_dequantize %r : (tensor<3x1x2x!quant.uniform<i8:f32:2, {0.5:1, 2.0:-3}>>) -> tensor<3x1x2xf32>
  check.expect_eq_const %rx, dense<[[[1.0, 4.0]], [[2.0, 6.0]], [[3.0, 6.0]]]> : tensor<3x1x2xf32>
  %b = stablehlo.broadcast_in_dim %q0, dims = [2, 1] : (tensor<2x3x!quant.uniform<i8:f32:0, {0.5:1, 2.0:-3}>>) -> tensor<1x3x2x!quant.uniform<i8:f32:2, {0.5:1, 2.0:-3}>>
  %bx = stablehlo.uniform_dequantize %b : (tensor<1x3x2x!quant.uniform<i8:f32:2, {0.5:1, 2.0:-3}>>) -> tensor<1x3x2xf32>
  check.expect_eq_const %bx, dense<[[[1.0, 4.0], [2.0, 6.0], [3.0, 6.0]]]> : tensor<1x3x2xf32>

  // A dimension of size 1 that is stretched repeats its scale.
  %one = stablehlo.constant() <{value = dense<[[5, 6]]> : tensor<1x2xi8>}> : () -> tensor<1x2x!quant.uniform<i8:f32:0, {0.5:1}>>
  %many = stablehlo.broadcast_in_dim %one, dims = [0, 1] : (tensor<1x2x!quant.uniform<i8:f32:0, {0.5:1}>>) -> tensor<3x2x!quant.uniform<i8:f32:0, {0.5:1, 0.5:1, 0.5:1}>>
  %mx = stablehlo.uniform_dequantize %many : (tensor<3x2x!quant.uniform<i8:f32:0, {0.5:1, 0.5:1, 0.5:1}>>) -> tensor<3x2xf32>
  check.expect_eq_const %mx, dense<[[2.0, 2.5], [2.0, 2.5], [2.0, 2.5]]> : tensor<3x2xf32>
  return
}
