// LAPACK's further factorizations, as JAX calls them: Schur forms, tridiagonal forms, pivoted QR, and tridiagonal
// systems whose pivots may vanish.
//
// RUN: pjrt run --device=%device %s

// A permutation stands still under the QR iteration; a rotation's block has a diagonal of one number.
func.func @schur() {
  %a = stablehlo.constant dense<[[[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 0.0]],
                                 [[1.0, 0.0, 0.0, 0.0], [0.0, 2.0, -5.0, 0.0], [0.0, 1.0, 4.0, 0.0], [0.0, 0.0, 0.0, 7.0]]]> : tensor<2x4x4xf64>
  %form:6 = stablehlo.custom_call @lapack_dgees_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, sort = 78 : ui8}} : (tensor<2x4x4xf64>) -> (tensor<2x4x4xf64>, tensor<2x4x4xf64>, tensor<2x4xf64>, tensor<2x4xf64>, tensor<2xi32>, tensor<2xi32>)
  %zt = stablehlo.dot_general %form#1, %form#0, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x4x4xf64>, tensor<2x4x4xf64>) -> tensor<2x4x4xf64>
  %back = stablehlo.dot_general %zt, %form#1, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x4x4xf64>, tensor<2x4x4xf64>) -> tensor<2x4x4xf64>
  check.expect_almost_eq %back, %a {tolerance = 1.0e-12} : tensor<2x4x4xf64>
  %imaginary = stablehlo.slice %form#3 [1:2, 0:4] : (tensor<2x4xf64>) -> tensor<1x4xf64>
  check.expect_almost_eq_const %imaginary, dense<[[0.0, 2.0, -2.0, 0.0]]> : tensor<1x4xf64>
  %upper = stablehlo.slice %form#0 [1:2, 1:2, 1:2] : (tensor<2x4x4xf64>) -> tensor<1x1x1xf64>
  %lower = stablehlo.slice %form#0 [1:2, 2:3, 2:3] : (tensor<2x4x4xf64>) -> tensor<1x1x1xf64>
  check.expect_eq %upper, %lower : tensor<1x1x1xf64>
  %found = stablehlo.constant dense<0> : tensor<2xi32>
  check.expect_eq %form#5, %found : tensor<2xi32>
  return
}

func.func @complex_schur() {
  %a = stablehlo.constant dense<[[(0.0, 0.0), (0.0, 2.0)], [(0.0, 2.0), (0.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  %form:5 = stablehlo.custom_call @lapack_cgees_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, sort = 78 : ui8}} : (tensor<2x2xcomplex<f32>>) -> (tensor<2x2xcomplex<f32>>, tensor<2x2xcomplex<f32>>, tensor<2xcomplex<f32>>, tensor<i32>, tensor<i32>)
  %below = stablehlo.slice %form#0 [1:2, 0:1] : (tensor<2x2xcomplex<f32>>) -> tensor<1x1xcomplex<f32>>
  check.expect_eq_const %below, dense<(0.0, 0.0)> : tensor<1x1xcomplex<f32>>
  %squares = stablehlo.multiply %form#2, %form#2 : tensor<2xcomplex<f32>>
  check.expect_almost_eq_const %squares, dense<(-4.0, 0.0)> : tensor<2xcomplex<f32>>
  return
}

// What is no number has no form, and says so.
func.func @no_schur() {
  %a = stablehlo.constant dense<[[1.0, 0x7FC00000], [0.0, 1.0]]> : tensor<2x2xf32>
  %form:6 = stablehlo.custom_call @lapack_sgees_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, sort = 78 : ui8}} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %form#5, dense<1> : tensor<i32>
  return
}

// The triangle that is not named is kept: 9 here, and not read.
func.func @tridiagonal() {
  %a = stablehlo.constant dense<[[1.0, 9.0, 9.0], [3.0, 2.0, 9.0], [4.0, 0.0, 5.0]]> : tensor<3x3xf64>
  %lower:5 = stablehlo.custom_call @lapack_dsytrd_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<3xf64>, tensor<2xf64>, tensor<2xf64>, tensor<i32>)
  check.expect_almost_eq_const %lower#0, dense<[[1.0, 9.0, 9.0], [-5.0, 3.92, 9.0], [0.5, -1.44, 3.08]]> : tensor<3x3xf64>
  check.expect_almost_eq_const %lower#1, dense<[1.0, 3.92, 3.08]> : tensor<3xf64>
  check.expect_almost_eq_const %lower#2, dense<[-5.0, -1.44]> : tensor<2xf64>
  check.expect_almost_eq_const %lower#3, dense<[1.6, 0.0]> : tensor<2xf64>

  %b = stablehlo.constant dense<[[(5.0, 0.0), (0.0, 0.0), (4.0, 0.0)], [(9.0, 0.0), (2.0, 0.0), (3.0, 0.0)], [(9.0, 0.0), (9.0, 0.0), (1.0, 0.0)]]> : tensor<3x3xcomplex<f64>>
  %upper:5 = stablehlo.custom_call @lapack_zhetrd_ffi(%b) {mhlo.backend_config = {uplo = 85 : ui8}} : (tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>, tensor<3xf64>, tensor<2xf64>, tensor<2xcomplex<f64>>, tensor<i32>)
  check.expect_almost_eq_const %upper#1, dense<[3.08, 3.92, 1.0]> : tensor<3xf64>
  check.expect_almost_eq_const %upper#2, dense<[-1.44, -5.0]> : tensor<2xf64>
  check.expect_almost_eq_const %upper#3, dense<[(0.0, 0.0), (1.6, 0.0)]> : tensor<2xcomplex<f64>>
  return
}

// The longest column first, or the one that was asked for.
func.func @pivoted_qr() {
  %a = stablehlo.constant dense<[[3.0, 0.0, 1.0], [4.0, 1.0, 0.0]]> : tensor<2x3xf64>
  %free = stablehlo.constant dense<0> : tensor<3xi32>
  %qr:3 = stablehlo.custom_call @lapack_dgeqp3_ffi(%a, %free) {mhlo.backend_config = {}} : (tensor<2x3xf64>, tensor<3xi32>) -> (tensor<2x3xf64>, tensor<3xi32>, tensor<2xf64>)
  check.expect_eq_const %qr#1, dense<[1, 3, 2]> : tensor<3xi32>
  check.expect_almost_eq_const %qr#0, dense<[[-5.0, -0.6, -0.8], [0.5, -0.8, 0.6]]> : tensor<2x3xf64>
  %second = stablehlo.constant dense<[0, 1, 0]> : tensor<3xi32>
  %other:3 = stablehlo.custom_call @lapack_dgeqp3_ffi(%a, %second) {mhlo.backend_config = {}} : (tensor<2x3xf64>, tensor<3xi32>) -> (tensor<2x3xf64>, tensor<3xi32>, tensor<2xf64>)
  check.expect_eq_const %other#1, dense<[2, 1, 3]> : tensor<3xi32>
  %one = stablehlo.slice %other#0 [0:1, 0:2] : (tensor<2x3xf64>) -> tensor<1x2xf64>
  check.expect_almost_eq_const %one, dense<[[-1.0, -4.0]]> : tensor<1x2xf64>
  return
}

func.func @singular_system() {
  %below = stablehlo.constant dense<[[0.0, 1.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %diagonal = stablehlo.constant dense<[[1.0, 1.0], [0.0, 3.0]]> : tensor<2x2xf32>
  %above = stablehlo.constant dense<[[1.0, 0.0], [2.0, 0.0]]> : tensor<2x2xf32>
  %b = stablehlo.constant dense<[[[1.0], [1.0]], [[4.0], [7.0]]]> : tensor<2x2x1xf32>
  %x = stablehlo.custom_call @tridiagonal_solve_perturbed_ffi(%below, %diagonal, %above, %b) {mhlo.backend_config = {}} : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2x1xf32>) -> tensor<2x2x1xf32>
  check.expect_eq_const %x, dense<[[[1.0], [0.0]], [[1.0], [2.0]]]> : tensor<2x2x1xf32>
  return
}

func.func @main() {
  func.call @schur() : () -> ()
  func.call @complex_schur() : () -> ()
  func.call @no_schur() : () -> ()
  func.call @tridiagonal() : () -> ()
  func.call @pivoted_qr() : () -> ()
  func.call @singular_system() : () -> ()
  return
}
