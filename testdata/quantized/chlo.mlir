// CHLO's broadcasting operations stretch the numbers.
// RUN: pjrt run --device %device %s

!q = !quant.uniform<i8:f32, 0.5:-3>
!r = !quant.uniform<i8:f32, 0.25:10>
func.func @main() {
  %x = stablehlo.constant() <{value = dense<[[-3, -1], [1, 5]]> : tensor<2x2xi8>}> : () -> tensor<2x2x!q>
  %y = stablehlo.constant() <{value = dense<[14, 6]> : tensor<2xi8>}> : () -> tensor<2x!r>
  %s = chlo.broadcast_add %x, %y : (tensor<2x2x!q>, tensor<2x!r>) -> tensor<2x2x!q>
  check.expect_eq_const %s, dense<[[-1, -3], [3, 3]]> : tensor<2x2x!q>
  %c = chlo.broadcast_compare %x, %y {comparison_direction = #chlo<comparison_direction GT>} : (tensor<2x2x!q>, tensor<2x!r>) -> tensor<2x2xi1>
  check.expect_eq_const %c, dense<[[false, true], [true, true]]> : tensor<2x2xi1>
  return
}
