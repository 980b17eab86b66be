// Tensor parallel: the hidden dimension is divided. Each layer ends with an all-reduce that all of the next one waits for:
// no schedule hides it.
//
// RUN: pjrt dump --collectives --cost-model=nvlink %s | FileCheck %s
// CHECK-COUNT-2: main all-reduce f32 8388608 8388608 [0, 1, 2, 3] {{[0-9]+}} yes {{[0-9.]+}} µs - spmd-partitioner#1, async-collective-creator#1
// CHECK-NEXT: total all-reduce: 2, 16777216 bytes in, 16777216 bytes out, [[TIME:[0-9.]+]] µs, [[TIME]] µs of it waited for
// CHECK-NEXT: step: {{.*}} µs, [[TIME]] µs of it waiting, on nvlink

module @tensor_parallel_mlp attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4]>
  func.func public @main(%x: tensor<1024x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %a0: tensor<2048x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %c0: tensor<8192x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %a1: tensor<2048x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %c1: tensor<8192x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<1024x2048xf32> {
    %z0 = stablehlo.dot_general %x, %a0, contracting_dims = [1] x [0] : (tensor<1024x2048xf32>, tensor<2048x8192xf32>) -> tensor<1024x8192xf32>
    %h0 = stablehlo.tanh %z0 : tensor<1024x8192xf32>
    %o0 = stablehlo.dot_general %h0, %c0, contracting_dims = [1] x [0] : (tensor<1024x8192xf32>, tensor<8192x2048xf32>) -> tensor<1024x2048xf32>
    %r0 = stablehlo.add %x, %o0 : tensor<1024x2048xf32>
    %z1 = stablehlo.dot_general %r0, %a1, contracting_dims = [1] x [0] : (tensor<1024x2048xf32>, tensor<2048x8192xf32>) -> tensor<1024x8192xf32>
    %h1 = stablehlo.tanh %z1 : tensor<1024x8192xf32>
    %o1 = stablehlo.dot_general %h1, %c1, contracting_dims = [1] x [0] : (tensor<1024x8192xf32>, tensor<8192x2048xf32>) -> tensor<1024x2048xf32>
    %r1 = stablehlo.add %r0, %o1 : tensor<1024x2048xf32>
    return %r1 : tensor<1024x2048xf32>
  }
}
