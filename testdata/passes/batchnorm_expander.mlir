// Batch normalisation is written out: the scale of each feature is computed once, on the vector of features.
//
// RUN: pjrt dump --after=batchnorm_expander %s | FileCheck %s
// RUN: pjrt run --device=%device --input="2x2xf32=1 2 3 4" --input="2xf32=2 2" --input="2xf32=1 1" --input="2xf32=1 2" --input="2xf32=4 4" --expect="2x2xf32=1 1 3 3" %s

// CHECK-NOT: batch-norm
// CHECK: ENTRY %main
// CHECK: f32[2,2]{1,0} subtract(%Arg_0,
// CHECK: %[[DEVIATION:.+]] = f32[2]{0} sqrt(
// CHECK: %[[FACTOR:.+]] = f32[2]{0} divide(%Arg_1, %[[DEVIATION]])
// CHECK: f32[2,2]{1,0} broadcast(%[[FACTOR]]), dimensions={1}
func.func @main(%x: tensor<2x2xf32>, %scale: tensor<2xf32>, %offset: tensor<2xf32>, %mean: tensor<2xf32>,
    %variance: tensor<2xf32>) -> tensor<2x2xf32> {
  %0 = "stablehlo.batch_norm_inference"(%x, %scale, %offset, %mean, %variance)
      <{epsilon = 0.0 : f32, feature_index = 1 : i64}>
      : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
