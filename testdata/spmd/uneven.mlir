// Seven rows on four devices: what lies beyond the end is masked where it would be summed.
//
// RUN: pjrt opt --pipeline=spmd --verify %s | FileCheck %s
// RUN: pjrt run --device=%device %s --input=7x2xf32=iota --expect=2xf32='42 49' --expect=2xf32='12 13' --expect=7x2xf32=iota

module attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=4]>
  // CHECK-LABEL: ENTRY %main
  // CHECK: f32[2,2]{1,0} parameter(0)
  // CHECK: f32[2,2]{1,0} select(
  // CHECK: f32[2]{0} reduce(
  // CHECK: all-reduce
  func.func @main(%x: tensor<7x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<2xf32>, tensor<2xf32>, tensor<7x2xf32>) {
    %y = sdy.sharding_constraint %x <@mesh, [{"x"}, {}]> : tensor<7x2xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %sum = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<7x2xf32>, tensor<f32>) -> tensor<2xf32>
    %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %max = stablehlo.reduce(%y init: %least) applies stablehlo.maximum across dimensions = [0] : (tensor<7x2xf32>, tensor<f32>) -> tensor<2xf32>
    return %sum, %max, %y : tensor<2xf32>, tensor<2xf32>, tensor<7x2xf32>
  }
}
