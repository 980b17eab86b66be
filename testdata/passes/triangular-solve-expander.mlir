// A triangular solve is a loop of rows, from either side, with what is in the other triangle left alone.
//
// RUN: pjrt opt --passes=triangular_solve_expander %s | FileCheck %s
// RUN: pjrt opt --passes=triangular_solve_expander %s | pjrt run --device=%device --input="2x2xf32=2 nan 1 4" --input="2x2xf32=2 4 9 6" --input="2x2xcomplex<f64>=(2,0) (0,1) (5,5) (1,0)" --input="1x2xcomplex<f64>=(2,0) (4,0)" --expect="2x2xf32=1 2 2 1" --expect="1x2xcomplex<f64>=(1,2) (4,0)" -

// CHECK: %triangular_solve_body
// CHECK-NOT: triangular-solve(
func.func @main(%a: tensor<2x2xf32>, %b: tensor<2x2xf32>, %c: tensor<2x2xcomplex<f64>>, %d: tensor<1x2xcomplex<f64>>)
    -> (tensor<2x2xf32>, tensor<1x2xcomplex<f64>>) {
  %0 = "stablehlo.triangular_solve"(%a, %b) {
    left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  } : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  // x · adjoint([[2, i], [_, 1]]) = [2, 4]
  %1 = "stablehlo.triangular_solve"(%c, %d) {
    left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>
  } : (tensor<2x2xcomplex<f64>>, tensor<1x2xcomplex<f64>>) -> tensor<1x2xcomplex<f64>>
  return %0, %1 : tensor<2x2xf32>, tensor<1x2xcomplex<f64>>
}
