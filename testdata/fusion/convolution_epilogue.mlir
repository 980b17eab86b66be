// A convolution's bias and activation, for features that are neighbours and for positions that are.
// RUN: pjrt dump %s --stage=thunks | FileCheck %s
// CHECK-COUNT-2: convolution {{.*}} then k
// CHECK-NOT: kernel
// RUN: mkdir -p %t && pjrt run --device interpreter %s --input=random:1 --input=random:2 --input=random:3 --input=random:4 --outputs-to=%t && pjrt run --device cpu %s --input=random:1 --input=random:2 --input=random:3 --input=random:4 --expect=@%t/0.npy --expect=@%t/1.npy --rtol=1e-4 --atol=1e-5
func.func @main(%x: tensor<2x9x9x3xf32>, %k: tensor<3x3x3x10xf32>, %bias: tensor<10xf32>, %z: tensor<2x3x9x9xf32>) -> (tensor<2x9x9x10xf32>, tensor<2x10x9x9xf32>) {
  %a = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x9x3xf32>, tensor<3x3x3x10xf32>) -> tensor<2x9x9x10xf32>
  %b = stablehlo.broadcast_in_dim %bias, dims = [3] : (tensor<10xf32>) -> tensor<2x9x9x10xf32>
  %c = stablehlo.add %a, %b : tensor<2x9x9x10xf32>
  %d = stablehlo.tanh %c : tensor<2x9x9x10xf32>
  %e = stablehlo.convolution(%z, %k) dim_numbers = [b, f, 0, 1]x[0, 1, i, o]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3x9x9xf32>, tensor<3x3x3x10xf32>) -> tensor<2x10x9x9xf32>
  %f = stablehlo.broadcast_in_dim %bias, dims = [1] : (tensor<10xf32>) -> tensor<2x10x9x9xf32>
  %g = stablehlo.multiply %e, %f : tensor<2x10x9x9xf32>
  return %d, %g : tensor<2x9x9x10xf32>, tensor<2x10x9x9xf32>
}
