// An exponential that a broadcast would repeat for every column is computed first, by itself.
// RUN: pjrt dump %s | FileCheck %s
// CHECK: ENTRY
// CHECK: exponential(
// CHECK: ROOT {{.*}} fusion(
func.func @main(%x: tensor<64xf32>, %y: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %e = stablehlo.exponential %x : tensor<64xf32>
  %b = stablehlo.broadcast_in_dim %e, dims = [1] : (tensor<64xf32>) -> tensor<32x64xf32>
  %r = stablehlo.add %b, %y : tensor<32x64xf32>
  return %r : tensor<32x64xf32>
}
