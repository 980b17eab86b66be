// The error of a power does not grow with its exponent (values from an arbitrary precision library); products of c64
// err by at most two roundings.
//
// RUN: pjrt run --device=%device %s

func.func @main() {
  %z = stablehlo.constant dense<[(1.01, 0.02), (3.0, 4.0), (0.3, -0.7), (0.999, 0.001)]> : tensor<4xcomplex<f64>>
  %w = stablehlo.constant dense<[(1000.0, 0.0), (2.0, 0.0), (500.0, 20.0), (30000.0, -1000.0)]> : tensor<4xcomplex<f64>>
  %power = stablehlo.power %z, %w : tensor<4xcomplex<f64>>
  %expected = stablehlo.constant dense<[(14835.088941194323, 20737.969461308894), (-7.0, 24.0),
      (-5.824785603611953E-50, 7.6767715459592225E-50), (2.3590043159637893E-13, -9.584129321399211E-14)]> : tensor<4xcomplex<f64>>
  check.expect_close %power, %expected, max_ulp_difference = 4 : tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>

  // 0^w, z^0 and a real power keep to the rules.
  %a = stablehlo.constant dense<[(0.0, 0.0), (0.0, 0.0), (2.0, 0.0)]> : tensor<3xcomplex<f64>>
  %b = stablehlo.constant dense<[(2.0, 1.0), (0.0, 0.0), (10.0, 0.0)]> : tensor<3xcomplex<f64>>
  %edges = stablehlo.power %a, %b : tensor<3xcomplex<f64>>
  check.expect_eq_const %edges, dense<[(0.0, 0.0), (1.0, 0.0), (1024.0, 0.0)]> : tensor<3xcomplex<f64>>
  return
}
