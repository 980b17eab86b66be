// Products read and write transposed arrays in place: as dimension numbers for operands, as a layout for the result, so
// that the last transpose moves nothing.
//
// RUN: pjrt dump --after=layout-assignment %s | FileCheck %s
// RUN: pjrt run --device=%device --input=2x8x3x4xf32=1 --input=2x8x3x4xf32=2 --expect=2x8x3x4xf32=128 --exact %s

// CHECK: ENTRY %main
// CHECK-NOT: transpose(
// CHECK: dot(%Arg_0, %Arg_1), lhs_batch_dims={0,2}, lhs_contracting_dims={3}, rhs_batch_dims={0,2}, rhs_contracting_dims={3}
// CHECK: %[[CONTEXT:.+]] = f32[2,3,8,4]{3,1,2,0} dot(
// CHECK: ROOT %{{.+}} = f32[2,8,3,4]{3,2,1,0} transpose(%[[CONTEXT]]), dimensions={0,2,1,3}
func.func @main(%q: tensor<2x8x3x4xf32>, %k: tensor<2x8x3x4xf32>) -> tensor<2x8x3x4xf32> {
  %0 = stablehlo.transpose %q, dims = [0, 2, 1, 3] : (tensor<2x8x3x4xf32>) -> tensor<2x3x8x4xf32>
  %1 = stablehlo.transpose %k, dims = [0, 2, 3, 1] : (tensor<2x8x3x4xf32>) -> tensor<2x3x4x8xf32>
  %2 = stablehlo.dot_general %0, %1, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2]
      : (tensor<2x3x8x4xf32>, tensor<2x3x4x8xf32>) -> tensor<2x3x8x8xf32>
  %3 = stablehlo.dot_general %k, %2, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3]
      : (tensor<2x8x3x4xf32>, tensor<2x3x8x8xf32>) -> tensor<2x3x4x8xf32>
  %4 = stablehlo.transpose %3, dims = [0, 3, 1, 2] : (tensor<2x3x4x8xf32>) -> tensor<2x8x3x4xf32>
  return %4 : tensor<2x8x3x4xf32>
}
