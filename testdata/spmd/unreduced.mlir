// Values that devices hold in parts of a sum are whole values all the same: what is said of their dimensions counts.
//
// RUN: pjrt run --device=%device %s --input=2x4xf32=iota --input=4x2xf32=1 --expect=2x2xf32='6 6 22 22' --expect=2x2xf32='12 12 44 44'
// RUN: pjrt opt --pipeline=spmd %s | FileCheck %s
// CHECK: %[[PARTS:.*]] = f32[2,2]{1,0} dot(%{{.*}}, %{{.*}}), lhs_contracting_dims={1}
// CHECK: all-reduce(%[[PARTS]])
// CHECK-NOT: all-reduce(
module attributes {mhlo.num_partitions = 2 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%a: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<2x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"x"}>}, tensor<2x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
    %0 = stablehlo.dot %a, %b : (tensor<2x4xf32>, tensor<4x2xf32>) -> tensor<2x2xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{}, {}], unreduced={"x"}> : tensor<2x2xf32>
    %2 = stablehlo.add %1, %1 : tensor<2x2xf32>
    %3 = sdy.sharding_constraint %2 <@mesh, [{}, {}]> : tensor<2x2xf32>
    return %1, %3 : tensor<2x2xf32>, tensor<2x2xf32>
  }
}
