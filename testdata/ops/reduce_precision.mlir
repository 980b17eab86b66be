// Ties go to the even neighbour, as the type stores it: with no mantissa bits left that is the even exponent field.
//
// RUN: pjrt run --device=%device %s

func.func @main() {
  // 1, 2, 4 and 8 are stored as 127, 128, 129 and 130.
  %x = stablehlo.constant dense<[1.5, 3.0, -6.0, 1.25, 0x7FC00000]> : tensor<5xf32>
  %0 = stablehlo.reduce_precision %x, format = e8m0 : tensor<5xf32>
  check.expect_eq_const %0, dense<[2.0, 2.0, -8.0, 1.0, 0x7F800000]> : tensor<5xf32>

  // In f16 as 15 and 16.
  %y = stablehlo.constant dense<[1.5, 3.0]> : tensor<2xf16>
  %1 = stablehlo.reduce_precision %y, format = e5m0 : tensor<2xf16>
  check.expect_eq_const %1, dense<2.0> : tensor<2xf16>

  // A subnormal number (3 2^-16) keeps its last place where the exponent bits stay; with fewer it is no number.
  %z = stablehlo.constant dense<[1.25, 1.75, 4.57763672E-5]> : tensor<3xf8E5M2>
  %2 = stablehlo.reduce_precision %z, format = e5m1 : tensor<3xf8E5M2>
  check.expect_eq_const %2, dense<[1.0, 2.0, 6.10351563E-5]> : tensor<3xf8E5M2>
  %3 = stablehlo.reduce_precision %z, format = e4m1 : tensor<3xf8E5M2>
  check.expect_eq_const %3, dense<[1.0, 2.0, 0.0]> : tensor<3xf8E5M2>
  return
}
