// Tokens travel to the devices of their experts, and back.
//
// RUN: pjrt run --device=interpreter --num-partitions=1 --input=random:1 --outputs-to=%t %s && pjrt run --device=%device --input=random:1 --rtol=1e-4 --atol=1e-5 --expect=@%t/0.npy %s
// RUN: pjrt dump --collectives %s | FileCheck %s
// CHECK: total all-to-all: 1, 512 bytes in, 512 bytes out
// CHECK-NEXT: total reduce-scatter: 1, 512 bytes in, 128 bytes out
// CHECK-NOT: total

module @jit_f attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<4x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}, %arg1: tensor<4x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}, %arg2: tensor<4x4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) -> (tensor<4x4x8xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg2, %arg0, batching_dims = [0, 1] x [0, 1], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<4x4x4xf32>, tensor<4x4x8xf32>) -> tensor<4x4x4x8xf32>
    %1 = stablehlo.transpose %0, dims = [2, 0, 1, 3] : (tensor<4x4x4x8xf32>) -> tensor<4x4x4x8xf32>
    %2 = sdy.sharding_constraint %1 <@mesh, [{"x"}, {}, {}, {}]> : tensor<4x4x4x8xf32>
    %3 = stablehlo.dot_general %2, %arg1, batching_dims = [0] x [0], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x4x4x8xf32>, tensor<4x8x8xf32>) -> tensor<4x4x4x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<4x4x4x8xf32>, tensor<f32>) -> tensor<4x4x8xf32>
    %5 = sdy.sharding_constraint %4 <@mesh, [{"x"}, {}, {}]> : tensor<4x4x8xf32>
    return %5 : tensor<4x4x8xf32>
  }
}
