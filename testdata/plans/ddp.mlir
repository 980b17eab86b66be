// Data parallel: each device has a part of the batch. The gradients are summed layer by layer as the backward pass makes
// them, while the products of the layers before run; of the last sum a part is waited for.
//
// RUN: pjrt dump --collectives --cost-model=nvlink %s | FileCheck %s
// CHECK: collective in kind elements bytes in bytes out devices channel async time beside passes source
// CHECK-COUNT-3: main all-reduce f32 16777216 16777216 [0, 1, 2, 3] {{[0-9]+}} yes {{[0-9.]+}} µs {{.*}}100% {{.*}}spmd-partitioner#1, async-collective-creator#1 {{.*}}ddp.mlir
// CHECK: main all-reduce f32 16777216 16777216 [0, 1, 2, 3] {{[0-9]+}} yes {{[0-9.]+}} µs {{.*}}fusion{{.*}}%
// CHECK-NEXT: total all-reduce: 4, 67108864 bytes in, 67108864 bytes out, {{[0-9.]+}} µs, {{[0-9]?[0-9].[0-9]}} µs of it waited for
// CHECK-NEXT: step: {{.*}} of it waiting, on nvlink
// CHECK: argument name bytes taken by how
// CHECK-NEXT: 0 Arg_0 16777216 any result donor
//
// Native code waits for each, and smaller ones become one.
// RUN: pjrt dump --collectives %s | FileCheck %s --check-prefix=CPU
// CPU-COUNT-4: [0, 1, 2, 3] {{[0-9]+}} no {{[0-9.]+}} ms - spmd-partitioner#1
// RUN: sed 's/2048/256/g' %s > %t.mlir && pjrt dump --collectives --cost-model=nvlink %t.mlir | FileCheck %s --check-prefix=COMBINED
// COMBINED: combined from 4 by all-reduce-combiner#1, async-collective-creator#1
// COMBINED-NEXT: total all-reduce: 1,
//
// What a pass did.
// RUN: pjrt dump --collectives --before=all-reduce-combiner %t.mlir | FileCheck %s --check-prefix=BEFORE
// RUN: pjrt dump --collectives --after=all-reduce-combiner %t.mlir | FileCheck %s --check-prefix=AFTER
// BEFORE: // before all-reduce-combiner#1 (run
// BEFORE: total all-reduce: 4, 1048576 bytes in
// AFTER: // after all-reduce-combiner#1 (run
// AFTER: total all-reduce: 1, 1048576 bytes in
//
// RUN: pjrt dump --collectives --cost-model=nvlink --format=json %s > %t.json
// RUN: python3 -c 'import json,sys; d=json.load(open(sys.argv[1])); c=d["collectives"]; assert len(c)==4 and c[0]["done"].startswith("all-reduce-done") and c[0]["waited_seconds"]==0 and sum(b["seconds"] for b in c[0]["beside"])<=c[0]["seconds"]*1.001 and d["cost_model"]=="nvlink" and d["donations"][0]["parameter"]==0, d' %t.json

module @ddp attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4]>
  func.func public @main(%w0: tensor<2048x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, jax.buffer_donor = true}, %w1: tensor<2048x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, jax.buffer_donor = true}, %w2: tensor<2048x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, jax.buffer_donor = true}, %w3: tensor<2048x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, jax.buffer_donor = true}, %x: tensor<16384x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %y: tensor<16384x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<2048x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2048x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2048x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2048x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
    %z0 = stablehlo.dot_general %x, %w0, contracting_dims = [1] x [0] : (tensor<16384x2048xf32>, tensor<2048x2048xf32>) -> tensor<16384x2048xf32>
    %h0 = stablehlo.tanh %z0 : tensor<16384x2048xf32>
    %z1 = stablehlo.dot_general %h0, %w1, contracting_dims = [1] x [0] : (tensor<16384x2048xf32>, tensor<2048x2048xf32>) -> tensor<16384x2048xf32>
    %h1 = stablehlo.tanh %z1 : tensor<16384x2048xf32>
    %z2 = stablehlo.dot_general %h1, %w2, contracting_dims = [1] x [0] : (tensor<16384x2048xf32>, tensor<2048x2048xf32>) -> tensor<16384x2048xf32>
    %h2 = stablehlo.tanh %z2 : tensor<16384x2048xf32>
    %z3 = stablehlo.dot_general %h2, %w3, contracting_dims = [1] x [0] : (tensor<16384x2048xf32>, tensor<2048x2048xf32>) -> tensor<16384x2048xf32>
    %h3 = stablehlo.tanh %z3 : tensor<16384x2048xf32>
    %rate = stablehlo.constant dense<1.0e-2> : tensor<2048x2048xf32>
    %one = stablehlo.constant dense<1.0> : tensor<16384x2048xf32>
    %e = stablehlo.subtract %h3, %y : tensor<16384x2048xf32>
    %s3 = stablehlo.multiply %h3, %h3 : tensor<16384x2048xf32>
    %t3 = stablehlo.subtract %one, %s3 : tensor<16384x2048xf32>
    %d3 = stablehlo.multiply %e, %t3 : tensor<16384x2048xf32>
    %g3 = stablehlo.dot_general %h2, %d3, contracting_dims = [0] x [0] : (tensor<16384x2048xf32>, tensor<16384x2048xf32>) -> tensor<2048x2048xf32>
    %u3 = stablehlo.multiply %g3, %rate : tensor<2048x2048xf32>
    %n3 = stablehlo.subtract %w3, %u3 : tensor<2048x2048xf32>
    %b3 = stablehlo.dot_general %d3, %w3, contracting_dims = [1] x [1] : (tensor<16384x2048xf32>, tensor<2048x2048xf32>) -> tensor<16384x2048xf32>
    %s2 = stablehlo.multiply %h2, %h2 : tensor<16384x2048xf32>
    %t2 = stablehlo.subtract %one, %s2 : tensor<16384x2048xf32>
    %d2 = stablehlo.multiply %b3, %t2 : tensor<16384x2048xf32>
    %g2 = stablehlo.dot_general %h1, %d2, contracting_dims = [0] x [0] : (tensor<16384x2048xf32>, tensor<16384x2048xf32>) -> tensor<2048x2048xf32>
    %u2 = stablehlo.multiply %g2, %rate : tensor<2048x2048xf32>
    %n2 = stablehlo.subtract %w2, %u2 : tensor<2048x2048xf32>
    %b2 = stablehlo.dot_general %d2, %w2, contracting_dims = [1] x [1] : (tensor<16384x2048xf32>, tensor<2048x2048xf32>) -> tensor<16384x2048xf32>
    %s1 = stablehlo.multiply %h1, %h1 : tensor<16384x2048xf32>
    %t1 = stablehlo.subtract %one, %s1 : tensor<16384x2048xf32>
    %d1 = stablehlo.multiply %b2, %t1 : tensor<16384x2048xf32>
    %g1 = stablehlo.dot_general %h0, %d1, contracting_dims = [0] x [0] : (tensor<16384x2048xf32>, tensor<16384x2048xf32>) -> tensor<2048x2048xf32>
    %u1 = stablehlo.multiply %g1, %rate : tensor<2048x2048xf32>
    %n1 = stablehlo.subtract %w1, %u1 : tensor<2048x2048xf32>
    %b1 = stablehlo.dot_general %d1, %w1, contracting_dims = [1] x [1] : (tensor<16384x2048xf32>, tensor<2048x2048xf32>) -> tensor<16384x2048xf32>
    %s0 = stablehlo.multiply %h0, %h0 : tensor<16384x2048xf32>
    %t0 = stablehlo.subtract %one, %s0 : tensor<16384x2048xf32>
    %d0 = stablehlo.multiply %b1, %t0 : tensor<16384x2048xf32>
    %g0 = stablehlo.dot_general %x, %d0, contracting_dims = [0] x [0] : (tensor<16384x2048xf32>, tensor<16384x2048xf32>) -> tensor<2048x2048xf32>
    %u0 = stablehlo.multiply %g0, %rate : tensor<2048x2048xf32>
    %n0 = stablehlo.subtract %w0, %u0 : tensor<2048x2048xf32>
    return %n0, %n1, %n2, %n3 : tensor<2048x2048xf32>, tensor<2048x2048xf32>, tensor<2048x2048xf32>, tensor<2048x2048xf32>
  }
}
