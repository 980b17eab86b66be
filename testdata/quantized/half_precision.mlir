// In bf16 the integers 206 and 207 stand for the same number, 392: comparison is of numbers, movement of integers.
// RUN: pjrt run --device %device %s

!q = !quant.uniform<u8:bf16, 1.9>

func.func @main() {
  %x = stablehlo.constant() <{value = dense<[206, 7]> : tensor<2xui8>}> : () -> tensor<2x!q>
  %y = stablehlo.constant() <{value = dense<[207, 8]> : tensor<2xui8>}> : () -> tensor<2x!q>
  %equal = stablehlo.compare EQ, %x, %y : (tensor<2x!q>, tensor<2x!q>) -> tensor<2xi1>
  check.expect_eq_const %equal, dense<[true, false]> : tensor<2xi1>
  %both = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2x!q>, tensor<2x!q>) -> tensor<4x!q>
  %i = stablehlo.bitcast_convert %both : (tensor<4x!q>) -> tensor<4xui8>
  check.expect_eq_const %i, dense<[206, 7, 207, 8]> : tensor<4xui8>
  return
}
