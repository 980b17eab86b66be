// Equal computations are one, with commuted operands too, and through reducers that are equal.
//
// RUN: pjrt dump --after=cse %s | FileCheck %s
// RUN: pjrt run --device=%device --input="4xf32=1 2 3 4" --input=4xf32=1 --expect="4xf32=28 28 28 28" %s

// CHECK: ENTRY %main
// CHECK: %[[SUM:.+]] = f32[4]{0} add(%Arg_0, %Arg_1)
// CHECK: %[[TOTAL:.+]] = f32[] reduce(%[[SUM]],
// CHECK: %[[TWICE:.+]] = f32[] add(%[[TOTAL]], %[[TOTAL]])
// CHECK-NOT: reduce(
// CHECK-NOT: add(
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.add %x, %y : tensor<4xf32>
  %1 = stablehlo.add %y, %x : tensor<4xf32>
  %2 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %3 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %4 = stablehlo.add %2, %3 : tensor<f32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %6 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %7 = stablehlo.minimum %5, %6 : tensor<4xf32>

  return %7 : tensor<4xf32>
}
