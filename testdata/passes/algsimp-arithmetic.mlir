// What IEEE allows and nothing more: a neutral element goes, a zero that decides a sign stays.
//
// RUN: pjrt dump --after=algsimp %s | FileCheck %s
// RUN: pjrt run --device=%device --input="3xf32=-0.0 inf 3" --expect="3xf32=0.0 inf 3" --expect="3xf32=-0.0 nan 0" --expect="3xf32=-0.0 inf 3" --exact %s

// x + 0 is +0 for x = -0, and x · 0 is NaN for an infinity: both stay.
// CHECK: ENTRY %main
// CHECK: %[[ZERO:.+]] = f32[3]{0} broadcast(
// CHECK-DAG: %[[SUM:.+]] = f32[3]{0} add(%Arg_0, %[[ZERO]])
// CHECK-DAG: %[[PRODUCT:.+]] = f32[3]{0} multiply(%Arg_0, %[[ZERO]])
// CHECK: tuple(%[[SUM]], %[[PRODUCT]], %Arg_0)
func.func @main(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<3xf32>
  %one = stablehlo.constant dense<1.0> : tensor<3xf32>
  %sum = stablehlo.add %zero, %x : tensor<3xf32>
  %product = stablehlo.multiply %zero, %x : tensor<3xf32>

  // These are all x.
  %0 = stablehlo.subtract %x, %zero : tensor<3xf32>
  %1 = stablehlo.divide %0, %one : tensor<3xf32>
  %2 = stablehlo.power %1, %one : tensor<3xf32>
  %3 = stablehlo.negate %2 : tensor<3xf32>
  %4 = stablehlo.negate %3 : tensor<3xf32>
  return %sum, %product, %4 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}
