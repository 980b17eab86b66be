// Shardings as JAX writes them become HLO's: of arguments, results, constraints and manual computations.
//
// RUN: pjrt dump --stage=hlo %s | FileCheck %s

module @jit_f attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}]}}
  // CHECK-LABEL: ENTRY %main
  // CHECK: %[[A:.*]] = f32[8,16]{1,0} parameter(0), sharding={devices=[2,2]<=[4]}
  // CHECK: %[[B:.*]] = f32[16,8]{1,0} parameter(1), sharding={devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}
  // CHECK: parameter(2), metadata
  func.func public @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
      %arg1: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>},
      %arg2: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {?}]>})
      -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", "y"}]>}, tensor<4x4xf32>, tensor<f32>) {
    // CHECK: %[[WHOLE:.*]] = f32[8,16]{1,0} custom-call(%[[A]]), custom_call_target="Sharding", sharding={devices=[2,2]<=[4]}
    // CHECK: %[[PART:.*]] = f32[4,8]{1,0} custom-call(%[[WHOLE]]), custom_call_target="SPMDFullToShardShape", sharding={manual}
    // CHECK: dot(%[[PART]],
    // CHECK: all-reduce
    // CHECK: custom-call(%{{.*}}), custom_call_target="Sharding", sharding={manual}
    // CHECK: f32[8,8]{1,0} custom-call(%{{.*}}), custom_call_target="SPMDShardToFullShape", sharding={devices=[2,1,2]<=[4] last_tile_dim_replicate}
    %0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"x"}, {"y"}]>, <@mesh, [{"y"}, {}]>]
        out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x", "y"} (%arg3: tensor<4x8xf32>, %arg4: tensor<8x8xf32>) {
      %3 = stablehlo.dot_general %arg3, %arg4, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
      %4 = "stablehlo.all_reduce"(%3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
        %5 = stablehlo.add %arg5, %arg6 : tensor<f32>
        %6 = sdy.sharding_constraint %5 <@mesh, []> : tensor<f32>
        stablehlo.return %6 : tensor<f32>
      }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
      sdy.return %4 : tensor<4x8xf32>
    } : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    // Open dimensions may be divided further; a scalar has none.
    // CHECK: custom-call(%{{.*}}), custom_call_target="Sharding", sharding={devices=[2,1,2]<=[4] last_tile_dim_replicate}, {{.*}}backend_config="unspecified_dims=[1]"
    %1 = sdy.sharding_constraint %arg2 <@mesh, [{"x"}, {?}]> : tensor<4x4xf32>
    %c = stablehlo.constant dense<1.0> : tensor<f32>
    %2 = sdy.sharding_constraint %c <@mesh, []> : tensor<f32>
    // CHECK: custom_call_target="Sharding", sharding={devices=[1,4]<=[4]}
    // CHECK: ROOT
    return %0, %1, %2 : tensor<8x8xf32>, tensor<4x4xf32>, tensor<f32>
  }
}
