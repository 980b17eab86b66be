// LAPACK's Cholesky factor and triangular solve, which JAX asks for by name, are operations. `info` is the order of the
// first leading minor that is not positive definite; what is in the other triangle stays.
//
// RUN: pjrt dump --after=lapack-rewriter %s | FileCheck %s
// RUN: pjrt run --device=%device %s

// CHECK: cholesky(
// CHECK: triangular-solve(
// CHECK-NOT: custom_call_target="lapack
func.func @main() {
  %a = stablehlo.constant dense<[[[4.0, 9.0], [2.0, 5.0]], [[1.0, 3.0], [1.0, 1.0]], [[-1.0, 0.0], [0.0, 1.0]]]>
      : tensor<3x2x2xf64>
  %l, %info = stablehlo.custom_call @lapack_dpotrf_ffi(%a) {
    mhlo.backend_config = {uplo = 76 : ui8}, api_version = 4 : i32
  } : (tensor<3x2x2xf64>) -> (tensor<3x2x2xf64>, tensor<3xi32>)
  check.expect_eq_const %info, dense<[0, 2, 1]> : tensor<3xi32>
  %good = stablehlo.slice %l [0:1, 0:2, 0:2] : (tensor<3x2x2xf64>) -> tensor<1x2x2xf64>
  check.expect_eq_const %good, dense<[[[2.0, 9.0], [1.0, 2.0]]]> : tensor<1x2x2xf64>

  // The upper factor of a Hermitian matrix: [[2, i], [0, 1]].
  %h = stablehlo.constant dense<[[(4.0, 0.0), (0.0, 2.0)], [(7.0, 0.0), (2.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  %u, %fine = stablehlo.custom_call @lapack_cpotrf_ffi(%h) {
    mhlo.backend_config = {uplo = 85 : ui8}, api_version = 4 : i32
  } : (tensor<2x2xcomplex<f32>>) -> (tensor<2x2xcomplex<f32>>, tensor<i32>)
  check.expect_eq_const %fine, dense<0> : tensor<i32>
  check.expect_eq_const %u, dense<[[(2.0, 0.0), (0.0, 1.0)], [(7.0, 0.0), (1.0, 0.0)]]> : tensor<2x2xcomplex<f32>>

  %t = stablehlo.constant dense<[[2.0, 0.0], [1.0, 4.0]]> : tensor<2x2xf32>
  %b = stablehlo.constant dense<[[2.0, 4.0], [9.0, 6.0]]> : tensor<2x2xf32>
  %x = stablehlo.custom_call @lapack_strsm_ffi(%t, %b) {
    mhlo.backend_config = {side = 76 : ui8, uplo = 76 : ui8, trans_x = 78 : ui8, diag = 78 : ui8}, api_version = 4 : i32
  } : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %x, dense<[[1.0, 2.0], [2.0, 1.0]]> : tensor<2x2xf32>
  return
}
