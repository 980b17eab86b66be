// Groups by axes of a mesh, named or written out, and by a part of an axis.
//
// RUN: pjrt run --device=%device --stacked --exact %s --input='8xf32=1 2 3 4 5 6 7 8' --expect='8xf32=6 8 10 12 6 8 10 12' --expect='8xf32=4 6 4 6 12 14 12 14' --expect='8xf32=1 2 1 2 1 2 1 2'
// RUN: pjrt dump --collectives %s | FileCheck %s
// CHECK: all-reduce {{.*}}[0, 4] [1, 5] [2, 6] [3, 7]
module attributes {mhlo.num_partitions = 8 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
    %along_x = "stablehlo.all_reduce"(%x) ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
    }) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<f32>) -> tensor<f32>
    %along_part = "stablehlo.all_reduce"(%x) ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
    }) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "y", sub_axis_info = (1)2>]>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, use_global_device_ids} : (tensor<f32>) -> tensor<f32>
    %told = "stablehlo.collective_broadcast"(%x) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "a", size = 4>, #stablehlo.mesh_axis<name = "b", size = 2>], device_ids = dense<[1, 0, 3, 2, 5, 4, 7, 6]> : tensor<8xi64>>, axes = [#stablehlo.axis_ref<name = "a">]>, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<f32>) -> tensor<f32>
    return %along_x, %along_part, %told : tensor<f32>, tensor<f32>, tensor<f32>
  }
}
