// Where the specification is silent: x/0 is all ones, x%0 is x, and the least integer over -1 wraps.
// RUN: pjrt run --device %device %s
func.func @main() {
  %a = stablehlo.constant dense<[7, -7, -2147483648, 5]> : tensor<4xi32>
  %b = stablehlo.constant dense<[2, 2, -1, 0]> : tensor<4xi32>
  %q = stablehlo.divide %a, %b : tensor<4xi32>
  check.expect_eq_const %q, dense<[3, -3, -2147483648, -1]> : tensor<4xi32>
  %r = stablehlo.remainder %a, %b : tensor<4xi32>
  check.expect_eq_const %r, dense<[1, -1, 0, 5]> : tensor<4xi32>
  return
}
