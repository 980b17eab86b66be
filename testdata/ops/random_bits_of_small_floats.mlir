// A float under eight bits has the lowest bits of what an integer of eight would have.
//
// RUN: pjrt run --device %device %s
func.func @main() {
  %state = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %0, %bytes = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x40xui8>)
  %1, %four = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x40xf4E2M1FN>)
  %2, %six = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x40xf6E3M2FN>)
  check.expect_eq %0, %1 : tensor<2xui64>
  check.expect_eq %0, %2 : tensor<2xui64>
  %bits = stablehlo.bitcast_convert %four : (tensor<2x40xf4E2M1FN>) -> tensor<2x40xui4>
  %wide = stablehlo.convert %bits : (tensor<2x40xui4>) -> tensor<2x40xui8>
  %fifteen = stablehlo.constant dense<15> : tensor<2x40xui8>
  %low = stablehlo.and %bytes, %fifteen : tensor<2x40xui8>
  check.expect_eq %wide, %low : tensor<2x40xui8>
  // The sign is the highest of the six.
  %positive = stablehlo.constant dense<0.0> : tensor<2x40xf6E3M2FN>
  %negative = stablehlo.compare LT, %six, %positive : (tensor<2x40xf6E3M2FN>, tensor<2x40xf6E3M2FN>) -> tensor<2x40xi1>
  %sixty_three = stablehlo.constant dense<63> : tensor<2x40xui8>
  %code = stablehlo.and %bytes, %sixty_three : tensor<2x40xui8>
  %minus_zero = stablehlo.constant dense<32> : tensor<2x40xui8>
  %above = stablehlo.compare GT, %code, %minus_zero : (tensor<2x40xui8>, tensor<2x40xui8>) -> tensor<2x40xi1>
  check.expect_eq %negative, %above : tensor<2x40xi1>
  return
}
