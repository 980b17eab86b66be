// Collectives become HLO's. On one device each gives what the device has, or zeros where nothing is sent.
//
// RUN: pjrt dump --stage=hlo %s | FileCheck %s
// RUN: pjrt run --device %device --verify %s --input=2xf32='1 2' --expect='2xf32=1 2' --expect='2xf32=1 2' --expect='2xf32=1 2' --expect='2xf32=1 2' --expect='2xf32=0 0' --expect='2xf32=1 2'
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  // CHECK: f32[2]{0} all-reduce(%{{.+}}), channel_id=1, replica_groups={{[{][{]}}0}}, use_global_device_ids=true, to_apply=%
  %0 = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<0> : tensor<1x1xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: f32[2]{0} all-gather(%{{.+}}), replica_groups={{[{][{]}}0}}, dimensions={0}
  %1 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: f32[2]{0} reduce-scatter(%{{.+}}), replica_groups={{[{][{]}}0}}, dimensions={0}, to_apply=%
  %2 = "stablehlo.reduce_scatter"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: f32[2]{0} all-to-all(%{{.+}}), replica_groups={{[{][{]}}0}}, dimensions={0}
  %3 = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 1 : i64, replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: f32[2]{0} collective-permute(%{{.+}}), source_target_pairs={}
  %4 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<> : tensor<0x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: f32[2]{0} collective-broadcast(%{{.+}}), replica_groups={{[{][{]}}0}}
  %5 = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
