// round_nearest_even(clamp(min, x / scale + zero point, max)): ties go to even, everything beyond the bounds to them,
// NaN to 0.
// RUN: pjrt run --device %device %s

func.func @main() {
  %x = stablehlo.constant dense<[0.25, 0.75, -0.25, -0.0, 1.0e9, -1.0e9, 0x7F800000, 0xFF800000, 0x7FC00000, 61.9, 62.25]> : tensor<11xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<11xf32>) -> tensor<11x!quant.uniform<i8:f32, 0.5:3>>
  %i = stablehlo.bitcast_convert %q : (tensor<11x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<11xi8>
  check.expect_eq_const %i, dense<[4, 4, 2, 3, 127, -128, 127, -128, 0, 127, 127]> : tensor<11xi8>

  // Bounds narrower than the storage.
  %narrow = stablehlo.uniform_quantize %x : (tensor<11xf32>) -> tensor<11x!quant.uniform<i8<-127:100>:f32, 0.5:-20>>
  %n = stablehlo.bitcast_convert %narrow : (tensor<11x!quant.uniform<i8<-127:100>:f32, 0.5:-20>>) -> tensor<11xi8>
  check.expect_eq_const %n, dense<[-20, -18, -20, -20, 100, -127, 100, -127, 0, 100, 100]> : tensor<11xi8>

  // Unsigned, two and four bits, sixteen and thirty-two.
  %u8 = stablehlo.uniform_quantize %x : (tensor<11xf32>) -> tensor<11x!quant.uniform<u8:f32, 0.5:128>>
  %u = stablehlo.bitcast_convert %u8 : (tensor<11x!quant.uniform<u8:f32, 0.5:128>>) -> tensor<11xui8>
  check.expect_eq_const %u, dense<[128, 130, 128, 128, 255, 0, 255, 0, 0, 252, 252]> : tensor<11xui8>
  %i2 = stablehlo.uniform_quantize %x : (tensor<11xf32>) -> tensor<11x!quant.uniform<i2:f32, 0.5>>
  %two = stablehlo.bitcast_convert %i2 : (tensor<11x!quant.uniform<i2:f32, 0.5>>) -> tensor<11xi2>
  check.expect_eq_const %two, dense<[0, 1, 0, 0, 1, -2, 1, -2, 0, 1, 1]> : tensor<11xi2>
  %u4 = stablehlo.uniform_quantize %x : (tensor<11xf32>) -> tensor<11x!quant.uniform<u4:f32, 0.5:7>>
  %four = stablehlo.bitcast_convert %u4 : (tensor<11x!quant.uniform<u4:f32, 0.5:7>>) -> tensor<11xui4>
  check.expect_eq_const %four, dense<[8, 8, 6, 7, 15, 0, 15, 0, 0, 15, 15]> : tensor<11xui4>
  %i16 = stablehlo.uniform_quantize %x : (tensor<11xf32>) -> tensor<11x!quant.uniform<i16:f32, 0.001953125:-1>>
  %s = stablehlo.bitcast_convert %i16 : (tensor<11x!quant.uniform<i16:f32, 0.001953125:-1>>) -> tensor<11xi16>
  check.expect_eq_const %s, dense<[127, 383, -129, -1, 32767, -32768, 32767, -32768, 0, 31692, 31871]> : tensor<11xi16>
  %i32 = stablehlo.uniform_quantize %x : (tensor<11xf32>) -> tensor<11x!quant.uniform<i32:f32, 0.25>>
  %w = stablehlo.bitcast_convert %i32 : (tensor<11x!quant.uniform<i32:f32, 0.25>>) -> tensor<11xi32>
  check.expect_eq_const %w, dense<[1, 3, -1, 0, 2147483647, -2147483648, 2147483647, -2147483648, 0, 248, 249]> : tensor<11xi32>
  return
}
