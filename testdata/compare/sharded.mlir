// A program over whole arrays runs in parts on the test and whole on the reference: so what partitioning does wrong is
// seen, and the pass is named.
//
// RUN: pjrt compare %s | FileCheck %s
// RUN: pjrt compare %s --per-pass | FileCheck %s --check-prefix=RIGHT
// RUN: exits 1 pjrt compare %s --test-passes=call-inliner,sharding-propagation,spmd-partitioner,test-miscompile,dce --per-pass | FileCheck %s --check-prefix=PASS
// RUN: exits 1 pjrt compare %s --test-passes=test-miscompile | FileCheck %s --check-prefix=WRONG
// RUN: pjrt bisect %s --test-passes=test-miscompile -o %t | FileCheck %s --check-prefix=SMALL && exits 1 sh %t/reproduce.sh
// RUN: exits 3 pjrt compare %s --stacked 2>&1 | FileCheck %s --check-prefix=STACKED
//
// With manual regions in it it runs in parts on both.
// RUN: pjrt compare testdata/spmd/jax_shard_map_psum.mlir --per-pass | FileCheck %s --check-prefix=RIGHT
//
// CHECK: result[0] 4x6xf32: {{equal|close}}
// CHECK-NEXT: result[1] f32: {{equal|close}}
// RIGHT: values are right after all {{[0-9]+}} changes that passes made, and so is the code
// PASS: values are right before test-miscompile, and wrong after it
// WRONG: [FAILED] result[0] 4x6xf32: {{[0-9]+}} of 24 values differ
// WRONG-NEXT: result[1] f32: {{equal|close}}
// SMALL: subtract(
// SMALL: // {{[0-9]+}} of {{[0-9]+}} instructions are left
// SMALL-NEXT: // reproduce: pjrt compare {{.*}}/program.hlo --inputs-from={{.*}} --test-passes=test-miscompile
// STACKED: error: expected whole arrays for a program that states shardings, found --stacked
module attributes {mhlo.num_partitions = 2 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x6xf32>, tensor<f32>) {
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
    %1 = stablehlo.tanh %0 : tensor<4x6xf32>
    %2 = stablehlo.subtract %0, %1 : tensor<4x6xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %3 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    return %2, %3 : tensor<4x6xf32>, tensor<f32>
  }
}
