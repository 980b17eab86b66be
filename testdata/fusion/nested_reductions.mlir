// A row's reduction needs another one of the same row; what it computes at some expense on its way is kept for the
// result, and only once all of it is there.
// RUN: pjrt dump %s --stage=thunks | FileCheck %s
// CHECK: kernel
// CHECK-NOT: kernel
// RUN: pjrt run --device interpreter %s --input=random:1 --input=random:2 --output=@%t.npy && pjrt run --device cpu %s --input=random:1 --input=random:2 --expect=@%t.npy --rtol=1e-4 --atol=1e-4
func.func @main(%x: tensor<13x24xf32>, %y: tensor<13x24xf32>) -> tensor<13x24xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %tanh = stablehlo.tanh %x : tensor<13x24xf32>
  %first = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<13x24xf32>, tensor<f32>) -> tensor<13xf32>
  %a = stablehlo.broadcast_in_dim %first, dims = [0] : (tensor<13xf32>) -> tensor<13x24xf32>
  %d = stablehlo.subtract %tanh, %a : tensor<13x24xf32>
  %second = stablehlo.reduce(%d init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<13x24xf32>, tensor<f32>) -> tensor<13xf32>
  %b = stablehlo.broadcast_in_dim %second, dims = [0] : (tensor<13xf32>) -> tensor<13x24xf32>
  %e = stablehlo.subtract %y, %b : tensor<13x24xf32>
  %r = stablehlo.add %e, %tanh : tensor<13x24xf32>
  return %r : tensor<13x24xf32>
}
