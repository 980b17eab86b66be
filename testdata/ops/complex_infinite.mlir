// What C's Annex G says of exponentials and logarithms at infinity and at their poles; but e^±∞ without a direction is
// NaN, as in StableHLO's tests of the exponential. check.expect_close tells no zero's sign.
//
// RUN: pjrt run --device=%device %s

func.func @main() {
  %z = stablehlo.constant dense<[
      (0xFF800000, 0x7F800000), (0xFF800000, 0xFF800000), (0xFF800000, 0x7FC00000), (0xFF800000, 2.0), (0x7F800000, 0.0)
  ]> : tensor<5xcomplex<f32>>
  %exponential = stablehlo.exponential %z : tensor<5xcomplex<f32>>
  %exponential_expected = stablehlo.constant dense<[
      (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (0.0, 0.0), (0x7F800000, 0.0)]> : tensor<5xcomplex<f32>>
  check.expect_close %exponential, %exponential_expected, max_ulp_difference = 0 : tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>
  %minus_one = stablehlo.exponential_minus_one %z : tensor<5xcomplex<f32>>
  %minus_one_expected = stablehlo.constant dense<[
      (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (-1.0, 0.0), (0x7F800000, 0.0)]> : tensor<5xcomplex<f32>>
  check.expect_close %minus_one, %minus_one_expected, max_ulp_difference = 0 : tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>
  %logistic = stablehlo.logistic %z : tensor<5xcomplex<f32>>
  %logistic_expected = stablehlo.constant dense<[
      (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (0.0, 0.0), (1.0, 0.0)]> : tensor<5xcomplex<f32>>
  check.expect_close %logistic, %logistic_expected, max_ulp_difference = 0 : tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>

  // Poles of the inverse hyperbolic tangent lie on the real axis.
  %pole = stablehlo.constant dense<[(1.0, 0.0), (1.0, -0.0), (-1.0, 0.0), (-1.0, -0.0)]> : tensor<4xcomplex<f64>>
  %atanh = chlo.atanh %pole : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  %real = stablehlo.real %atanh : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  %imag = stablehlo.imag %atanh : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  check.expect_eq_const %real, dense<[0x7FF0000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000]> : tensor<4xf64>
  %sides = stablehlo.bitcast_convert %imag : (tensor<4xf64>) -> tensor<4xui64>
  check.expect_eq_const %sides, dense<[0, 0x8000000000000000, 0, 0x8000000000000000]> : tensor<4xui64>
  return
}
