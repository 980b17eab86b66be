// Donation is an annotation of the program: a result that takes over an argument's memory, an argument that may be
// overwritten. The entry is `main`, or else the only function; several results are one tuple.
//
// RUN: pjrt dump --stage=hlo %s | FileCheck %s

// CHECK: HloModule jit_step, {{.*}}input_output_alias={ {1}: (0, {}, may-alias) }
// CHECK: ENTRY %step
// CHECK: sharding={replicated}
// CHECK: ROOT %{{.+}} = (f32[], f32[4]{0}) tuple(
module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @step(%state: tensor<4xf32> {tf.aliasing_output = 1 : i32}, %x: tensor<f32> {mhlo.sharding = "{replicated}"},
      %old: tensor<4xf32> {jax.buffer_donor = true}) -> (tensor<f32> {jax.result_info = "loss"}, tensor<4xf32>) {
    %0 = stablehlo.add %state, %old : tensor<4xf32>
    return %x, %0 : tensor<f32>, tensor<4xf32>
  }
}
