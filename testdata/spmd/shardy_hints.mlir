// Groups, barriers, priorities and meshes inside of shardings.
//
// RUN: pjrt opt --passes=call-inliner,sharding-propagation %s | FileCheck %s
// RUN: pjrt run --device=%device %s --input=4x4xf32=iota --input=4x4xf32=1 --expect=4x4xf32=iota --expect=4x4xf32=2 --expect=4x4xf32=2 --expect=4x4xf32='0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30'

module attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  // CHECK-LABEL: ENTRY %main
  func.func @main(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
    // Values of one group are divided alike.
    // CHECK: %[[B:.*]] = f32[4,4]{1,0} parameter(1), sharding={devices=[1,2,2]<=[4] last_tile_dim_replicate}
    %0 = sdy.sharding_constraint %a <mesh<["x"=2, "y"=2]>, [{}, {"x"}]> : tensor<4x4xf32>
    sdy.sharding_group %0 group_id=7 : tensor<4x4xf32>
    sdy.sharding_group %b group_id=7 : tensor<4x4xf32>
    %1 = stablehlo.add %b, %b : tensor<4x4xf32>
    // Backwards nothing passes this one.
    %one = stablehlo.constant dense<1.0> : tensor<4x4xf32>
    // CHECK: %[[SUM:.*]] = f32[4,4]{1,0} add(%{{.*}}, %{{.*}}), metadata
    %2 = stablehlo.add %one, %one : tensor<4x4xf32>
    %3 = sdy.propagation_barrier %2 allowed_direction=FORWARD : tensor<4x4xf32>
    %4 = sdy.sharding_constraint %3 <@mesh, [{"y"}, {}]> : tensor<4x4xf32>
    // Of two the one of the smaller number travels first.
    // CHECK: add(%{{.*}}, %{{.*}}), sharding={devices=[2,1,2]<=[4] last_tile_dim_replicate}
    %5 = sdy.sharding_constraint %a <@mesh, [{}, {"x"}p1]> : tensor<4x4xf32>
    %6 = sdy.sharding_constraint %a <@mesh, [{"x"}p0, {}]> : tensor<4x4xf32>
    %7 = stablehlo.add %5, %6 : tensor<4x4xf32>
    return %0, %1, %4, %7 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
  }
}
