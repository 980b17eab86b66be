// Small arrays inside the computations of sorts, reductions and maps become scalars, which kernels apply in registers.
//
// RUN: pjrt dump --after=region-scalarizer %s | FileCheck %s
// RUN: pjrt run --device=%device %s

// CHECK-NOT: [2]
// CHECK: ENTRY
func.func @main() {
  // By the square.
  %x = stablehlo.constant dense<[3, -4, 1, -2, 0]> : tensor<5xi32>
  %sorted = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %one = stablehlo.constant dense<1> : tensor<i32>
    %pa = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %pb = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %qa = stablehlo.reduce(%pa init: %one) applies stablehlo.multiply across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
    %qb = stablehlo.reduce(%pb init: %one) applies stablehlo.multiply across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
    %less = stablehlo.compare LT, %qa, %qb, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<5xi32>) -> tensor<5xi32>
  check.expect_eq_const %sorted, dense<[0, 1, -2, 3, -4]> : tensor<5xi32>

  // a - b as the sum of [a, -b], put together, turned around and multiplied by [1, -1].
  %y = stablehlo.constant dense<[10.0, 3.0, 2.0]> : tensor<3xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %difference = "stablehlo.reduce"(%y, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %ra = stablehlo.reshape %a : (tensor<f32>) -> tensor<1xf32>
    %rb = stablehlo.reshape %b : (tensor<f32>) -> tensor<1xf32>
    %both = stablehlo.concatenate %rb, %ra, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
    %turned = stablehlo.reverse %both, dims = [0] : tensor<2xf32>
    %signs = stablehlo.constant dense<[1.0, -1.0]> : tensor<2xf32>
    %signed = stablehlo.multiply %turned, %signs : tensor<2xf32>
    %none = stablehlo.constant dense<0.0> : tensor<f32>
    %sum = stablehlo.reduce(%signed init: %none) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  check.expect_eq_const %difference, dense<-15.0> : tensor<f32>

  // a + b as the product of [a, 1] and [1, b].
  %total = "stablehlo.reduce"(%y, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %ra = stablehlo.reshape %a : (tensor<f32>) -> tensor<1xf32>
    %rb = stablehlo.reshape %b : (tensor<f32>) -> tensor<1xf32>
    %unit = stablehlo.constant dense<1.0> : tensor<1xf32>
    %left = stablehlo.concatenate %ra, %unit, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
    %right = stablehlo.concatenate %unit, %rb, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
    %product = stablehlo.dot %left, %right : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
    stablehlo.return %product : tensor<f32>
  }) : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  check.expect_eq_const %total, dense<15.0> : tensor<f32>

  // The larger of 2 n and 7 - n.
  %n = stablehlo.constant dense<[0, 2, 5]> : tensor<3xi32>
  %largest = "stablehlo.map"(%n) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i32>):
    %all = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %slopes = stablehlo.constant dense<[2, -1]> : tensor<2xi32>
    %offsets = stablehlo.constant dense<[0, 7]> : tensor<2xi32>
    %scaled = stablehlo.multiply %all, %slopes : tensor<2xi32>
    %lines = stablehlo.add %scaled, %offsets : tensor<2xi32>
    %least = stablehlo.constant dense<-100> : tensor<i32>
    %max = stablehlo.reduce(%lines init: %least) applies stablehlo.maximum across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
    stablehlo.return %max : tensor<i32>
  }) : (tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %largest, dense<[7, 5, 10]> : tensor<3xi32>
  return
}
