// Zeros keep their sign, small numbers are themselves; complex numbers where a factor alone overflows
// (values from an arbitrary precision library).
//
// RUN: pjrt run --device=%device %s

func.func @main() {
  %u = stablehlo.constant dense<[0.0, -0.0, 9.99994610111476E-41, 9.999999747378752E-06, -0.30000001192092896, 2.0, 22.5, -700.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<11xf64>
  %v = chlo.sinh %u : tensor<11xf64> -> tensor<11xf64>
  %v_expected = stablehlo.constant dense<[0.0, -0.0, 9.99994610111476E-41, 9.999999747545419E-06, -0.3045203059085488, 3.6268604078470186, 2955261031.5116453, -5.0711602736750225E+303, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<11xf64>
  check.expect_close %v, %v_expected, max_ulp_difference = 4 : tensor<11xf64>, tensor<11xf64>

  %z = stablehlo.constant dense<[
      (0.5, 3.0),
      (-2.5, 0.75),
      (1.0E-300, 1.0E-300),
      (0.0, 1.5),
      (-25.0, 2.0),
      (709.9, 1.0),
      (710.0, -0.5),
      (3.0, 1.0E-200)]> : tensor<8xcomplex<f64>>
  %w = chlo.sinh %z : tensor<8xcomplex<f64>> -> tensor<8xcomplex<f64>>
  %w_expected = stablehlo.constant dense<[
      (-0.5158804424525267, 0.15913058529844),
      (-4.426867273187325, 4.1800061970220925),
      (1.0E-300, 1.0E-300),
      (0.0, 0.9974949866040544),
      (14982305537.57428, 32736934843.163605),
      (5.460840960039995E+307, 8.504755894278182E+307),
      (9.802574250689392E+307, -5.355170720030244E+307),
      (10.017874927409903, 1.0067661995777766E-199)]> : tensor<8xcomplex<f64>>
  check.expect_close %w, %w_expected, max_ulp_difference = 6 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}
