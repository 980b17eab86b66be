// f8E8M0FNU has the powers of two from 2^-127 (code 0) to 2^127 and no zero: what falls under the range is its least
// number, also where f32 would have none left.
//
// RUN: pjrt run --device=%device %s

func.func @main() {
  %a = stablehlo.constant dense<[0x00, 0x1B, 0x00]> : tensor<3xf8E8M0FNU>
  %b = stablehlo.constant dense<[0x00, 0x6B, 0xFE]> : tensor<3xf8E8M0FNU>

  // 2^-254, 2^-100 2^-20, 1
  %product = stablehlo.multiply %a, %b : tensor<3xf8E8M0FNU>
  %product_bits = stablehlo.bitcast_convert %product : (tensor<3xf8E8M0FNU>) -> tensor<3xui8>
  check.expect_eq_const %product_bits, dense<[0, 7, 127]> : tensor<3xui8>

  // 1, 2^-80, 2^-254
  %quotient = stablehlo.divide %a, %b : tensor<3xf8E8M0FNU>
  %quotient_bits = stablehlo.bitcast_convert %quotient : (tensor<3xf8E8M0FNU>) -> tensor<3xui8>
  check.expect_eq_const %quotient_bits, dense<[127, 47, 0]> : tensor<3xui8>

  // 2^-127 2^-100 2^-127
  %one = stablehlo.constant dense<1.0> : tensor<f8E8M0FNU>
  %c = stablehlo.constant dense<[0x00, 0x1B, 0x00]> : tensor<3xf8E8M0FNU>
  %all = stablehlo.reduce(%c init: %one) applies stablehlo.multiply across dimensions = [0]
      : (tensor<3xf8E8M0FNU>, tensor<f8E8M0FNU>) -> tensor<f8E8M0FNU>
  %all_bits = stablehlo.bitcast_convert %all : (tensor<f8E8M0FNU>) -> tensor<ui8>
  check.expect_eq_const %all_bits, dense<0> : tensor<ui8>
  return
}
