// ZeRO: parameters are divided among the devices. They are gathered before a layer's forward products, while the layer
// before runs, and kept for the backward pass; gradients are reduced and scattered as it makes them.
//
// RUN: pjrt dump --collectives --cost-model=nvlink %s | FileCheck %s
// CHECK: main all-gather f32 16777216 67108864 [0, 1, 2, 3] {{[0-9]+}} yes {{[0-9]+}} µs -
// CHECK-COUNT-3: main all-gather f32 16777216 67108864 [0, 1, 2, 3] {{[0-9]+}} yes {{[0-9]+}} µs {{.*}}: 100%
// CHECK-COUNT-3: main reduce-scatter f32 67108864 16777216 [0, 1, 2, 3] {{[0-9]+}} yes {{[0-9]+}} µs {{.*}}: 100%
// CHECK: main reduce-scatter f32 67108864 16777216 [0, 1, 2, 3] {{[0-9]+}} yes
// CHECK-NEXT: total all-gather: 4, 67108864 bytes in, 268435456 bytes out
// CHECK-NEXT: total reduce-scatter: 4, 268435456 bytes in, 67108864 bytes out
// CHECK-NEXT: step: {{.*}} on nvlink

module @zero attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4]>
  func.func public @main(%w0: tensor<4096x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>, jax.buffer_donor = true}, %w1: tensor<4096x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>, jax.buffer_donor = true}, %w2: tensor<4096x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>, jax.buffer_donor = true}, %w3: tensor<4096x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>, jax.buffer_donor = true}, %x: tensor<16384x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %y: tensor<16384x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4096x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<4096x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<4096x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<4096x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %z0 = stablehlo.dot_general %x, %w0, contracting_dims = [1] x [0] : (tensor<16384x4096xf32>, tensor<4096x4096xf32>) -> tensor<16384x4096xf32>
    %h0 = stablehlo.tanh %z0 : tensor<16384x4096xf32>
    %z1 = stablehlo.dot_general %h0, %w1, contracting_dims = [1] x [0] : (tensor<16384x4096xf32>, tensor<4096x4096xf32>) -> tensor<16384x4096xf32>
    %h1 = stablehlo.tanh %z1 : tensor<16384x4096xf32>
    %z2 = stablehlo.dot_general %h1, %w2, contracting_dims = [1] x [0] : (tensor<16384x4096xf32>, tensor<4096x4096xf32>) -> tensor<16384x4096xf32>
    %h2 = stablehlo.tanh %z2 : tensor<16384x4096xf32>
    %z3 = stablehlo.dot_general %h2, %w3, contracting_dims = [1] x [0] : (tensor<16384x4096xf32>, tensor<4096x4096xf32>) -> tensor<16384x4096xf32>
    %h3 = stablehlo.tanh %z3 : tensor<16384x4096xf32>
    %rate = stablehlo.constant dense<1.0e-2> : tensor<4096x4096xf32>
    %one = stablehlo.constant dense<1.0> : tensor<16384x4096xf32>
    %e = stablehlo.subtract %h3, %y : tensor<16384x4096xf32>
    %s3 = stablehlo.multiply %h3, %h3 : tensor<16384x4096xf32>
    %t3 = stablehlo.subtract %one, %s3 : tensor<16384x4096xf32>
    %d3 = stablehlo.multiply %e, %t3 : tensor<16384x4096xf32>
    %g3 = stablehlo.dot_general %h2, %d3, contracting_dims = [0] x [0] : (tensor<16384x4096xf32>, tensor<16384x4096xf32>) -> tensor<4096x4096xf32>
    %u3 = stablehlo.multiply %g3, %rate : tensor<4096x4096xf32>
    %n3 = stablehlo.subtract %w3, %u3 : tensor<4096x4096xf32>
    %b3 = stablehlo.dot_general %d3, %w3, contracting_dims = [1] x [1] : (tensor<16384x4096xf32>, tensor<4096x4096xf32>) -> tensor<16384x4096xf32>
    %s2 = stablehlo.multiply %h2, %h2 : tensor<16384x4096xf32>
    %t2 = stablehlo.subtract %one, %s2 : tensor<16384x4096xf32>
    %d2 = stablehlo.multiply %b3, %t2 : tensor<16384x4096xf32>
    %g2 = stablehlo.dot_general %h1, %d2, contracting_dims = [0] x [0] : (tensor<16384x4096xf32>, tensor<16384x4096xf32>) -> tensor<4096x4096xf32>
    %u2 = stablehlo.multiply %g2, %rate : tensor<4096x4096xf32>
    %n2 = stablehlo.subtract %w2, %u2 : tensor<4096x4096xf32>
    %b2 = stablehlo.dot_general %d2, %w2, contracting_dims = [1] x [1] : (tensor<16384x4096xf32>, tensor<4096x4096xf32>) -> tensor<16384x4096xf32>
    %s1 = stablehlo.multiply %h1, %h1 : tensor<16384x4096xf32>
    %t1 = stablehlo.subtract %one, %s1 : tensor<16384x4096xf32>
    %d1 = stablehlo.multiply %b2, %t1 : tensor<16384x4096xf32>
    %g1 = stablehlo.dot_general %h0, %d1, contracting_dims = [0] x [0] : (tensor<16384x4096xf32>, tensor<16384x4096xf32>) -> tensor<4096x4096xf32>
    %u1 = stablehlo.multiply %g1, %rate : tensor<4096x4096xf32>
    %n1 = stablehlo.subtract %w1, %u1 : tensor<4096x4096xf32>
    %b1 = stablehlo.dot_general %d1, %w1, contracting_dims = [1] x [1] : (tensor<16384x4096xf32>, tensor<4096x4096xf32>) -> tensor<16384x4096xf32>
    %s0 = stablehlo.multiply %h0, %h0 : tensor<16384x4096xf32>
    %t0 = stablehlo.subtract %one, %s0 : tensor<16384x4096xf32>
    %d0 = stablehlo.multiply %b1, %t0 : tensor<16384x4096xf32>
    %g0 = stablehlo.dot_general %x, %d0, contracting_dims = [0] x [0] : (tensor<16384x4096xf32>, tensor<16384x4096xf32>) -> tensor<4096x4096xf32>
    %u0 = stablehlo.multiply %g0, %rate : tensor<4096x4096xf32>
    %n0 = stablehlo.subtract %w0, %u0 : tensor<4096x4096xf32>
    return %n0, %n1, %n2, %n3 : tensor<4096x4096xf32>, tensor<4096x4096xf32>, tensor<4096x4096xf32>, tensor<4096x4096xf32>
  }
}
