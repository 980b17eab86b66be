// QR factors of complex matrices: numbers that LAPACK gives, and factors whose product is the matrix. A column with nothing
// below a real diagonal is left as it is; one with a complex diagonal is not.
//
// RUN: pjrt opt --passes=qr_expander %s | FileCheck %s
// RUN: pjrt opt --passes=qr_expander %s | pjrt run --device=%device --input="3x2xcomplex<f64>=1 2 3 -1 0 2 1 1 -1 0 0.5 -2" --input="2x1xcomplex<f64>=3 0 0 0" --input="2x1xcomplex<f64>=0 2 0 0" --expect="3x2xcomplex<f64>=-3.16227766016838 0 -0.790569415042095 2.21359436211787 0.187577182262989 0.390374157645286 3.27490457876256 0 -0.195187078822643 0.0937885911314945 -0.241524499203157 0.69640128711828" --expect="2xcomplex<f64>=1.31622776601684 0.632455532033676 1.29482645950438 -0.0375756392376332" --expect="3x2xcomplex<f64>=1 2 3 -1 0 2 1 1 -1 0 0.5 -2" --expect="2x1xcomplex<f64>=3 0 0 0" --expect="2x1xcomplex<f64>=-2 0 0 0" --rtol=1e-12 --atol=1e-12 -
// RUN: pjrt run --device=cpu --input="3x2xcomplex<f64>=1 2 3 -1 0 2 1 1 -1 0 0.5 -2" --input="2x1xcomplex<f64>=3 0 0 0" --input="2x1xcomplex<f64>=0 2 0 0" --expect="3x2xcomplex<f64>=-3.16227766016838 0 -0.790569415042095 2.21359436211787 0.187577182262989 0.390374157645286 3.27490457876256 0 -0.195187078822643 0.0937885911314945 -0.241524499203157 0.69640128711828" --expect="2xcomplex<f64>=1.31622776601684 0.632455532033676 1.29482645950438 -0.0375756392376332" --expect="3x2xcomplex<f64>=1 2 3 -1 0 2 1 1 -1 0 0.5 -2" --expect="2x1xcomplex<f64>=3 0 0 0" --expect="2x1xcomplex<f64>=-2 0 0 0" --rtol=1e-12 --atol=1e-12 %s

// CHECK-DAG: %qr_body
// CHECK-DAG: %reflections_body
// CHECK-NOT: custom_call_target="Qr"
// CHECK-NOT: custom_call_target="ProductOf
func.func @main(%a: tensor<3x2xcomplex<f64>>, %real: tensor<2x1xcomplex<f64>>, %turned: tensor<2x1xcomplex<f64>>)
    -> (tensor<3x2xcomplex<f64>>, tensor<2xcomplex<f64>>, tensor<3x2xcomplex<f64>>, tensor<2x1xcomplex<f64>>, tensor<2x1xcomplex<f64>>) {
  %r, %tau = stablehlo.custom_call @Qr(%a) : (tensor<3x2xcomplex<f64>>) -> (tensor<3x2xcomplex<f64>>, tensor<2xcomplex<f64>>)
  %q = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%r, %tau)
      : (tensor<3x2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  %top = stablehlo.slice %r [0:2, 0:2] : (tensor<3x2xcomplex<f64>>) -> tensor<2x2xcomplex<f64>>
  %row = stablehlo.iota dim = 0 : tensor<2x2xi32>
  %column = stablehlo.iota dim = 1 : tensor<2x2xi32>
  %upper = stablehlo.compare LE, %row, %column : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
  %zero = stablehlo.constant dense<(0.0, 0.0)> : tensor<2x2xcomplex<f64>>
  %factor = stablehlo.select %upper, %top, %zero : tensor<2x2xi1>, tensor<2x2xcomplex<f64>>
  %whole = stablehlo.dot_general %q, %factor, contracting_dims = [1] x [0]
      : (tensor<3x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  %s, %sigma = stablehlo.custom_call @Qr(%real) : (tensor<2x1xcomplex<f64>>) -> (tensor<2x1xcomplex<f64>>, tensor<1xcomplex<f64>>)
  %t, %theta = stablehlo.custom_call @Qr(%turned) : (tensor<2x1xcomplex<f64>>) -> (tensor<2x1xcomplex<f64>>, tensor<1xcomplex<f64>>)
  return %r, %tau, %whole, %s, %t
      : tensor<3x2xcomplex<f64>>, tensor<2xcomplex<f64>>, tensor<3x2xcomplex<f64>>, tensor<2x1xcomplex<f64>>, tensor<2x1xcomplex<f64>>
}
