// Factors of matrices without elements: as many as there are matrices, all of them found.
//
// RUN: pjrt run --device=%device %s
func.func @main() {
  %a = stablehlo.constant dense<0.0> : tensor<3x0x0xf32>
  %found = stablehlo.constant dense<0> : tensor<3xi32>
  %cholesky:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<3x0x0xf32>) -> (tensor<3x0x0xf32>, tensor<3xi32>)
  check.expect_eq %cholesky#1, %found : tensor<3xi32>
  %lu:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%a) {mhlo.backend_config = {}} : (tensor<3x0x0xf32>) -> (tensor<3x0x0xf32>, tensor<3x0xi32>, tensor<3xi32>)
  check.expect_eq %lu#2, %found : tensor<3xi32>
  %eigen:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<3x0x0xf32>) -> (tensor<3x0x0xf32>, tensor<3x0xf32>, tensor<3xi32>)
  check.expect_eq %eigen#2, %found : tensor<3xi32>
  return
}
