// Two products, the first divided by its free dimension and the second by its contracted one: a single all-reduce.
//
// RUN: pjrt opt --pipeline=spmd --verify %s | FileCheck %s
// RUN: pjrt run --device=%device %s --input=2x4xf32=1 --input=4x8xf32=iota --input=8x2xf32=0.5 --expect=2x2xf32=248

module attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=4]>
  // CHECK-LABEL: ENTRY %main
  // CHECK-DAG: %[[X:.*]] = f32[2,4]{1,0} parameter(0)
  // CHECK-DAG: %[[V:.*]] = f32[4,2]{1,0} parameter(1)
  // CHECK-DAG: %[[W:.*]] = f32[2,2]{1,0} parameter(2)
  // CHECK: %[[H:.*]] = f32[2,2]{1,0} dot(%[[X]], %[[V]]), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  // CHECK: %[[S:.*]] = f32[2,2]{1,0} dot(%[[H]], %[[W]])
  // CHECK: ROOT %{{.*}} = f32[2,2]{1,0} all-reduce(%[[S]]), channel_id=1, replica_groups=[1,4]<=[4], use_global_device_ids=true
  // CHECK-NOT: all-gather
  func.func @main(%x: tensor<2x4xf32>, %v: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
      %w: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<2x2xf32> {
    %0 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x8xf32>) -> tensor<2x8xf32>
    %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<2x8xf32>, tensor<8x2xf32>) -> tensor<2x2xf32>
    return %1 : tensor<2x2xf32>
  }
}
