// async_start begins the one operation of its region, async_done waits for it: a collective with a region argument, one
// that uses outer values, a slice, and an exchange that is several operations in HLO.
//
// RUN: pjrt run --device %device --stacked --exact %s --input='2x2xf32=1 2 3 4' --expect='2x2xf32=4 6 4 6' --expect='2x4xf32=1 2 3 4 1 2 3 4' --expect='2x1xf32=2 4' --expect='2x1x2xf32=1 3 2 4'
// RUN: pjrt dump --stage=hlo %s | FileCheck %s
//
// What may not start is refused.
// RUN: sed 's/stablehlo.slice %b \[1:2\]/stablehlo.reshape %b/' %s > %t.mlir
// RUN: exits 2 pjrt dump --stage=hlo %t.mlir 2>&1 | FileCheck %s --check-prefix=REFUSED
// REFUSED: expected a collective or a slice to start, found stablehlo.reshape
module @async attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 2 : i32} {
  func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1x2xf32>) {
    // CHECK: %[[REDUCE:.*]] = f32[2]{0} all-reduce-start(%Arg_0), replica_groups={{[{][{]}}0,1}}, to_apply=
    // CHECK: = f32[2]{0} all-reduce-done(%[[REDUCE]])
    %0 = "stablehlo.async_start"(%x) ({
    ^bb0(%b: tensor<2xf32>):
      %r = "stablehlo.all_reduce"(%b) ({
      ^bb0(%p: tensor<f32>, %q: tensor<f32>):
        %s = stablehlo.add %p, %q : tensor<f32>
        stablehlo.return %s : tensor<f32>
      }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
      stablehlo.return %r : tensor<2xf32>
    }) : (tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>>
    %1 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<2xf32>>) -> tensor<2xf32>
    // CHECK: %[[GATHER:.*]] = (f32[2]{0}, f32[4]{0}) all-gather-start(%Arg_0)
    %2 = "stablehlo.async_start"(%x) ({
      %r = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<4xf32>
      stablehlo.return %r : tensor<4xf32>
    }) : (tensor<2xf32>) -> !stablehlo.future<tensor<4xf32>>
    %3 = "stablehlo.async_done"(%2) : (!stablehlo.future<tensor<4xf32>>) -> tensor<4xf32>
    // CHECK: %[[SLICE:.*]] = ((f32[2]{0}), f32[1]{0}) slice-start(%Arg_0), slice={[1:2]}
    // CHECK: = f32[1]{0} slice-done(%[[SLICE]])
    %4 = "stablehlo.async_start"(%x) ({
    ^bb0(%b: tensor<2xf32>):
      %r = stablehlo.slice %b [1:2] : (tensor<2xf32>) -> tensor<1xf32>
      stablehlo.return %r : tensor<1xf32>
    }) : (tensor<2xf32>) -> !stablehlo.future<tensor<1xf32>>
    %5 = "stablehlo.async_done"(%4) : (!stablehlo.future<tensor<1xf32>>) -> tensor<1xf32>
    %column = stablehlo.reshape %x : (tensor<2xf32>) -> tensor<2x1xf32>
    %6 = "stablehlo.async_start"(%column) ({
    ^bb0(%b: tensor<2x1xf32>):
      %r = "stablehlo.all_to_all"(%b) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x1xf32>) -> tensor<1x2xf32>
      stablehlo.return %r : tensor<1x2xf32>
    }) : (tensor<2x1xf32>) -> !stablehlo.future<tensor<1x2xf32>>
    %7 = "stablehlo.async_done"(%6) : (!stablehlo.future<tensor<1x2xf32>>) -> tensor<1x2xf32>
    return %1, %3, %5, %7 : tensor<2xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1x2xf32>
  }
}
