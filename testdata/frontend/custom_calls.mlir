// A custom call keeps its attributes; a dictionary of backend config becomes JSON.
//
// RUN: pjrt dump --stage=hlo %s | FileCheck %s

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: custom-call(%Arg_0), custom_call_target="Sharding", sharding={replicated}
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{replicated}"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: custom_call_target="annotate_device_placement", custom_call_has_side_effect=true, {{.*}}_xla_buffer_placement="pinned_host"
  %1 = stablehlo.custom_call @annotate_device_placement(%0) {has_side_effect = true,
      mhlo.frontend_attributes = {_xla_buffer_placement = "pinned_host"}} : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
