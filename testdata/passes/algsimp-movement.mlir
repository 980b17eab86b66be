// Data that is moved back and forth is not moved.
//
// RUN: pjrt dump --after=algsimp %s | FileCheck %s
// RUN: pjrt run --device=%device --input=iota --expect="2x3xf32=0 1 2 3 4 5" --expect="2x2xf32=4 5 4 5" %s

// CHECK: ENTRY %main
// CHECK-NOT: transpose
// CHECK-NOT: concatenate
// CHECK: %[[ROW:.+]] = f32[1,2]{1,0} slice(%Arg_0), slice={[1:2], [1:3]}
// CHECK: %[[FLAT:.+]] = f32[2]{0} reshape(%[[ROW]])
// CHECK: %[[ROWS:.+]] = f32[2,2]{1,0} broadcast(%[[FLAT]]), dimensions={1}
// CHECK: ROOT %{{.+}} = (f32[2,3]{1,0}, f32[2,2]{1,0}) tuple(%Arg_0, %[[ROWS]])
func.func @main(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x2xf32>) {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %2 = stablehlo.slice %1 [0:1, 0:3] : (tensor<2x3xf32>) -> tensor<1x3xf32>
  %3 = stablehlo.slice %1 [1:2, 0:3] : (tensor<2x3xf32>) -> tensor<1x3xf32>
  %4 = stablehlo.concatenate %2, %3, dim = 0 : (tensor<1x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<2x3xf32>
  %6 = stablehlo.slice %5 [0:2, 1:3] : (tensor<2x3xf32>) -> tensor<2x2xf32>
  return %4, %6 : tensor<2x3xf32>, tensor<2x2xf32>
}
