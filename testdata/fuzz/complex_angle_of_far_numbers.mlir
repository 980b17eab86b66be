// The side of the branch cut is the sign of a sum of products that are too small for the type.
// RUN: pjrt run --device=%device %s
func.func @main() {
  %y = stablehlo.constant dense<(0xC043B73B96A83A0D, 0x4045CD5C35B4B7E4)> : tensor<complex<f64>>
  %x = stablehlo.constant dense<(0x0000000000000001, 0xFFEFFFFFFFFFFFFF)> : tensor<complex<f64>>
  %far:2 = stablehlo.optimization_barrier %y, %x : tensor<complex<f64>>, tensor<complex<f64>>
  %angle = stablehlo.atan2 %far#0, %far#1 : tensor<complex<f64>>
  %re = stablehlo.real %angle : (tensor<complex<f64>>) -> tensor<f64>
  %expected = stablehlo.constant dense<-2.4255739577474110e-307> : tensor<f64>
  check.expect_close %re, %expected, max_ulp_difference = 2 : tensor<f64>, tensor<f64>
  return
}
