// What a later operation needs of the product, or of what follows it, is one more result of the fusion. The template
// writes over the last one.
// RUN: pjrt dump %s --stage=thunks | FileCheck %s
// CHECK: gemm {{.*}} -> ({{[^)]*}}, {{[^)]*}}) then k0
// CHECK: kernel
// CHECK-NOT: kernel
// RUN: mkdir -p %t && pjrt run --device interpreter %s --input=random:1 --input=random:2 --outputs-to=%t && pjrt run --device cpu %s --input=random:1 --input=random:2 --expect=@%t/0.npy --expect=@%t/1.npy --rtol=1e-4 --atol=1e-5
func.func @main(%x: tensor<19x7xf32>, %w: tensor<7x13xf32>) -> (tensor<19x13xf32>, tensor<13x19xf32>) {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<19x7xf32>, tensor<7x13xf32>) -> tensor<19x13xf32>
  %tanh = stablehlo.tanh %y : tensor<19x13xf32>
  %turned = stablehlo.transpose %y, dims = [1, 0] : (tensor<19x13xf32>) -> tensor<13x19xf32>
  %negated = stablehlo.negate %turned : tensor<13x19xf32>
  return %tanh, %negated : tensor<19x13xf32>, tensor<13x19xf32>
}
