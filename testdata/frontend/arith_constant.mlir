// Constants of the dialect arith, which some writers leave in StableHLO.
// RUN: pjrt run --device=%device %s
// RUN: pjrt dump --stage=hlo %s | FileCheck %s --check-prefix=HLO

// HLO: s32[2]{0} constant({1, -2})
// HLO: broadcast
func.func @main() {
  %integers = arith.constant dense<[1, -2]> : tensor<2xi32>
  check.expect_eq_const %integers, dense<[1, -2]> : tensor<2xi32>
  %floats = "arith.constant"() {value = dense<1.5> : tensor<2xf32>} : () -> tensor<2xf32>
  check.expect_eq_const %floats, dense<1.5> : tensor<2xf32>
  return
}
