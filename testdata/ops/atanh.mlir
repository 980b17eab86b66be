// Infinite at 1 and nothing beyond it; complex numbers on both sides of the cuts, near the poles and near overflow
// (values from an arbitrary precision library).
//
// RUN: pjrt run --device=%device %s

func.func @main() {
  %x = stablehlo.constant dense<[0.0, -0.0, 9.99994610111476E-41, -3.000000645916E-39, 9.999999747378752E-06, -0.30000001192092896, 0.9999999403953552, 1.0, -1.0, 1.0000001192092896, 0xFF800000, 0x7FC00000]> : tensor<12xf32>
  %y = chlo.atanh %x : tensor<12xf32> -> tensor<12xf32>
  %y_expected = stablehlo.constant dense<[0.0, -0.0, 9.99994610111476E-41, -3.000000645916E-39, 9.999999747378752E-06, -0.30951961874961853, 8.664340019226074, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<12xf32>
  check.expect_close %y, %y_expected, max_ulp_difference = 1 : tensor<12xf32>, tensor<12xf32>

  %u = stablehlo.constant dense<[0.0, -0.0, 9.99994610111476E-41, -3.000000645916E-39, 9.999999747378752E-06, -0.30000001192092896, 0.9999999403953552, 1.0, -1.0, 1.0000001192092896, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<12xf64>
  %v = chlo.atanh %u : tensor<12xf64> -> tensor<12xf64>
  %v_expected = stablehlo.constant dense<[0.0, -0.0, 9.99994610111476E-41, -3.000000645916E-39, 9.999999747712085E-06, -0.3095196173030337, 8.664339742098155, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<12xf64>
  check.expect_close %v, %v_expected, max_ulp_difference = 4 : tensor<12xf64>, tensor<12xf64>

  %z = stablehlo.constant dense<[
      (0.5, 3.0),
      (-2.5, 0.75),
      (1.0E-300, 1.0E-300),
      (2.0, 1.0E-300),
      (2.0, -1.0E-300),
      (-0.9, 0.1),
      (0.75, -1.0E-160),
      (-1.0E+300, 1.0E+300),
      (3.0, 1.0E+160),
      (1.0, 1.0E-200)]> : tensor<10xcomplex<f64>>
  %w = chlo.atanh %z : tensor<10xcomplex<f64>> -> tensor<10xcomplex<f64>>
  %w_expected = stablehlo.constant dense<[
      (0.048936144281523826, 1.2563981835871803),
      (-0.3790868723420221, 1.4445191889058668),
      (1.0E-300, 1.0E-300),
      (0.5493061443340549, 1.5707963267948966),
      (0.5493061443340549, -1.5707963267948966),
      (-1.2996242578164565, 0.41899061250419506),
      (0.9729550745276566, -2.2857142857142856E-160),
      (-5.0E-301, 1.5707963267948966),
      (3.0E-320, 1.5707963267948966),
      (230.60508288968455, 0.7853981633974483)]> : tensor<10xcomplex<f64>>
  check.expect_close %w, %w_expected, max_ulp_difference = 6 : tensor<10xcomplex<f64>>, tensor<10xcomplex<f64>>
  return
}
