// Zeros keep their sign, small numbers are themselves, and the square of a large one does not overflow; complex numbers on
// both sides of the cuts (values from an arbitrary precision library).
//
// RUN: pjrt run --device=%device %s

func.func @main() {
  %x = stablehlo.constant dense<[0.0, -0.0, 9.99994610111476E-41, -3.000000645916E-39, 9.999999747378752E-06, -0.30000001192092896, 2.0, -10000000000.0, 3.0000000054977558E+38, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<12xf32>
  %y = chlo.asinh %x : tensor<12xf32> -> tensor<12xf32>
  %y_expected = stablehlo.constant dense<[0.0, -0.0, 9.99994610111476E-41, -3.000000645916E-39, 9.999999747378752E-06, -0.29567307233810425, 1.4436354637145996, -23.718997955322266, 89.28999328613281, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<12xf32>
  check.expect_close %y, %y_expected, max_ulp_difference = 1 : tensor<12xf32>, tensor<12xf32>

  %u = stablehlo.constant dense<[0.0, -0.0, 9.99994610111476E-41, -3.000000645916E-39, 9.999999747378752E-06, -0.30000001192092896, 2.0, -10000000000.0, 3.0000000054977558E+38, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<12xf64>
  %v = chlo.asinh %u : tensor<12xf64> -> tensor<12xf64>
  %v_expected = stablehlo.constant dense<[0.0, -0.0, 9.99994610111476E-41, -3.000000645916E-39, 9.999999747212084E-06, -0.2956730589816015, 1.4436354751788103, -23.7189981105004, 89.28999300483437, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<12xf64>
  check.expect_close %v, %v_expected, max_ulp_difference = 4 : tensor<12xf64>, tensor<12xf64>

  %z = stablehlo.constant dense<[
      (3.0, 0.5),
      (0.75, -2.5),
      (1.0E-300, 1.0E-300),
      (1.0E-300, 2.0),
      (-1.0E-300, 2.0),
      (-1.0E-20, -1.0),
      (-1.0E-160, 0.75),
      (1.0E+300, -1.0E+300),
      (1.0E+160, 3.0)]> : tensor<9xcomplex<f64>>
  %w = chlo.asinh %z : tensor<9xcomplex<f64>> -> tensor<9xcomplex<f64>>
  %w_expected = stablehlo.constant dense<[
      (1.8301947623375088, 0.15700459478894233),
      (1.621135659801741, -1.257108656261786),
      (1.0E-300, 1.0E-300),
      (1.3169578969248168, 1.5707963267948966),
      (-1.3169578969248168, 1.5707963267948966),
      (-1.0E-10, -1.5707963266948965),
      (-1.511857892036909E-160, 0.848062078981481),
      (691.8152486690536, -0.7853981633974483),
      (369.10676205960726, 3.0E-160)]> : tensor<9xcomplex<f64>>
  check.expect_close %w, %w_expected, max_ulp_difference = 6 : tensor<9xcomplex<f64>>, tensor<9xcomplex<f64>>
  return
}
