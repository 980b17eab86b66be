// What Shardy's own rules forbid is refused with its place.
//
// RUN: exits 2 pjrt dump --stage=hlo %s 2>&1 | FileCheck %s

module attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func @main(%arg0: tensor<4x4xf32>) -> tensor<4x4xf32> {
    // CHECK: error: sdy.sharding_constraint: axis "x" is used twice
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}, {"x"}]> : tensor<4x4xf32>
    // CHECK: error: sdy.sharding_constraint: a sharding of 1 dimensions for a value of rank 2
    %1 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}]> : tensor<4x4xf32>
    // CHECK: error: sdy.sharding_constraint: dimension 1 is closed without axes, and has a priority
    %2 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}, {}p1]> : tensor<4x4xf32>
    // CHECK: unsupported: sdy.manual_computation: partial values at the border of a manual computation
    %3 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}], unreduced={"y"}>] manual_axes={"x", "y"} (%p: tensor<2x4xf32>) {
      sdy.return %p : tensor<2x4xf32>
    } : (tensor<4x4xf32>) -> tensor<4x4xf32>
    // CHECK: error: sdy.manual_computation: operand 0 of f32[4,4]{{.*}} has parts f32[2,4]{{.*}}, and the body f32[4,2]
    %4 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x", "y"} (%p: tensor<4x2xf32>) {
      sdy.return %p : tensor<4x2xf32>
    } : (tensor<4x4xf32>) -> tensor<4x4xf32>
    // CHECK: error: sdy.manual_computation: result 0 of f32[4,4]{{.*}} has parts f32[4,2]{{.*}}, and the body f32[2,4]
    %5 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{}, {"x"}]>] manual_axes={"x", "y"} (%p: tensor<2x4xf32>) {
      sdy.return %p : tensor<2x4xf32>
    } : (tensor<4x4xf32>) -> tensor<4x4xf32>
    // CHECK: error: sdy.manual_computation: operand 0 has axes before a manual one in dimension 0
    %6 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x", "y"}, {}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={"y"} (%p: tensor<2x4xf32>) {
      sdy.return %p : tensor<2x4xf32>
    } : (tensor<4x4xf32>) -> tensor<2x4xf32>
    return %0 : tensor<4x4xf32>
  }
}
