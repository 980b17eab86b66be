// In a manual computation every device draws for itself.
//
// RUN: pjrt opt --pipeline=spmd --verify %s | FileCheck %s
// RUN: pjrt run --device=%device %s --input=4xf32=0

// CHECK: f32[2]{0} rng(
// CHECK-NOT: all-reduce
module attributes {mhlo.num_partitions = 2 : i32} {
  sdy.mesh @mesh = <["a"=2]>
  func.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<4xf32> {
    %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%part: tensor<2xf32>) {
      %low = stablehlo.constant dense<0.0> : tensor<f32>
      %high = stablehlo.constant dense<1.0> : tensor<f32>
      %shape = stablehlo.constant dense<2> : tensor<1xi64>
      %drawn = stablehlo.rng %low, %high, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<2xf32>
      %sum = stablehlo.add %part, %drawn : tensor<2xf32>
      sdy.return %sum : tensor<2xf32>
    } : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
