// Equality is that of integers, nearness that of the numbers that they stand for.
// RUN: pjrt run --device %device %s
// RUN: sed '/expect_eq_const/s/dense<\[3, 4\]>/dense<[3, 5]>/' %s > %t.mlir; exits 1 pjrt run --device %device %t.mlir 2>&1 | FileCheck %s
// CHECK: check.expect_eq

!q = !quant.uniform<i8:f32, 0.5:-3>
!r = !quant.uniform<i8:f32, 0.25:1>

func.func @main() {
  %q = stablehlo.constant() <{value = dense<[3, 4]> : tensor<2xi8>}> : () -> tensor<2x!q>
  %p = stablehlo.constant() <{value = dense<[3, 4]> : tensor<2xi8>}> : () -> tensor<2x!q>
  %r = stablehlo.constant() <{value = dense<[13, 15]> : tensor<2xi8>}> : () -> tensor<2x!r>
  check.expect_eq_const %p, dense<[3, 4]> : tensor<2x!q>
  check.expect_eq %q, %p : tensor<2x!q>
  "check.expect_almost_eq"(%p, %r) : (tensor<2x!q>, tensor<2x!r>) -> ()
  "check.expect_close"(%p, %r) : (tensor<2x!q>, tensor<2x!r>) -> ()
  stablehlo.custom_call @check.expect_almost_eq(%p, %r) {has_side_effect = true} : (tensor<2x!q>, tensor<2x!r>) -> ()
  %0 = stablehlo.custom_call @check.eq(%p, %q) : (tensor<2x!q>, tensor<2x!q>) -> tensor<i1>
  return
}
