// Bias, residual and relu are applied to rows of the product while these are in a cache, in the result's memory.
// RUN: pjrt dump %s | FileCheck %s
// CHECK: dot(
// CHECK: ROOT {{.*}} maximum(
// CHECK: ENTRY
// CHECK: ROOT {{.*}} fusion({{.*}}), kind=kOutput
// RUN: pjrt dump %s --stage=thunks | FileCheck %s --check-prefix=THUNKS
// THUNKS: gemm {{.*}} -> ([[OUT:[0-9]+]][0, {{[0-9]+}}]) then k0
// THUNKS-NOT: kernel
// RUN: pjrt run --device %device %s --input=iota --input=iota --input=iota --expect='3x5xf32=[150 160 170 180 190][395 430 465 500 535][640 700 760 820 880]'
func.func @main(%x: tensor<3x5xf32>, %w: tensor<5x5xf32>, %bias: tensor<5xf32>) -> tensor<3x5xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<3x5xf32>
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<3x5xf32>, tensor<5x5xf32>) -> tensor<3x5xf32>
  %b = stablehlo.broadcast_in_dim %bias, dims = [1] : (tensor<5xf32>) -> tensor<3x5xf32>
  %biased = stablehlo.add %y, %b : tensor<3x5xf32>
  %less = stablehlo.subtract %biased, %x : tensor<3x5xf32>
  %r = stablehlo.maximum %less, %zero : tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}
