// dequantize, the operation, quantize.
// RUN: pjrt run --device %device %s

!q = !quant.uniform<i8:f32, 0.5:-3>
!r = !quant.uniform<i8:f32, 0.25:10>

func.func @main() {
  // 0, 1, -1.5, 65, -62.5
  %x = stablehlo.constant() <{value = dense<[-3, -1, -6, 127, -128]> : tensor<5xi8>}> : () -> tensor<5x!q>
  // 1, -2, 0.25, 29.25, -34.5
  %y = stablehlo.constant() <{value = dense<[14, 2, 11, 127, -128]> : tensor<5xi8>}> : () -> tensor<5x!r>

  // 1, -1, -1.25, 94.25, -97: the last two are out of bounds.
  %add = stablehlo.add %x, %y : (tensor<5x!q>, tensor<5x!r>) -> tensor<5x!q>
  %add_i = stablehlo.bitcast_convert %add : (tensor<5x!q>) -> tensor<5xi8>
  check.expect_eq_const %add_i, dense<[-1, -5, -6, 127, -128]> : tensor<5xi8>

  %abs = stablehlo.abs %x : (tensor<5x!q>) -> tensor<5x!r>
  %abs_i = stablehlo.bitcast_convert %abs : (tensor<5x!r>) -> tensor<5xi8>
  check.expect_eq_const %abs_i, dense<[10, 14, 16, 127, 127]> : tensor<5xi8>

  // -0 becomes the zero point.
  %negate = stablehlo.negate %x : tensor<5x!q>
  %negate_i = stablehlo.bitcast_convert %negate : (tensor<5x!q>) -> tensor<5xi8>
  check.expect_eq_const %negate_i, dense<[-3, -5, 0, -128, 122]> : tensor<5xi8>

  // 0 / 1, 1 / -2, -1.5 / 0.25, 65 / 29.25, -62.5 / -34.5
  %divide = stablehlo.divide %x, %y : (tensor<5x!q>, tensor<5x!r>) -> tensor<5x!q>
  %divide_i = stablehlo.bitcast_convert %divide : (tensor<5x!q>) -> tensor<5xi8>
  check.expect_eq_const %divide_i, dense<[-3, -4, -15, 1, 1]> : tensor<5xi8>

  // log of negative numbers is NaN, of 0 -inf.
  %log = stablehlo.log %x : tensor<5x!q>
  %log_i = stablehlo.bitcast_convert %log : (tensor<5x!q>) -> tensor<5xi8>
  check.expect_eq_const %log_i, dense<[-128, -3, 0, 5, 0]> : tensor<5xi8>

  // Comparison is of numbers: 0 < 1, 1 > -2, -1.5 < 0.25, 65 > 29.25, -62.5 < -34.5
  %less = stablehlo.compare LT, %x, %y, FLOAT : (tensor<5x!q>, tensor<5x!r>) -> tensor<5xi1>
  check.expect_eq_const %less, dense<[true, false, true, false, true]> : tensor<5xi1>
  %same = stablehlo.compare GE, %x, %add : (tensor<5x!q>, tensor<5x!q>) -> tensor<5xi1>
  check.expect_eq_const %same, dense<[false, true, true, true, true]> : tensor<5xi1>
  %finite = stablehlo.is_finite %x : (tensor<5x!q>) -> tensor<5xi1>
  check.expect_eq_const %finite, dense<true> : tensor<5xi1>

  %maximum = stablehlo.maximum %x, %add : tensor<5x!q>
  %maximum_i = stablehlo.bitcast_convert %maximum : (tensor<5x!q>) -> tensor<5xi8>
  check.expect_eq_const %maximum_i, dense<[-1, -1, -6, 127, -128]> : tensor<5xi8>
  %select = stablehlo.select %less, %x, %y : (tensor<5xi1>, tensor<5x!q>, tensor<5x!r>) -> tensor<5x!q>
  %select_i = stablehlo.bitcast_convert %select : (tensor<5x!q>) -> tensor<5xi8>
  check.expect_eq_const %select_i, dense<[-3, -7, -6, 56, -128]> : tensor<5xi8>

  %low = stablehlo.constant() <{value = dense<-6> : tensor<i8>}> : () -> tensor<!q>
  %high = stablehlo.constant() <{value = dense<14> : tensor<i8>}> : () -> tensor<!r>
  %clamp = stablehlo.clamp %low, %x, %high : (tensor<!q>, tensor<5x!q>, tensor<!r>) -> tensor<5x!r>
  %clamp_i = stablehlo.bitcast_convert %clamp : (tensor<5x!r>) -> tensor<5xi8>
  check.expect_eq_const %clamp_i, dense<[10, 14, 4, 14, 4]> : tensor<5xi8>

  // 0, 1, 2 over 0.5, less 3.
  %iota = stablehlo.iota dim = 0 : tensor<3x!q>
  %iota_i = stablehlo.bitcast_convert %iota : (tensor<3x!q>) -> tensor<3xi8>
  check.expect_eq_const %iota_i, dense<[-3, -1, 1]> : tensor<3xi8>
  return
}
