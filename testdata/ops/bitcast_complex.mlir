// A wide complex number is two narrow ones: each of its parts has the bits of one, real part first.
// RUN: pjrt run --device=%device %s
func.func @main() {
  // 1.0 and -0.0 of f32 below and above in the real part, 2.5 and infinity in the imaginary one
  %narrow = stablehlo.constant dense<[(1.0, -0.0), (2.5, 0x7F800000)]> : tensor<2xcomplex<f32>>
  %wide = stablehlo.bitcast_convert %narrow : (tensor<2xcomplex<f32>>) -> tensor<complex<f64>>
  check.expect_eq_const %wide, dense<(0x800000003F800000, 0x7F80000040200000)> : tensor<complex<f64>>
  %back = stablehlo.bitcast_convert %wide : (tensor<complex<f64>>) -> tensor<2xcomplex<f32>>
  check.expect_eq_const %back, dense<[(1.0, -0.0), (2.5, 0x7F800000)]> : tensor<2xcomplex<f32>>

  // Where both are computed.
  %rows = stablehlo.iota dim = 0 : tensor<3x2xcomplex<f32>>
  %joined = stablehlo.bitcast_convert %rows : (tensor<3x2xcomplex<f32>>) -> tensor<3xcomplex<f64>>
  %apart = stablehlo.bitcast_convert %joined : (tensor<3xcomplex<f64>>) -> tensor<3x2xcomplex<f32>>
  check.expect_eq %apart, %rows : tensor<3x2xcomplex<f32>>
  check.expect_eq_const %joined, dense<[(0.0, 0.0), (0x000000003F800000, 0x000000003F800000), (0x0000000040000000, 0x0000000040000000)]> : tensor<3xcomplex<f64>>
  return
}
