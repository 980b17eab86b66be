// A subnormal part times an exponential beyond the type's range.
// RUN: pjrt run --device=%device %s
func.func @main() {
  %up = stablehlo.constant dense<[(5.0e-324, -800.0), (5.0e-324, 1.0e30)]> : tensor<2xcomplex<f64>>
  %right = stablehlo.constant dense<[(-800.0, 5.0e-324), (1.0e30, 5.0e-324)]> : tensor<2xcomplex<f64>>
  %z:2 = stablehlo.optimization_barrier %up, %right : tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>
  %sine = stablehlo.sine %z#0 : tensor<2xcomplex<f64>>
  %cosine = stablehlo.cosine %z#0 : tensor<2xcomplex<f64>>
  %sinh = chlo.sinh %z#1 : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>
  %cosh = chlo.cosh %z#1 : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>
  %sine_expected = stablehlo.constant dense<[(6.735040068879738e23, 0xFFF0000000000000), (0x7FF0000000000000, 0x7FF0000000000000)]> : tensor<2xcomplex<f64>>
  %cosine_expected = stablehlo.constant dense<[(0x7FF0000000000000, 6.735040068879738e23), (0x7FF0000000000000, 0xFFF0000000000000)]> : tensor<2xcomplex<f64>>
  %sinh_expected = stablehlo.constant dense<[(0xFFF0000000000000, 6.735040068879738e23), (0x7FF0000000000000, 0x7FF0000000000000)]> : tensor<2xcomplex<f64>>
  %cosh_expected = stablehlo.constant dense<[(0x7FF0000000000000, -6.735040068879738e23), (0x7FF0000000000000, 0x7FF0000000000000)]> : tensor<2xcomplex<f64>>
  check.expect_close %sine, %sine_expected, max_ulp_difference = 3 : tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>
  check.expect_close %cosine, %cosine_expected, max_ulp_difference = 3 : tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>
  check.expect_close %sinh, %sinh_expected, max_ulp_difference = 3 : tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>
  check.expect_close %cosh, %cosh_expected, max_ulp_difference = 3 : tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>
  return
}
