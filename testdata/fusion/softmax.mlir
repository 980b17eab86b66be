// One kernel: a row's maximum, its exponentials and their sum, and the quotients, while the row is in the cache.
// RUN: pjrt dump %s | FileCheck %s
// CHECK: ENTRY
// CHECK-NEXT: parameter
// CHECK-NEXT: ROOT {{.*}} fusion({{.*}}), kind=kLoop
// RUN: pjrt run --device %device %s --input=64x32xf32=3 --expect=64x32xf32=0.03125
// RUN: pjrt run --device interpreter %s --input=random:1 --output=@%t.npy && pjrt run --device cpu %s --input=random:1 --expect=@%t.npy --rtol=1e-5
func.func @main(%x: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %max = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<64x32xf32>, tensor<f32>) -> tensor<64xf32>
  %m = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<64xf32>) -> tensor<64x32xf32>
  %d = stablehlo.subtract %x, %m : tensor<64x32xf32>
  %e = stablehlo.exponential %d : tensor<64x32xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x32xf32>, tensor<f32>) -> tensor<64xf32>
  %s = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<64xf32>) -> tensor<64x32xf32>
  %r = stablehlo.divide %e, %s : tensor<64x32xf32>
  return %r : tensor<64x32xf32>
}
