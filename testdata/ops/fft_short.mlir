// Transforms of up to 64 points agree with NumPy's to the last bit (numpy.fft.rfft and irfft of these arrays).
//
// RUN: pjrt run --device=%device %s

func.func @main() {
  %x = stablehlo.constant dense<[1.0, 0.5, -2.0, 0.25, 3.0, -1.5, 0.75]> : tensor<7xf64>
  %y = stablehlo.fft %x, type = RFFT, length = [7] : (tensor<7xf64>) -> tensor<4xcomplex<f64>>
  check.expect_eq_const %y, dense<[(2.0, 0.0), (-0.3699632995123445, 1.876102109281204), (5.901581726253958, -2.123246468300405), (-3.0316184267416126, 2.3986069520453897)]> : tensor<4xcomplex<f64>>

  %z = stablehlo.constant dense<[(1.0, 0.0), (0.1, 0.2), (-0.3, 0.7), (0.9, -1.1), (2.0, 5.0)]> : tensor<5xcomplex<f64>>
  %w = stablehlo.fft %z, type = IRFFT, length = [9] : (tensor<5xcomplex<f64>>) -> tensor<9xf64>
  check.expect_eq_const %w, dense<[0.7111111111111111, -0.7511713271269581, 0.8236213207955168, -0.7549142926733274, 1.4070506150353204, -1.3743778326710643, 0.9771365148955495, 0.012539341533559362, -0.05099545089970764]> : tensor<9xf64>

  // The imaginary part in the middle of an even length has no place in a real signal.
  %v = stablehlo.fft %z, type = IRFFT, length = [8] : (tensor<5xcomplex<f64>>) -> tensor<8xf64>
  check.expect_eq_const %v, dense<[0.55, -0.2823223304703363, 0.125, 0.35052038200428276, 0.04999999999999999, -0.3176776695296637, 0.775, -0.2505203820042828]> : tensor<8xf64>

  %f = stablehlo.fft %z, type = FFT, length = [5] : (tensor<5xcomplex<f64>>) -> tensor<5xcomplex<f64>>
  check.expect_eq_const %f, dense<[(3.7, 4.8), (-2.3435323325278636, 4.442844852211465), (-5.046796431897569, -4.354971008698191), (4.019745448772726, -4.30601932830122), (4.6705833156527055, -0.5818545152120538)]> : tensor<5xcomplex<f64>>
  return
}
