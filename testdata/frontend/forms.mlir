// The pretty and the generic form of an operation are the same operation, with attributes among the properties or in
// the dictionary, and with defaults left out.
//
// RUN: pjrt dump --stage=hlo %s | FileCheck %s

// CHECK: ENTRY %main
func.func @main(%x: tensor<4x6xf32>, %k: tensor<3x2x1x8xf32>, %im: tensor<1x9x9x2xf32>) -> tensor<6x4xf32> {
  // CHECK-COUNT-3: f32[6,4]{1,0} transpose(%Arg_0), dimensions={1,0}
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %1 = "stablehlo.transpose"(%x) <{permutation = array<i64: 1, 0>}> : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %2 = "stablehlo.transpose"(%x) {permutation = array<i64: 1, 0>} : (tensor<4x6xf32>) -> tensor<6x4xf32>

  // CHECK-COUNT-2: slice(%Arg_0), slice={[1:4:2], [0:6:1]}
  %3 = stablehlo.slice %x [1:4:2, 0:6] : (tensor<4x6xf32>) -> tensor<2x6xf32>
  %4 = "stablehlo.slice"(%x) {start_indices = array<i64: 1, 0>, limit_indices = array<i64: 4, 6>,
      strides = array<i64: 2, 1>} : (tensor<4x6xf32>) -> tensor<2x6xf32>

  // CHECK: window={size=3x2 stride=2x1 pad=1_1x0_0 rhs_dilate=1x2}, dim_labels=b01f_01io->b01f, feature_group_count=2
  %5 = stablehlo.convolution(%im, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
      window = {stride = [2, 1], pad = [[1, 1], [0, 0]], rhs_dilate = [1, 2]}
      {batch_group_count = 1 : i64, feature_group_count = 2 : i64}
      : (tensor<1x9x9x2xf32>, tensor<3x2x1x8xf32>) -> tensor<1x5x7x8xf32>

  // CHECK: lhs_contracting_dims={1}, rhs_contracting_dims={1}, operand_precision={highest,default}
  %6 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1], precision = [HIGHEST, DEFAULT]
      : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x4xf32>

  // The short form of a reduction names the operation that its body would hold.
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // CHECK-COUNT-2: reduce(%Arg_0, %{{.+}}), dimensions={1}
  %7 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
  %8 = stablehlo.reduce(%x init: %zero) across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %9 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %9 : tensor<f32>
  }

  // StableHLO's broadcast stretches dimensions of size 1, HLO's does not.
  // CHECK: %[[FLAT:.+]] = f32[6]{0} reshape(
  // CHECK: f32[4,6]{1,0} broadcast(%[[FLAT]]), dimensions={1}
  %10 = stablehlo.slice %x [0:1, 0:6] : (tensor<4x6xf32>) -> tensor<1x6xf32>
  %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<1x6xf32>) -> tensor<4x6xf32>

  // Several results come out of a tuple.
  // CHECK: %[[TOP:.+]] = (f32[4,2]{1,0}, s32[4,2]{1,0}) topk(%Arg_0), k=2
  // CHECK: s32[4,2]{1,0} get-tuple-element(%[[TOP]]), index=1
  %values, %indices = chlo.top_k(%x, k = 2) : tensor<4x6xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
  return %0 : tensor<6x4xf32>
}
