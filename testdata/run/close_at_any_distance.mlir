// The greatest distance is all bits, which some print as -1: numbers without a distance have it.
// RUN: pjrt run --device %device %s
func.func @main() {
  %x = stablehlo.constant dense<[0x7FC00000, 1.0]> : tensor<2xf32>
  %y = stablehlo.constant dense<[1.0, 0x7FC00000]> : tensor<2xf32>
  check.expect_close %x, %y, max_ulp_difference = 18446744073709551615, min_ulp_difference = 18446744073709551615 : tensor<2xf32>, tensor<2xf32>
  return
}
