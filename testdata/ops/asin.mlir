// Zeros keep their sign, beyond 1 is nothing; complex numbers on both sides of the cuts, near zero and near overflow
// (values from an arbitrary precision library).
//
// RUN: pjrt run --device=%device %s

func.func @main() {
  %x = stablehlo.constant dense<[0.0, -0.0, 9.99994610111476E-41, -3.000000645916E-39, 0.30000001192092896, -0.707099974155426, 0.9999999403953552, 1.0, -1.0, 1.0000001192092896, 0x7F800000, 0x7FC00000]> : tensor<12xf32>
  %y = chlo.asin %x : tensor<12xf32> -> tensor<12xf32>
  %y_expected = stablehlo.constant dense<[0.0, -0.0, 9.99994610111476E-41, -3.000000645916E-39, 0.30469265580177307, -0.7853885293006897, 1.570451021194458, 1.5707963705062866, -1.5707963705062866, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<12xf32>
  check.expect_close %y, %y_expected, max_ulp_difference = 1 : tensor<12xf32>, tensor<12xf32>

  %u = stablehlo.constant dense<[0.0, -0.0, 9.99994610111476E-41, -3.000000645916E-39, 0.30000001192092896, -0.707099974155426, 0.9999999403953552, 1.0, -1.0, 1.0000001192092896, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<12xf64>
  %v = chlo.asin %u : tensor<12xf64> -> tensor<12xf64>
  %v_expected = stablehlo.constant dense<[0.0, -0.0, 9.99994610111476E-41, -3.000000645916E-39, 0.3046926665119266, -0.7853885368480519, 1.5704510598101804, 1.5707963267948966, -1.5707963267948966, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<12xf64>
  check.expect_close %v, %v_expected, max_ulp_difference = 4 : tensor<12xf64>, tensor<12xf64>

  %z = stablehlo.constant dense<[
      (0.5, 3.0),
      (-2.5, 0.75),
      (1.0E-300, 1.0E-300),
      (2.0, 1.0E-300),
      (2.0, -1.0E-300),
      (-1.0, -1.0E-20),
      (0.75, -1.0E-160),
      (-1.0E+300, 1.0E+300),
      (3.0, 1.0E+160)]> : tensor<9xcomplex<f64>>
  %w = chlo.asin %z : tensor<9xcomplex<f64>> -> tensor<9xcomplex<f64>>
  %w_expected = stablehlo.constant dense<[
      (0.15700459478894233, 1.8301947623375088),
      (-1.257108656261786, 1.621135659801741),
      (1.0E-300, 1.0E-300),
      (1.5707963267948966, 1.3169578969248168),
      (1.5707963267948966, -1.3169578969248168),
      (-1.5707963266948965, -1.0E-10),
      (0.848062078981481, -1.511857892036909E-160),
      (-0.7853981633974483, 691.8152486690536),
      (3.0E-160, 369.10676205960726)]> : tensor<9xcomplex<f64>>
  check.expect_close %w, %w_expected, max_ulp_difference = 6 : tensor<9xcomplex<f64>>, tensor<9xcomplex<f64>>
  return
}
