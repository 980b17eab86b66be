// Every replica gets the elements of all members of its group, combined in the order of the group: here by 2a + b, whose
// value tells the order.
//
// RUN: pjrt run --device %device --devices 4 --stacked %s --input='4x2xf32=1 2 3 4 5 6 7 8' --expect='4x2xf32=37 52 37 52 37 52 37 52' --expect='4x2xi8=5 6 11 12 5 6 11 12' --expect='4xui32=0 1 2 3' --exact
// RUN: pjrt run --device %device --devices 4 %s --input='2xf32=1 2' | FileCheck %s
// CHECK: result[0] of device 0: 2xf32=15 30
// CHECK: result[2] of device 3: ui32=3
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xi8>, tensor<ui32>) {
  %all = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %two = stablehlo.constant dense<2.0> : tensor<f32>
      %twice = stablehlo.multiply %a, %two : tensor<f32>
      %s = stablehlo.add %twice, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  %narrow = stablehlo.convert %x : (tensor<2xf32>) -> tensor<2xi8>
  %pairs = "stablehlo.all_reduce"(%narrow) <{replica_groups = dense<[[2, 0], [1, 3]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<i8>, %b: tensor<i8>):
      %two = stablehlo.constant dense<2> : tensor<i8>
      %twice = stablehlo.multiply %b, %two : tensor<i8>
      %s = stablehlo.subtract %a, %twice : tensor<i8>
      %n = stablehlo.negate %s : tensor<i8>
      %t = stablehlo.maximum %n, %a : tensor<i8>
      stablehlo.return %t : tensor<i8>
  }) : (tensor<2xi8>) -> tensor<2xi8>
  %id = stablehlo.replica_id : tensor<ui32>
  return %all, %pairs, %id : tensor<2xf32>, tensor<2xi8>, tensor<ui32>
}
