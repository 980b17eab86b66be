// What reads the product is computed in two kernels, and the one that finishes the product waits for the other: the
// product stays alone.
// RUN: pjrt dump %s --stage=thunks | FileCheck %s
// CHECK: gemm %dot
// CHECK-NOT: gemm
// RUN: pjrt run --device interpreter %s --input=random:1 --input=random:2 --output=@%t.npy && pjrt run --device cpu %s --input=random:1 --input=random:2 --expect=@%t.npy --rtol=1e-4 --atol=1e-5
func.func @main(%x: tensor<16x3xf32>, %w: tensor<3x13xf32>) -> tensor<16x13xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<16x3xf32>, tensor<3x13xf32>) -> tensor<16x13xf32>
  %floor = stablehlo.floor %y : tensor<16x13xf32>
  %sum = stablehlo.reduce(%floor init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<16x13xf32>, tensor<f32>) -> tensor<16xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<16xf32>) -> tensor<16x13xf32>
  %d = stablehlo.subtract %y, %sums : tensor<16x13xf32>
  %flat = stablehlo.reshape %d : (tensor<16x13xf32>) -> tensor<208xf32>
  %cosine = stablehlo.cosine %flat : tensor<208xf32>
  %c = stablehlo.reshape %cosine : (tensor<208xf32>) -> tensor<16x13xf32>
  %s = stablehlo.add %floor, %c : tensor<16x13xf32>
  %r = stablehlo.maximum %s, %d : tensor<16x13xf32>
  return %r : tensor<16x13xf32>
}
