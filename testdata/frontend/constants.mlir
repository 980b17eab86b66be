// Every spelling of a constant.
//
// RUN: pjrt run --device=%device %s

func.func @main() {
  %0 = stablehlo.constant dense<[[1, -2], [0x10, 4]]> : tensor<2x2xi32>
  check.expect_eq_const %0, dense<"0x01000000FEFFFFFF1000000004000000"> : tensor<2x2xi32>

  // One element fills the array, as a number or as its bytes.
  %1 = stablehlo.constant dense<"0x0000803F"> : tensor<3xf32>
  check.expect_eq_const %1, dense<1.0> : tensor<3xf32>

  // A hexadecimal number is the bit pattern of a float.
  %2 = stablehlo.constant dense<[0x7F800000, 0xC0000000]> : tensor<2xf32>
  %3 = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xf32>
  %4 = stablehlo.is_finite %2 : (tensor<2xf32>) -> tensor<2xi1>
  check.expect_eq_const %4, dense<[false, true]> : tensor<2xi1>

  %5 = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0x3F800000)]> : tensor<2xcomplex<f32>>
  %6 = stablehlo.imag %5 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  check.expect_eq_const %6, dense<[2.0, 1.0]> : tensor<2xf32>

  // Elements under eight bits take a byte each.
  %7 = stablehlo.constant dense<[-1, 1, -2, 0]> : tensor<4xi2>
  %8 = stablehlo.convert %7 : (tensor<4xi2>) -> tensor<4xi32>
  check.expect_eq_const %8, dense<[-1, 1, -2, 0]> : tensor<4xi32>

  // A blob at the end of the file: four bytes of alignment, then the elements.
  %9 = stablehlo.constant dense_resource<weights> : tensor<2xi32>
  check.expect_eq_const %9, dense<[1, 2]> : tensor<2xi32>

  %10 = stablehlo.constant dense<> : tensor<0x3xf32>
  check.expect_eq_const %10, dense<1.0> : tensor<0x3xf32>
  return
}

{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000100000002000000"
    }
  }
#-}
