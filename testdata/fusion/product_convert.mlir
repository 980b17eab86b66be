// Where no result is as wide as the product, the product is one more result, which nothing reads.
// RUN: pjrt dump %s --stage=thunks | FileCheck %s
// CHECK: gemm {{.*}} -> ([[#]][{{[0-9]+}}, 1064], {{[^)]*}}, 532]) then k0
// CHECK-NOT: kernel
// RUN: pjrt run --device interpreter %s --input=random:1 --input=random:2 --output=@%t.npy && pjrt run --device cpu %s --input=random:1 --input=random:2 --expect=@%t.npy --rtol=1e-2
func.func @main(%x: tensor<2x19x8xf32>, %w: tensor<8x7xf32>) -> tensor<2x19x7xf16> {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [2] x [0] : (tensor<2x19x8xf32>, tensor<8x7xf32>) -> tensor<2x19x7xf32>
  %e = stablehlo.logistic %y : tensor<2x19x7xf32>
  %r = stablehlo.convert %e : (tensor<2x19x7xf32>) -> tensor<2x19x7xf16>
  return %r : tensor<2x19x7xf16>
}
