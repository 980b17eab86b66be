// Constraints of the specification on collectives: an operation that breaks each.

func.func @main(%f: tensor<2x4xf32>, %r: tensor<1xi32>, %r2: tensor<2xi32>, %h: tensor<2x4xf32>) {
  // all_gather C1
  %0 = "stablehlo.all_gather"(%f) {all_gather_dim = -1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x8xf32>
  // all_gather C4
  %1 = "stablehlo.all_gather"(%f) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x8xf32>
  // all_reduce C3
  %2 = "stablehlo.all_reduce"(%f) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %s = stablehlo.add %p0, %p1 : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  // all_to_all C1
  %3 = "stablehlo.all_to_all"(%f) {split_dimension = 2 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>
  // all_to_all C1
  %4 = "stablehlo.all_to_all"(%f) {split_dimension = -1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>
  // all_to_all C2
  %5 = "stablehlo.all_to_all"(%f) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 3 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>
  // all_to_all C3
  %6 = "stablehlo.all_to_all"(%f) {split_dimension = 1 : i64, concat_dimension = 2 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>
  // all_to_all C3
  %7 = "stablehlo.all_to_all"(%f) {split_dimension = 1 : i64, concat_dimension = -1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>
  // all_to_all C4
  %8 = "stablehlo.all_to_all"(%f) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>
  // all_to_all C7
  %9 = "stablehlo.all_to_all"(%f) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>
  // all_to_all C8
  %10 = "stablehlo.all_to_all"(%f) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>
  // all_to_all C9
  %11 = "stablehlo.all_to_all"(%f) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x3xf32>
  // collective_broadcast C2
  %12 = "stablehlo.collective_broadcast"(%f) {replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  // collective_broadcast C4
  %13 = "stablehlo.collective_broadcast"(%f) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root = true} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  // collective_broadcast C4
  %14 = "stablehlo.collective_broadcast"(%f, %r2) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root = true} : (tensor<2x4xf32>, tensor<2xi32>) -> tensor<2x4xf32>
  // collective_broadcast C4
  %15 = "stablehlo.collective_broadcast"(%f, %r) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root = true} : (tensor<2x4xf32>, tensor<1xi32>) -> tensor<2x5xf32>
  // collective_permute C1
  %16 = "stablehlo.collective_permute"(%f) {source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  // collective_permute C4
  %17 = "stablehlo.collective_permute"(%f) {source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  // collective_reduce C1
  %18 = "stablehlo.collective_reduce"(%f) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %s = stablehlo.add %p0, %p1 : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  // collective_reduce C2
  %19 = "stablehlo.collective_reduce"(%f) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %s = stablehlo.add %p0, %p1 : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  // collective_reduce C3
  %20 = "stablehlo.collective_reduce"(%f) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %s = stablehlo.add %p0, %p1 : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x5xf32>
  // collective_reduce C3
  %21 = "stablehlo.collective_reduce"(%f, %r2) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %s = stablehlo.add %p0, %p1 : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root = true} : (tensor<2x4xf32>, tensor<2xi32>) -> tensor<2x4xf32>
  // collective_reduce C4
  %22 = "stablehlo.collective_reduce"(%f) ({
    ^bb0(%p0: tensor<i32>, %p1: tensor<i32>):
      %s = stablehlo.add %p0, %p1 : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  // reduce_scatter C2
  %23 = "stablehlo.reduce_scatter"(%f) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %s = stablehlo.add %p0, %p1 : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = -1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x2xf32>
  // reduce_scatter C5
  %24 = "stablehlo.reduce_scatter"(%f) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %s = stablehlo.add %p0, %p1 : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x2xf32>
  // async_start C1
  %25 = "stablehlo.async_start"(%f) ({
  ^bb0(%p: tensor<2x4xf32>):
    %q = "stablehlo.all_gather"(%p) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x8xf32>
    %z = stablehlo.abs %q : tensor<2x8xf32>
    stablehlo.return %z : tensor<2x8xf32>
  }) : (tensor<2x4xf32>) -> !stablehlo.future<tensor<2x8xf32>>
  // async_start C2
  %26 = "stablehlo.async_start"(%f) ({
  ^bb0(%p: tensor<2x4xf32>):
    %z = stablehlo.abs %p : tensor<2x4xf32>
    stablehlo.return %z : tensor<2x4xf32>
  }) : (tensor<2x4xf32>) -> !stablehlo.future<tensor<2x4xf32>>
  // async_start C3
  %27 = "stablehlo.async_start"(%f) ({
  ^bb0(%p: tensor<2x4xf32>):
    %q = "stablehlo.all_gather"(%h) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x8xf32>
    stablehlo.return %q : tensor<2x8xf32>
  }) : (tensor<2x4xf32>) -> !stablehlo.future<tensor<2x8xf32>>
  // async_start C4
  %28 = "stablehlo.async_start"(%f) ({
  ^bb0(%p: tensor<2x4xf32>):
    %q = "stablehlo.all_gather"(%p) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x8xf32>
    stablehlo.return %q : tensor<2x8xf32>
  }) : (tensor<2x4xf32>) -> !stablehlo.future<tensor<2x9xf32>>
  // async_done C1
  %start = "stablehlo.async_start"(%f) ({
  ^bb0(%p: tensor<2x4xf32>):
    %q = "stablehlo.all_gather"(%p) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x8xf32>
    stablehlo.return %q : tensor<2x8xf32>
  }) : (tensor<2x4xf32>) -> !stablehlo.future<tensor<2x8xf32>>
  %29 = "stablehlo.async_done"(%start) : (!stablehlo.future<tensor<2x8xf32>>) -> tensor<2x9xf32>
  return
}
// -----
func.func @main(%f: tensor<2x4xf32>, %r: tensor<1xi32>, %r2: tensor<2xi32>, %h: tensor<2x4xf32>) {
  // all_gather C1
  %0 = "stablehlo.all_gather"(%f) {all_gather_dim = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x8xf32>
  // all_gather C2
  %1 = "stablehlo.all_gather"(%f) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x8xf32>
  // all_gather C3
  %2 = "stablehlo.all_gather"(%f) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x8xf32>
  // all_gather C5
  %3 = "stablehlo.all_gather"(%f) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids} : (tensor<2x4xf32>) -> tensor<2x8xf32>
  // all_gather C6
  %4 = "stablehlo.all_gather"(%f) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x9xf32>
  // all_gather C6
  %5 = "stablehlo.all_gather"(%f) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x8xf64>
  // all_reduce C1
  %6 = "stablehlo.all_reduce"(%f) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %s = stablehlo.add %p0, %p1 : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  // all_reduce C2
  %7 = "stablehlo.all_reduce"(%f) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %s = stablehlo.add %p0, %p1 : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  // all_reduce C4
  %8 = "stablehlo.all_reduce"(%f) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %s = stablehlo.add %p0, %p1 : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  // all_reduce C5
  %9 = "stablehlo.all_reduce"(%f) ({
    ^bb0(%p0: tensor<i32>, %p1: tensor<i32>):
      %s = stablehlo.add %p0, %p1 : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  // all_reduce C5
  %10 = "stablehlo.all_reduce"(%f) ({
    ^bb0(%p0: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  // all_reduce C6
  %11 = "stablehlo.all_reduce"(%f) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %s = stablehlo.add %p0, %p1 : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x5xf32>
  // all_reduce C7
  %12 = "stablehlo.all_reduce"(%f) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %s = stablehlo.add %p0, %p1 : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf64>
  // all_to_all C5
  %13 = "stablehlo.all_to_all"(%f) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>
  // all_to_all C6
  %14 = "stablehlo.all_to_all"(%f) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>
  // collective_broadcast C1
  %15 = "stablehlo.collective_broadcast"(%f) {replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  // collective_broadcast C3
  %16 = "stablehlo.collective_broadcast"() {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : () -> tensor<2x4xf32>
  // collective_broadcast C3
  %17 = "stablehlo.collective_broadcast"(%f) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x5xf32>
  // collective_broadcast C5
  %18 = "stablehlo.collective_broadcast"(%f, %f) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  // collective_permute C2
  %19 = "stablehlo.collective_permute"(%f) {source_target_pairs = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  // collective_permute C3
  %20 = "stablehlo.collective_permute"(%f) {source_target_pairs = dense<[[0, 1], [1, 1]]> : tensor<2x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  // collective_permute C5
  %21 = "stablehlo.collective_permute"(%f) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x5xf32>
  // reduce_scatter C1
  %22 = "stablehlo.reduce_scatter"(%f) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %s = stablehlo.add %p0, %p1 : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2x4xf32>) -> tensor<2x2xf32>
  // reduce_scatter C2
  %23 = "stablehlo.reduce_scatter"(%f) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %s = stablehlo.add %p0, %p1 : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x2xf32>
  // reduce_scatter C3
  %24 = "stablehlo.reduce_scatter"(%f) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %s = stablehlo.add %p0, %p1 : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x2xf32>
  // reduce_scatter C4
  %25 = "stablehlo.reduce_scatter"(%f) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %s = stablehlo.add %p0, %p1 : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x2xf32>
  // reduce_scatter C6
  %26 = "stablehlo.reduce_scatter"(%f) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %s = stablehlo.add %p0, %p1 : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids} : (tensor<2x4xf32>) -> tensor<2x2xf32>
  // reduce_scatter C7
  %27 = "stablehlo.reduce_scatter"(%f) ({
    ^bb0(%p0: tensor<i32>, %p1: tensor<i32>):
      %s = stablehlo.add %p0, %p1 : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x2xf32>
  // reduce_scatter C8
  %28 = "stablehlo.reduce_scatter"(%f) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %s = stablehlo.add %p0, %p1 : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x3xf32>
  // reduce_scatter C9
  %29 = "stablehlo.reduce_scatter"(%f) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %s = stablehlo.add %p0, %p1 : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x2xf64>
  return
}

// OUTPUT: exits 2 pjrt run --device=interpreter %s
//| error: stablehlo.all_gather: expected `all_gather_dim` to be at least 0, found -1
//|  --> testdata/constraints/collectives.mlir:5:8
//|   |
//| 5 |   %0 = "stablehlo.all_gather"(%f) {all_gather_dim = -1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>)...
//|   |        ^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.all_gather: expected devices in `replica_groups`, found -2
//|  --> testdata/constraints/collectives.mlir:7:8
//|   |
//| 7 |   %1 = "stablehlo.all_gather"(%f) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>} : (tensor<2x4xf32>)...
//|   |        ^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.all_reduce: expected devices in `replica_groups`, found -2
//|  --> testdata/constraints/collectives.mlir:9:8
//|   |
//| 9 |   %2 = "stablehlo.all_reduce"(%f) ({
//|   |        ^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.all_to_all: expected dimensions 2 and 0 of operand 0, found f32[2,4]
//|   --> testdata/constraints/collectives.mlir:15:8
//|    |
//| 15 |   %3 = "stablehlo.all_to_all"(%f) {split_dimension = 2 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = de...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.all_to_all: expected `split_dimension` to be at least 0, found -1
//|   --> testdata/constraints/collectives.mlir:17:8
//|    |
//| 17 |   %4 = "stablehlo.all_to_all"(%f) {split_dimension = -1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = d...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.all_to_all: expected 3 parts of equal size along dimension 1, found f32[2,4]
//|   --> testdata/constraints/collectives.mlir:19:8
//|    |
//| 19 |   %5 = "stablehlo.all_to_all"(%f) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 3 : i64, replica_groups = de...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.all_to_all: expected dimensions 1 and 2 of operand 0, found f32[2,4]
//|   --> testdata/constraints/collectives.mlir:21:8
//|    |
//| 21 |   %6 = "stablehlo.all_to_all"(%f) {split_dimension = 1 : i64, concat_dimension = 2 : i64, split_count = 2 : i64, replica_groups = de...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.all_to_all: expected `concat_dimension` to be at least 0, found -1
//|   --> testdata/constraints/collectives.mlir:23:8
//|    |
//| 23 |   %7 = "stablehlo.all_to_all"(%f) {split_dimension = 1 : i64, concat_dimension = -1 : i64, split_count = 2 : i64, replica_groups = d...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.all_to_all: expected `split_count` to be at least 1, found 0
//|   --> testdata/constraints/collectives.mlir:25:8
//|    |
//| 25 |   %8 = "stablehlo.all_to_all"(%f) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 0 : i64, replica_groups = de...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.all_to_all: expected devices in `replica_groups`, found -2
//|   --> testdata/constraints/collectives.mlir:27:8
//|    |
//| 27 |   %9 = "stablehlo.all_to_all"(%f) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = de...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.all_to_all: expected groups of 4, one a part, found 2 members
//|   --> testdata/constraints/collectives.mlir:29:9
//|    |
//| 29 |   %10 = "stablehlo.all_to_all"(%f) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 4 : i64, replica_groups = d...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.all_to_all: the result, declared tensor<4x3xf32>, has another shape: dimension 1: expected 3, found 2
//|   --> testdata/constraints/collectives.mlir:31:9
//|    |
//| 31 |   %11 = "stablehlo.all_to_all"(%f) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = d...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.collective_broadcast: expected devices in `replica_groups`, found -2
//|   --> testdata/constraints/collectives.mlir:33:9
//|    |
//| 33 |   %12 = "stablehlo.collective_broadcast"(%f) {replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.collective_broadcast: expected data, and a root for each of it as s32 in the last operand
//|   --> testdata/constraints/collectives.mlir:35:9
//|    |
//| 35 |   %13 = "stablehlo.collective_broadcast"(%f) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root = true} : (tensor...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.collective_broadcast: expected data, and a root for each of it as s32 in the last operand
//|   --> testdata/constraints/collectives.mlir:37:9
//|    |
//| 37 |   %14 = "stablehlo.collective_broadcast"(%f, %r2) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root = true} : (t...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.collective_broadcast: the result, declared tensor<2x5xf32>, has another shape: dimension 1: expected 5, found 4
//|   --> testdata/constraints/collectives.mlir:39:9
//|    |
//| 39 |   %15 = "stablehlo.collective_broadcast"(%f, %r) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root = true} : (te...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.collective_permute: expected pairs of devices, found 3 in one
//|   --> testdata/constraints/collectives.mlir:41:9
//|    |
//| 41 |   %16 = "stablehlo.collective_permute"(%f) {source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2x4xf32>) -> tenso...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.collective_permute: expected devices in `source_target_pairs`, found -1
//|   --> testdata/constraints/collectives.mlir:43:9
//|    |
//| 43 |   %17 = "stablehlo.collective_permute"(%f) {source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.collective_reduce: 0 is in its group twice
//|   --> testdata/constraints/collectives.mlir:45:9
//|    |
//| 45 |   %18 = "stablehlo.collective_reduce"(%f) ({
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.collective_reduce: expected devices in `replica_groups`, found -2
//|   --> testdata/constraints/collectives.mlir:51:9
//|    |
//| 51 |   %19 = "stablehlo.collective_reduce"(%f) ({
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.collective_reduce: the result, declared tensor<2x5xf32>, has another shape: dimension 1: expected 5, found 4
//|   --> testdata/constraints/collectives.mlir:57:9
//|    |
//| 57 |   %20 = "stablehlo.collective_reduce"(%f) ({
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.collective_reduce: expected data, and a root for each of it as s32 in the last operand
//|   --> testdata/constraints/collectives.mlir:63:9
//|    |
//| 63 |   %21 = "stablehlo.collective_reduce"(%f, %r2) ({
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.collective_reduce: expected a computation of two f32[] that gives f32[]
//|   --> testdata/constraints/collectives.mlir:69:9
//|    |
//| 69 |   %22 = "stablehlo.collective_reduce"(%f) ({
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.reduce_scatter: expected `scatter_dimension` to be at least 0, found -1
//|   --> testdata/constraints/collectives.mlir:75:9
//|    |
//| 75 |   %23 = "stablehlo.reduce_scatter"(%f) ({
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.reduce_scatter: expected devices in `replica_groups`, found -2
//|   --> testdata/constraints/collectives.mlir:81:9
//|    |
//| 81 |   %24 = "stablehlo.reduce_scatter"(%f) ({
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.async_start: expected one operation and a return in the region, found 2
//|   --> testdata/constraints/collectives.mlir:87:9
//|    |
//| 87 |   %25 = "stablehlo.async_start"(%f) ({
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.async_start: expected a collective or a slice to start, found stablehlo.abs
//|   --> testdata/constraints/collectives.mlir:94:9
//|    |
//| 94 |   %26 = "stablehlo.async_start"(%f) ({
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.async_start: expected the operands of the stablehlo.all_gather that it starts
//|    --> testdata/constraints/collectives.mlir:100:9
//|     |
//| 100 |   %27 = "stablehlo.async_start"(%f) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.async_start: the result, declared tensor<2x9xf32>, has another shape: dimension 1: expected 9, found 8
//|    --> testdata/constraints/collectives.mlir:106:9
//|     |
//| 106 |   %28 = "stablehlo.async_start"(%f) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.async_done: the result, declared tensor<2x9xf32>, has another shape: dimension 1: expected 9, found 8
//|    --> testdata/constraints/collectives.mlir:117:9
//|     |
//| 117 |   %29 = "stablehlo.async_done"(%start) : (!stablehlo.future<tensor<2x8xf32>>) -> tensor<2x9xf32>
//|     |         ^^^^^^^^^^^^^^^^^^^^^^
//| error: all-gather: expected a dimension below 2, found [2]
//|    --> testdata/constraints/collectives.mlir:123:8
//|     |
//| 123 |   %0 = "stablehlo.all_gather"(%f) {all_gather_dim = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>...
//|     |        ^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %all-gather.4 of computation %main
//|
//| error: all-gather: 0 is in its group twice
//|    --> testdata/constraints/collectives.mlir:125:8
//|     |
//| 125 |   %1 = "stablehlo.all_gather"(%f) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<2x4xf32>...
//|     |        ^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %all-gather.5 of computation %main
//|
//| error: all-gather: 1 is in no group
//|    --> testdata/constraints/collectives.mlir:127:8
//|     |
//| 127 |   %2 = "stablehlo.all_gather"(%f) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<2x4xf32>...
//|     |        ^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %all-gather.6 of computation %main
//|
//| error: all-gather: expected a channel of a positive number with use_global_device_ids
//|    --> testdata/constraints/collectives.mlir:129:8
//|     |
//| 129 |   %3 = "stablehlo.all_gather"(%f) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_...
//|     |        ^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %all-gather.7 of computation %main
//|
//| error: all-gather: expected a result of shape f32[2,8], found f32[2,9]
//|    --> testdata/constraints/collectives.mlir:131:8
//|     |
//| 131 |   %4 = "stablehlo.all_gather"(%f) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>...
//|     |        ^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %all-gather.8 of computation %main
//|
//| error: all-gather: expected a result of shape f32[2,8], found f64[2,8]
//|    --> testdata/constraints/collectives.mlir:133:8
//|     |
//| 133 |   %5 = "stablehlo.all_gather"(%f) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>...
//|     |        ^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %all-gather.9 of computation %main
//|
//| error: all-reduce: 0 is in its group twice
//|    --> testdata/constraints/collectives.mlir:135:8
//|     |
//| 135 |   %6 = "stablehlo.all_reduce"(%f) ({
//|     |        ^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %all-reduce.10 of computation %main
//|
//| error: all-reduce: 1 is in no group
//|    --> testdata/constraints/collectives.mlir:141:8
//|     |
//| 141 |   %7 = "stablehlo.all_reduce"(%f) ({
//|     |        ^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %all-reduce.11 of computation %main
//|
//| error: all-reduce: expected a channel of a positive number with use_global_device_ids
//|    --> testdata/constraints/collectives.mlir:147:8
//|     |
//| 147 |   %8 = "stablehlo.all_reduce"(%f) ({
//|     |        ^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %all-reduce.12 of computation %main
//|
//| error: all-reduce: expected a reducer of type (f32[], f32[]) -> f32[], found (s32[], s32[]) -> s32[]
//|    --> testdata/constraints/collectives.mlir:153:8
//|     |
//| 153 |   %9 = "stablehlo.all_reduce"(%f) ({
//|     |        ^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %all-reduce.13 of computation %main
//|
//| error: all-reduce: expected a reducer of type (f32[], f32[]) -> f32[], found (f32[]) -> f32[]
//|    --> testdata/constraints/collectives.mlir:159:9
//|     |
//| 159 |   %10 = "stablehlo.all_reduce"(%f) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %all-reduce.14 of computation %main
//|
//| error: all-reduce: expected a result of shape f32[2,4], found f32[2,5]
//|    --> testdata/constraints/collectives.mlir:164:9
//|     |
//| 164 |   %11 = "stablehlo.all_reduce"(%f) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %all-reduce.15 of computation %main
//|
//| error: all-reduce: expected a result of shape f32[2,4], found f64[2,4]
//|    --> testdata/constraints/collectives.mlir:170:9
//|     |
//| 170 |   %12 = "stablehlo.all_reduce"(%f) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %all-reduce.16 of computation %main
//|
//| error: all-to-all: 0 is in its group twice
//|    --> testdata/constraints/collectives.mlir:176:9
//|     |
//| 176 |   %13 = "stablehlo.all_to_all"(%f) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = ...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %all-to-all.17 of computation %main
//|
//| error: all-to-all: 1 is in no group
//|    --> testdata/constraints/collectives.mlir:178:9
//|     |
//| 178 |   %14 = "stablehlo.all_to_all"(%f) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = ...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %all-to-all.21 of computation %main
//|
//| error: collective-broadcast: 0 is in its group twice
//|    --> testdata/constraints/collectives.mlir:180:9
//|     |
//| 180 |   %15 = "stablehlo.collective_broadcast"(%f) {replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %collective-broadcast.25 of computation %main
//|
//| error: collective-broadcast: expected 1 operand or more, found 0
//|    --> testdata/constraints/collectives.mlir:182:9
//|     |
//| 182 |   %16 = "stablehlo.collective_broadcast"() {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : () -> tensor<2x4xf32>
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %collective-broadcast.26 of computation %main
//|
//| error: collective-broadcast: expected a result of shape f32[2,4], found f32[2,5]
//|    --> testdata/constraints/collectives.mlir:184:9
//|     |
//| 184 |   %17 = "stablehlo.collective_broadcast"(%f) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x5...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %collective-broadcast.27 of computation %main
//|
//| error: collective-broadcast: expected a result of shape (f32[2,4], f32[2,4]), found f32[2,4]
//|    --> testdata/constraints/collectives.mlir:186:9
//|     |
//| 186 |   %18 = "stablehlo.collective_broadcast"(%f, %f) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>, tensor<2x...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %collective-broadcast.28 of computation %main
//|
//| error: collective-permute: 0 is a source twice
//|    --> testdata/constraints/collectives.mlir:188:9
//|     |
//| 188 |   %19 = "stablehlo.collective_permute"(%f) {source_target_pairs = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>} : (tensor<2x4xf32>) ->...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %collective-permute.29 of computation %main
//|
//| error: collective-permute: 1 is a target twice
//|    --> testdata/constraints/collectives.mlir:190:9
//|     |
//| 190 |   %20 = "stablehlo.collective_permute"(%f) {source_target_pairs = dense<[[0, 1], [1, 1]]> : tensor<2x2xi64>} : (tensor<2x4xf32>) ->...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %collective-permute.30 of computation %main
//|
//| error: collective-permute: expected a result of shape f32[2,4], found f32[2,5]
//|    --> testdata/constraints/collectives.mlir:192:9
//|     |
//| 192 |   %21 = "stablehlo.collective_permute"(%f) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %collective-permute.31 of computation %main
//|
//| error: reduce-scatter: expected a dimension 1 that 3 members divide, found f32[2,4]
//|    --> testdata/constraints/collectives.mlir:194:9
//|     |
//| 194 |   %22 = "stablehlo.reduce_scatter"(%f) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %reduce-scatter.32 of computation %main
//|
//| error: reduce-scatter: expected a dimension below 2, found [2]
//|    --> testdata/constraints/collectives.mlir:200:9
//|     |
//| 200 |   %23 = "stablehlo.reduce_scatter"(%f) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %reduce-scatter.33 of computation %main
//|
//| error: reduce-scatter: 0 is in its group twice
//|    --> testdata/constraints/collectives.mlir:206:9
//|     |
//| 206 |   %24 = "stablehlo.reduce_scatter"(%f) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %reduce-scatter.34 of computation %main
//|
//| error: reduce-scatter: 1 is in no group
//|    --> testdata/constraints/collectives.mlir:212:9
//|     |
//| 212 |   %25 = "stablehlo.reduce_scatter"(%f) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %reduce-scatter.35 of computation %main
//|
//| error: reduce-scatter: expected a channel of a positive number with use_global_device_ids
//|    --> testdata/constraints/collectives.mlir:218:9
//|     |
//| 218 |   %26 = "stablehlo.reduce_scatter"(%f) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %reduce-scatter.36 of computation %main
//|
//| error: reduce-scatter: expected a reducer of type (f32[], f32[]) -> f32[], found (s32[], s32[]) -> s32[]
//|    --> testdata/constraints/collectives.mlir:224:9
//|     |
//| 224 |   %27 = "stablehlo.reduce_scatter"(%f) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %reduce-scatter.37 of computation %main
//|
//| error: reduce-scatter: expected a result of shape f32[2,2], found f32[2,3]
//|    --> testdata/constraints/collectives.mlir:230:9
//|     |
//| 230 |   %28 = "stablehlo.reduce_scatter"(%f) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %reduce-scatter.38 of computation %main
//|
//| error: reduce-scatter: expected a result of shape f32[2,2], found f64[2,2]
//|    --> testdata/constraints/collectives.mlir:236:9
//|     |
//| 236 |   %29 = "stablehlo.reduce_scatter"(%f) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %reduce-scatter.39 of computation %main
