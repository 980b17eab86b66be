// A result that takes the place of an operand, beside a reduction, in rows that no vector fills: no element is computed
// twice.
//
// RUN: pjrt dump --stage=thunks %s | FileCheck %s
// CHECK: sort {{.*}} -> ([[X:[0-9]+]][0, 156])
// CHECK: kernel {{.*}} -> ([[X]][0, 156])
// RUN: pjrt run --device=%device --input=iota --input=3x13xf32=1.0 --expect='3x13xf32=[13 14 15 16 17 18 19 20 21 22 23 24 25][26 27 28 29 30 31 32 33 34 35 36 37 38][39 40 41 42 43 44 45 46 47 48 49 50 51]' %s

func.func @main(%x: tensor<3x13xf32>, %q: tensor<3x13xf32>) -> tensor<3x13xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sorted = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = 1 : i64, is_stable = false} : (tensor<3x13xf32>) -> tensor<3x13xf32>
  %sum = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x13xf32>, tensor<f32>) -> tensor<3xf32>
  %s = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<3xf32>) -> tensor<3x13xf32>
  %r = stablehlo.add %sorted, %s : tensor<3x13xf32>
  return %r : tensor<3x13xf32>
}
