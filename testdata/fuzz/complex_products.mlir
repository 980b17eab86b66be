// Complex operands of less width than their product, and cosh of an argument of which a part is lost in steps.
// RUN: pjrt run --device %device %s

func.func @main() {
  %x = stablehlo.constant dense<[(1.0, 2.0), (3.0, 0.0)]> : tensor<2xcomplex<f32>>
  %y = stablehlo.constant dense<[(0.0, 1.0), (2.0, -1.0)]> : tensor<2xcomplex<f32>>
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<complex<f64>>
  check.expect_eq_const %0, dense<(4.0, -2.0)> : tensor<complex<f64>>
  %z = stablehlo.constant dense<(-0.0, -9.0e+18)> : tensor<complex<f64>>
  %1 = stablehlo.optimization_barrier %z : tensor<complex<f64>>
  %2 = stablehlo.cosine %1 : tensor<complex<f64>>
  %3 = stablehlo.real %2 : (tensor<complex<f64>>) -> tensor<f64>
  check.expect_eq_const %3, dense<0x7FF0000000000000> : tensor<f64>
  return
}
