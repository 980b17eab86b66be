// (i - zero point) * scale: the difference does not wrap in the storage type.
// RUN: pjrt run --device %device %s

func.func @main() {
  %i = stablehlo.constant() <{value = dense<[-128, -1, 0, 3, 127]> : tensor<5xi8>}> : () -> tensor<5x!quant.uniform<i8:f32, 0.5:-128>>
  %x = stablehlo.uniform_dequantize %i : (tensor<5x!quant.uniform<i8:f32, 0.5:-128>>) -> tensor<5xf32>
  check.expect_eq_const %x, dense<[0.0, 63.5, 64.0, 65.5, 127.5]> : tensor<5xf32>

  %u = stablehlo.constant() <{value = dense<[0, 255]> : tensor<2xui8>}> : () -> tensor<2x!quant.uniform<u8:f32, 2.0:255>>
  %y = stablehlo.uniform_dequantize %u : (tensor<2x!quant.uniform<u8:f32, 2.0:255>>) -> tensor<2xf32>
  check.expect_eq_const %y, dense<[-510.0, 0.0]> : tensor<2xf32>

  // 2^31 - 1 - (-1) is no 32-bit integer.
  %w = stablehlo.constant() <{value = dense<[2147483647, -2147483648]> : tensor<2xi32>}> : () -> tensor<2x!quant.uniform<i32:f64, 0.5:-1>>
  %z = stablehlo.uniform_dequantize %w : (tensor<2x!quant.uniform<i32:f64, 0.5:-1>>) -> tensor<2xf64>
  check.expect_eq_const %z, dense<[1073741824.0, -1073741823.5]> : tensor<2xf64>

  // The expressed type rounds: 255 * 0.3 in bf16, 0.3 being 0.30078125 there.
  %b = stablehlo.constant() <{value = dense<[127, 3]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:bf16, 0.3:-128>>
  %c = stablehlo.uniform_dequantize %b : (tensor<2x!quant.uniform<i8:bf16, 0.3:-128>>) -> tensor<2xbf16>
  check.expect_eq_const %c, dense<[76.5, 39.5]> : tensor<2xbf16>
  %h = stablehlo.constant() <{value = dense<[127, 3]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f16, 300.0:-128>>
  %d = stablehlo.uniform_dequantize %h : (tensor<2x!quant.uniform<i8:f16, 300.0:-128>>) -> tensor<2xf16>
  check.expect_eq_const %d, dense<[0x7C00, 39296.0]> : tensor<2xf16>
  return
}
