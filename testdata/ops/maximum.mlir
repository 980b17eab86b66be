// NaN wins over everything, +0 over -0; subnormals are kept.
// RUN: pjrt run --device %device %s
func.func @main() {
  %a = stablehlo.constant dense<[0x7FC00000, 1.0, -0.0, 0.0, 0xFF800000, 0x00000001, -1.0]> : tensor<7xf32>
  %b = stablehlo.constant dense<[1.0, 0x7FC00000, 0.0, -0.0, 0x7F800000, 0.0, -2.0]> : tensor<7xf32>
  %max = stablehlo.maximum %a, %b : tensor<7xf32>
  %bits = stablehlo.bitcast_convert %max : (tensor<7xf32>) -> tensor<7xi32>
  check.expect_eq_const %bits, dense<[0x7FC00000, 0x7FC00000, 0, 0, 0x7F800000, 1, 0xBF800000]> : tensor<7xi32>
  return
}
