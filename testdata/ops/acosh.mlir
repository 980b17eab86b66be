// Near 1 nothing cancels, under it is nothing, and the square of a large number does not overflow; complex numbers on both
// sides of the cut (values from an arbitrary precision library).
//
// RUN: pjrt run --device=%device %s

func.func @main() {
  %x = stablehlo.constant dense<[1.0, 1.0000001192092896, 1.0010000467300415, 2.0, 10000000000.0, 3.0000000054977558E+38, 0x7F800000, 0.5, 0.0, -3.0, -1.0000000200408773E+20, 0x7FC00000]> : tensor<12xf32>
  %y = chlo.acosh %x : tensor<12xf32> -> tensor<12xf32>
  %y_expected = stablehlo.constant dense<[0.0, 0.00048828125, 0.044718679040670395, 1.316957950592041, 23.718997955322266, 89.28999328613281, 0x7F800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<12xf32>
  check.expect_close %y, %y_expected, max_ulp_difference = 1 : tensor<12xf32>, tensor<12xf32>

  %u = stablehlo.constant dense<[1.0, 1.0000001192092896, 1.0010000467300415, 2.0, 10000000000.0, 3.0000000054977558E+38, 0x7FF0000000000000, 0.5, 0.0, -3.0, -1.0000000200408773E+20, 0x7FF8000000000000]> : tensor<12xf64>
  %v = chlo.acosh %u : tensor<12xf64> -> tensor<12xf64>
  %v_expected = stablehlo.constant dense<[0.0, 0.0004882812451493617, 0.0447186782504623, 1.3169578969248168, 23.7189981105004, 89.28999300483437, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<12xf64>
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
  %w = chlo.acosh %z : tensor<9xcomplex<f64>> -> tensor<9xcomplex<f64>>
  %w_expected = stablehlo.constant dense<[
      (1.8301947623375088, 1.4137917320059543),
      (1.621135659801741, 2.8279049830566825),
      (1.0E-300, 1.5707963267948966),
      (1.3169578969248168, 5.773502691896257E-301),
      (1.3169578969248168, -5.773502691896257E-301),
      (1.0E-10, -3.141592653489793),
      (1.511857892036909E-160, -0.7227342478134157),
      (691.8152486690536, 2.356194490192345),
      (369.10676205960726, 1.5707963267948966)]> : tensor<9xcomplex<f64>>
  check.expect_close %w, %w_expected, max_ulp_difference = 6 : tensor<9xcomplex<f64>>, tensor<9xcomplex<f64>>
  return
}
