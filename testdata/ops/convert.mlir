// Floats to integers saturate, and NaN becomes 0.
// RUN: pjrt run --device %device %s
func.func @main() {
  %x = stablehlo.constant dense<[1.9, -1.9, 300.0, -300.0, 0x7FC00000, 0x7F800000]> : tensor<6xf32>
  %s = stablehlo.convert %x : (tensor<6xf32>) -> tensor<6xi8>
  check.expect_eq_const %s, dense<[1, -1, 127, -128, 0, 127]> : tensor<6xi8>
  %u = stablehlo.convert %x : (tensor<6xf32>) -> tensor<6xui8>
  check.expect_eq_const %u, dense<[1, 0, 255, 0, 0, 255]> : tensor<6xui8>
  return
}
