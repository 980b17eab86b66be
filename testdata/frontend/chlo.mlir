// Operations of CHLO are decomposed. Where they have hard cases, these are some: zeros of both signs, poles, infinities,
// results that would overflow half way.
//
// RUN: pjrt run --device=%device %s

func.func @main() {
  %x = stablehlo.constant dense<[0.0, 0.5, -1.0, 2.0]> : tensor<4xf64>
  %asin = chlo.asin %x : tensor<4xf64> -> tensor<4xf64>
  %nan = stablehlo.constant dense<[0.0, 0.5235987755982989, -1.5707963267948966, 0x7FF8000000000000]> : tensor<4xf64>
  check.expect_close %asin, %nan, max_ulp_difference = 2 : tensor<4xf64>, tensor<4xf64>

  %one = stablehlo.constant dense<[1.0, -1.0, 0.5]> : tensor<3xf32>
  %inverse = chlo.erf_inv %one : tensor<3xf32> -> tensor<3xf32>
  check.expect_almost_eq_const %inverse, dense<[0x7F800000, 0xFF800000, 0.476936281]> : tensor<3xf32>, tolerance = 0.0000001

  // log(gamma(-0.5)) = log(2 sqrt(pi)); a pole at -1
  %g = stablehlo.constant dense<[-0.5, -1.0, 1.0, 171.0]> : tensor<4xf64>
  %lgamma = chlo.lgamma %g : tensor<4xf64> -> tensor<4xf64>
  check.expect_almost_eq_const %lgamma, dense<[1.2655121234846454, 0x7FF0000000000000, 0.0, 706.57306224578736]>
      : tensor<4xf64>, tolerance = 0.000000000001

  // The branch cut of the inverse sine: the sign of a zero says on which side.
  %z = stablehlo.constant dense<[(2.0, 0.0), (2.0, -0.0), (1.0e300, 1.0e300)]> : tensor<3xcomplex<f64>>
  %w = chlo.asin %z : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  %expected = stablehlo.constant dense<[(1.5707963267948966, 1.3169578969248166), (1.5707963267948966, -1.3169578969248166),
      (0.78539816339744828, 691.81524866905350)]> : tensor<3xcomplex<f64>>
  check.expect_close %w, %expected, max_ulp_difference = 3 : tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>

  %zero = stablehlo.constant dense<[0.0, 1.0, -1.0]> : tensor<3xf32>
  %towards = stablehlo.constant dense<[-1.0, 2.0, 0.0]> : tensor<3xf32>
  %next = chlo.next_after %zero, %towards : tensor<3xf32>, tensor<3xf32> -> tensor<3xf32>
  check.expect_eq_const %next, dense<[0x80000001, 0x3F800001, 0xBF7FFFFF]> : tensor<3xf32>

  %a = stablehlo.constant dense<[-9223372036854775808, 4294967296]> : tensor<2xi64>
  %b = stablehlo.constant dense<[-9223372036854775808, -4294967296]> : tensor<2xi64>
  %high = chlo.mulhi %a, %b : tensor<2xi64>, tensor<2xi64> -> tensor<2xi64>
  check.expect_eq_const %high, dense<[4611686018427387904, -1]> : tensor<2xi64>

  // Dimensions are matched from the last.
  %column = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %row = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %sum = chlo.broadcast_add %column, %row : (tensor<2x1xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %sum, dense<[[11, 21], [12, 22]]> : tensor<2x2xi32>
  return
}
