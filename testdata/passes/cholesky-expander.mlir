// A Cholesky factor is a loop of columns; the triangle that is not read may hold anything, and a matrix that is not
// positive definite gives NaN.
//
// RUN: pjrt opt --passes=cholesky_expander %s | FileCheck %s
// RUN: pjrt opt --passes=cholesky_expander %s | pjrt run --device=%device --input="2x2x2xf32=4 nan 2 5 -1 0 0 1" --input="2x2xcomplex<f64>=(4,0) (0,2) (7,7) (2,0)" --expect="2x2x2xf32=2 0 1 2 nan 0 nan nan" --expect="2x2xcomplex<f64>=(2,0) (0,1) (0,0) (1,0)" -

// CHECK: %cholesky_body
// CHECK-NOT: cholesky(
func.func @main(%a: tensor<2x2x2xf32>, %h: tensor<2x2xcomplex<f64>>)
    -> (tensor<2x2x2xf32>, tensor<2x2xcomplex<f64>>) {
  %0 = stablehlo.cholesky %a, lower = true : tensor<2x2x2xf32>
  %1 = stablehlo.cholesky %h, lower = false : tensor<2x2xcomplex<f64>>
  return %0, %1 : tensor<2x2x2xf32>, tensor<2x2xcomplex<f64>>
}
