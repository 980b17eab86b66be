// Constraints of the specification on collectives: an operation that breaks each.

func.func @main(%f: tensor<2x4xf32>, %r: tensor<1xi32>, %r2: tensor<2xi32>) {
  // async_done C1
  %0s = "stablehlo.async_start"(%f) ({
  ^bb0(%p: tensor<2x4xf32>):
    %q = "stablehlo.all_gather"(%p) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x8xf32>
    stablehlo.return %q : tensor<2x8xf32>
  }) : (tensor<2x4xf32>) -> !stablehlo.future<tensor<2x8xf32>>
  %0 = "stablehlo.async_done"(%0s) : (!stablehlo.future<tensor<2x8xf32>>) -> tensor<2x9xf32>
  return
}
// -----
func.func @main(%f: tensor<2x4xf32>, %r: tensor<1xi32>, %r2: tensor<2xi32>) {
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
  // all_to_all C7
  %8 = "stablehlo.all_to_all"(%f) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>
  // all_to_all C8
  %9 = "stablehlo.all_to_all"(%f) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>
  // all_to_all C9
  %10 = "stablehlo.all_to_all"(%f) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x3xf32>
  // collective_broadcast C2
  %11 = "stablehlo.collective_broadcast"(%f) {replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  // collective_broadcast C4
  %12 = "stablehlo.collective_broadcast"(%f) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root = true} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  // collective_broadcast C4
  %13 = "stablehlo.collective_broadcast"(%f, %r2) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root = true} : (tensor<2x4xf32>, tensor<2xi32>) -> tensor<2x4xf32>
  // collective_broadcast C4
  %14 = "stablehlo.collective_broadcast"(%f, %r) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root = true} : (tensor<2x4xf32>, tensor<1xi32>) -> tensor<2x5xf32>
  // collective_permute C1
  %15 = "stablehlo.collective_permute"(%f) {source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  // collective_permute C4
  %16 = "stablehlo.collective_permute"(%f) {source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  // collective_reduce C2
  %17 = "stablehlo.collective_reduce"(%f) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %s = stablehlo.add %p0, %p1 : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  // collective_reduce C3
  %18 = "stablehlo.collective_reduce"(%f) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %s = stablehlo.add %p0, %p1 : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x5xf32>
  // collective_reduce C3
  %19 = "stablehlo.collective_reduce"(%f, %r2) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %s = stablehlo.add %p0, %p1 : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root = true} : (tensor<2x4xf32>, tensor<2xi32>) -> tensor<2x4xf32>
  // reduce_scatter C2
  %20 = "stablehlo.reduce_scatter"(%f) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %s = stablehlo.add %p0, %p1 : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = -1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x2xf32>
  // reduce_scatter C5
  %21 = "stablehlo.reduce_scatter"(%f) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %s = stablehlo.add %p0, %p1 : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x2xf32>
  // async_start C1
  %22 = "stablehlo.async_start"(%f) ({
  ^bb0(%p: tensor<2x4xf32>):
    %q = "stablehlo.all_gather"(%p) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x8xf32>
    %z = stablehlo.abs %q : tensor<2x8xf32>
    stablehlo.return %z : tensor<2x8xf32>
  }) : (tensor<2x4xf32>) -> !stablehlo.future<tensor<2x8xf32>>
  // async_start C2
  %23 = "stablehlo.async_start"(%f) ({
  ^bb0(%p: tensor<2x4xf32>):
    %z = stablehlo.abs %p : tensor<2x4xf32>
    stablehlo.return %z : tensor<2x4xf32>
  }) : (tensor<2x4xf32>) -> !stablehlo.future<tensor<2x4xf32>>
  // async_start C4
  %24 = "stablehlo.async_start"(%f) ({
  ^bb0(%p: tensor<2x4xf32>):
    %q = "stablehlo.all_gather"(%p) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x8xf32>
    stablehlo.return %q : tensor<2x8xf32>
  }) : (tensor<2x4xf32>) -> !stablehlo.future<tensor<2x9xf32>>
  return
}
// -----
func.func @main(%f: tensor<2x4xf32>, %r: tensor<1xi32>, %r2: tensor<2xi32>) {
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
  // all_to_all C4
  %13 = "stablehlo.all_to_all"(%f) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>
  // all_to_all C5
  %14 = "stablehlo.all_to_all"(%f) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>
  // all_to_all C6
  %15 = "stablehlo.all_to_all"(%f) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>
  // collective_broadcast C1
  %16 = "stablehlo.collective_broadcast"(%f) {replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
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
  // collective_reduce C1
  %22 = "stablehlo.collective_reduce"(%f) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %s = stablehlo.add %p0, %p1 : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  // collective_reduce C4
  %23 = "stablehlo.collective_reduce"(%f) ({
    ^bb0(%p0: tensor<i32>, %p1: tensor<i32>):
      %s = stablehlo.add %p0, %p1 : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  // reduce_scatter C1
  %24 = "stablehlo.reduce_scatter"(%f) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %s = stablehlo.add %p0, %p1 : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2x4xf32>) -> tensor<2x2xf32>
  // reduce_scatter C2
  %25 = "stablehlo.reduce_scatter"(%f) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %s = stablehlo.add %p0, %p1 : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x2xf32>
  // reduce_scatter C3
  %26 = "stablehlo.reduce_scatter"(%f) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %s = stablehlo.add %p0, %p1 : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x2xf32>
  // reduce_scatter C4
  %27 = "stablehlo.reduce_scatter"(%f) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %s = stablehlo.add %p0, %p1 : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x2xf32>
  // reduce_scatter C6
  %28 = "stablehlo.reduce_scatter"(%f) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %s = stablehlo.add %p0, %p1 : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids} : (tensor<2x4xf32>) -> tensor<2x2xf32>
  // reduce_scatter C7
  %29 = "stablehlo.reduce_scatter"(%f) ({
    ^bb0(%p0: tensor<i32>, %p1: tensor<i32>):
      %s = stablehlo.add %p0, %p1 : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x2xf32>
  // reduce_scatter C8
  %30 = "stablehlo.reduce_scatter"(%f) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %s = stablehlo.add %p0, %p1 : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x3xf32>
  // reduce_scatter C9
  %31 = "stablehlo.reduce_scatter"(%f) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %s = stablehlo.add %p0, %p1 : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x2xf64>
  return
}

// OUTPUT: exits 2 pjrt run --device=interpreter %s
//| error: expected '=' after SSA name, found `s`
//|  --> testdata/constraints/collectives.mlir:5:5
//|   |
//| 5 |   %0s = "stablehlo.async_start"(%f) ({
//|   |     ^
//| error: stablehlo.all_gather: expected `all_gather_dim` to be at least 0, found -1
//|   --> testdata/constraints/collectives.mlir:16:8
//|    |
//| 16 |   %0 = "stablehlo.all_gather"(%f) {all_gather_dim = -1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.all_gather: expected devices in `replica_groups`, found -2
//|   --> testdata/constraints/collectives.mlir:18:8
//|    |
//| 18 |   %1 = "stablehlo.all_gather"(%f) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>} : (tensor<2x4xf32>...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.all_reduce: expected devices in `replica_groups`, found -2
//|   --> testdata/constraints/collectives.mlir:20:8
//|    |
//| 20 |   %2 = "stablehlo.all_reduce"(%f) ({
//|    |        ^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.all_to_all: expected dimensions 2 and 0, the first a multiple of 2, found f32[2,4]
//|   --> testdata/constraints/collectives.mlir:26:8
//|    |
//| 26 |   %3 = "stablehlo.all_to_all"(%f) {split_dimension = 2 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = de...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.all_to_all: expected `split_dimension` to be at least 0, found -1
//|   --> testdata/constraints/collectives.mlir:28:8
//|    |
//| 28 |   %4 = "stablehlo.all_to_all"(%f) {split_dimension = -1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = d...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.all_to_all: expected dimensions 1 and 0, the first a multiple of 3, found f32[2,4]
//|   --> testdata/constraints/collectives.mlir:30:8
//|    |
//| 30 |   %5 = "stablehlo.all_to_all"(%f) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 3 : i64, replica_groups = de...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.all_to_all: expected dimensions 1 and 2, the first a multiple of 2, found f32[2,4]
//|   --> testdata/constraints/collectives.mlir:32:8
//|    |
//| 32 |   %6 = "stablehlo.all_to_all"(%f) {split_dimension = 1 : i64, concat_dimension = 2 : i64, split_count = 2 : i64, replica_groups = de...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.all_to_all: expected `concat_dimension` to be at least 0, found -1
//|   --> testdata/constraints/collectives.mlir:34:8
//|    |
//| 34 |   %7 = "stablehlo.all_to_all"(%f) {split_dimension = 1 : i64, concat_dimension = -1 : i64, split_count = 2 : i64, replica_groups = d...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.all_to_all: expected devices in `replica_groups`, found -2
//|   --> testdata/constraints/collectives.mlir:36:8
//|    |
//| 36 |   %8 = "stablehlo.all_to_all"(%f) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = de...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.all_to_all: the result, declared tensor<4x2xf32>, has another shape: dimension 0: expected 4, found 8
//|   --> testdata/constraints/collectives.mlir:38:8
//|    |
//| 38 |   %9 = "stablehlo.all_to_all"(%f) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 4 : i64, replica_groups = de...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.all_to_all: the result, declared tensor<4x3xf32>, has another shape: dimension 1: expected 3, found 2
//|   --> testdata/constraints/collectives.mlir:40:9
//|    |
//| 40 |   %10 = "stablehlo.all_to_all"(%f) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = d...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.collective_broadcast: expected devices in `replica_groups`, found -2
//|   --> testdata/constraints/collectives.mlir:42:9
//|    |
//| 42 |   %11 = "stablehlo.collective_broadcast"(%f) {replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.collective_broadcast: expected data, and a root for each of it as s32 in the last operand
//|   --> testdata/constraints/collectives.mlir:44:9
//|    |
//| 44 |   %12 = "stablehlo.collective_broadcast"(%f) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root = true} : (tensor...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.collective_broadcast: expected data, and a root for each of it as s32 in the last operand
//|   --> testdata/constraints/collectives.mlir:46:9
//|    |
//| 46 |   %13 = "stablehlo.collective_broadcast"(%f, %r2) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root = true} : (t...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.collective_broadcast: the result, declared tensor<2x5xf32>, has another shape: dimension 1: expected 5, found 4
//|   --> testdata/constraints/collectives.mlir:48:9
//|    |
//| 48 |   %14 = "stablehlo.collective_broadcast"(%f, %r) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root = true} : (te...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.collective_permute: expected pairs of devices, found 3 in one
//|   --> testdata/constraints/collectives.mlir:50:9
//|    |
//| 50 |   %15 = "stablehlo.collective_permute"(%f) {source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2x4xf32>) -> tenso...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.collective_permute: expected pairs of devices, found 1 in one
//|   --> testdata/constraints/collectives.mlir:52:9
//|    |
//| 52 |   %16 = "stablehlo.collective_permute"(%f) {source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.collective_reduce: expected devices in `replica_groups`, found -2
//|   --> testdata/constraints/collectives.mlir:54:9
//|    |
//| 54 |   %17 = "stablehlo.collective_reduce"(%f) ({
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.collective_reduce: the result, declared tensor<2x5xf32>, has another shape: dimension 1: expected 5, found 4
//|   --> testdata/constraints/collectives.mlir:60:9
//|    |
//| 60 |   %18 = "stablehlo.collective_reduce"(%f) ({
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.collective_reduce: expected data, and a root for each of it as s32 in the last operand
//|   --> testdata/constraints/collectives.mlir:66:9
//|    |
//| 66 |   %19 = "stablehlo.collective_reduce"(%f, %r2) ({
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.reduce_scatter: expected `scatter_dimension` to be at least 0, found -1
//|   --> testdata/constraints/collectives.mlir:72:9
//|    |
//| 72 |   %20 = "stablehlo.reduce_scatter"(%f) ({
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.reduce_scatter: expected devices in `replica_groups`, found -2
//|   --> testdata/constraints/collectives.mlir:78:9
//|    |
//| 78 |   %21 = "stablehlo.reduce_scatter"(%f) ({
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.async_start: expected one operation and a return in the region, found 2
//|   --> testdata/constraints/collectives.mlir:84:9
//|    |
//| 84 |   %22 = "stablehlo.async_start"(%f) ({
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.async_start: expected a collective or a slice to start, found stablehlo.abs
//|   --> testdata/constraints/collectives.mlir:91:9
//|    |
//| 91 |   %23 = "stablehlo.async_start"(%f) ({
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.async_start: the result, declared tensor<2x9xf32>, has another shape: dimension 1: expected 9, found 8
//|   --> testdata/constraints/collectives.mlir:97:9
//|    |
//| 97 |   %24 = "stablehlo.async_start"(%f) ({
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^
//| error: all-gather: expected a dimension below 2, found [2]
//|    --> testdata/constraints/collectives.mlir:107:8
//|     |
//| 107 |   %0 = "stablehlo.all_gather"(%f) {all_gather_dim = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>...
//|     |        ^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %all-gather.3 of computation %main
//|
//| error: all-gather: 0 is in its group twice
//|    --> testdata/constraints/collectives.mlir:109:8
//|     |
//| 109 |   %1 = "stablehlo.all_gather"(%f) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<2x4xf32>...
//|     |        ^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %all-gather.4 of computation %main
//|
//| error: all-gather: 1 is in no group
//|    --> testdata/constraints/collectives.mlir:111:8
//|     |
//| 111 |   %2 = "stablehlo.all_gather"(%f) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<2x4xf32>...
//|     |        ^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %all-gather.5 of computation %main
//|
//| error: all-gather: expected a channel of a positive number with use_global_device_ids
//|    --> testdata/constraints/collectives.mlir:113:8
//|     |
//| 113 |   %3 = "stablehlo.all_gather"(%f) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_...
//|     |        ^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %all-gather.6 of computation %main
//|
//| error: all-gather: expected a result of shape f32[2,8], found f32[2,9]
//|    --> testdata/constraints/collectives.mlir:115:8
//|     |
//| 115 |   %4 = "stablehlo.all_gather"(%f) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>...
//|     |        ^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %all-gather.7 of computation %main
//|
//| error: all-gather: expected a result of shape f32[2,8], found f64[2,8]
//|    --> testdata/constraints/collectives.mlir:117:8
//|     |
//| 117 |   %5 = "stablehlo.all_gather"(%f) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>...
//|     |        ^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %all-gather.8 of computation %main
//|
//| error: all-reduce: 0 is in its group twice
//|    --> testdata/constraints/collectives.mlir:119:8
//|     |
//| 119 |   %6 = "stablehlo.all_reduce"(%f) ({
//|     |        ^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %all-reduce.9 of computation %main
//|
//| error: all-reduce: 1 is in no group
//|    --> testdata/constraints/collectives.mlir:125:8
//|     |
//| 125 |   %7 = "stablehlo.all_reduce"(%f) ({
//|     |        ^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %all-reduce.10 of computation %main
//|
//| error: all-reduce: expected a channel of a positive number with use_global_device_ids
//|    --> testdata/constraints/collectives.mlir:131:8
//|     |
//| 131 |   %8 = "stablehlo.all_reduce"(%f) ({
//|     |        ^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %all-reduce.11 of computation %main
//|
//| error: all-reduce: expected a reducer of type (f32[], f32[]) -> f32[], found (s32[], s32[]) -> s32[]
//|    --> testdata/constraints/collectives.mlir:137:8
//|     |
//| 137 |   %9 = "stablehlo.all_reduce"(%f) ({
//|     |        ^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %all-reduce.12 of computation %main
//|
//| error: all-reduce: expected a reducer of type (f32[], f32[]) -> f32[], found (f32[]) -> f32[]
//|    --> testdata/constraints/collectives.mlir:143:9
//|     |
//| 143 |   %10 = "stablehlo.all_reduce"(%f) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %all-reduce.13 of computation %main
//|
//| error: all-reduce: expected a result of shape f32[2,4], found f32[2,5]
//|    --> testdata/constraints/collectives.mlir:148:9
//|     |
//| 148 |   %11 = "stablehlo.all_reduce"(%f) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %all-reduce.14 of computation %main
//|
//| error: all-reduce: expected a result of shape f32[2,4], found f64[2,4]
//|    --> testdata/constraints/collectives.mlir:154:9
//|     |
//| 154 |   %12 = "stablehlo.all_reduce"(%f) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %all-reduce.15 of computation %main
//|
//| error: all-to-all: expected a result of shape f32[2,4], found f32[4,2]
//|    --> testdata/constraints/collectives.mlir:160:9
//|     |
//| 160 |   %13 = "stablehlo.all_to_all"(%f) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 0 : i64, replica_groups = ...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %all-to-all.16 of computation %main
//|
//| error: all-to-all: 0 is in its group twice
//|    --> testdata/constraints/collectives.mlir:162:9
//|     |
//| 162 |   %14 = "stablehlo.all_to_all"(%f) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = ...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %all-to-all.17 of computation %main
//|
//| error: all-to-all: 1 is in no group
//|    --> testdata/constraints/collectives.mlir:164:9
//|     |
//| 164 |   %15 = "stablehlo.all_to_all"(%f) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = ...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %all-to-all.21 of computation %main
//|
//| error: collective-broadcast: 0 is in its group twice
//|    --> testdata/constraints/collectives.mlir:166:9
//|     |
//| 166 |   %16 = "stablehlo.collective_broadcast"(%f) {replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %collective-broadcast.25 of computation %main
//|
//| error: collective-broadcast: expected a result of shape f32[2,4], found f32[2,5]
//|    --> testdata/constraints/collectives.mlir:168:9
//|     |
//| 168 |   %17 = "stablehlo.collective_broadcast"(%f) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x5...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %collective-broadcast.26 of computation %main
//|
//| error: collective-broadcast: expected a result of shape (f32[2,4], f32[2,4]), found f32[2,4]
//|    --> testdata/constraints/collectives.mlir:170:9
//|     |
//| 170 |   %18 = "stablehlo.collective_broadcast"(%f, %f) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>, tensor<2x...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %collective-broadcast.27 of computation %main
//|
//| error: collective-permute: 0 is a source twice
//|    --> testdata/constraints/collectives.mlir:172:9
//|     |
//| 172 |   %19 = "stablehlo.collective_permute"(%f) {source_target_pairs = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>} : (tensor<2x4xf32>) ->...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %collective-permute.28 of computation %main
//|
//| error: collective-permute: 1 is a target twice
//|    --> testdata/constraints/collectives.mlir:174:9
//|     |
//| 174 |   %20 = "stablehlo.collective_permute"(%f) {source_target_pairs = dense<[[0, 1], [1, 1]]> : tensor<2x2xi64>} : (tensor<2x4xf32>) ->...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %collective-permute.29 of computation %main
//|
//| error: collective-permute: expected a result of shape f32[2,4], found f32[2,5]
//|    --> testdata/constraints/collectives.mlir:176:9
//|     |
//| 176 |   %21 = "stablehlo.collective_permute"(%f) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %collective-permute.30 of computation %main
//|
//| error: collective-broadcast: 0 is in its group twice
//|    --> testdata/constraints/collectives.mlir:178:9
//|     |
//| 178 |   %22 = "stablehlo.collective_reduce"(%f) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %collective-broadcast.31 of computation %main
//|
//| error: collective-broadcast: 0 is in its group twice
//|    --> testdata/constraints/collectives.mlir:178:9
//|     |
//| 178 |   %22 = "stablehlo.collective_reduce"(%f) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %collective-broadcast.32 of computation %main
//|
//| error: map: expected a result of shape s32[2,4], found f32[2,4]
//|    --> testdata/constraints/collectives.mlir:184:9
//|     |
//| 184 |   %23 = "stablehlo.collective_reduce"(%f) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %map.50 of computation %main
//|
//| error: reduce-scatter: expected a result of shape f32[2,1], found f32[2,2]
//|    --> testdata/constraints/collectives.mlir:190:9
//|     |
//| 190 |   %24 = "stablehlo.reduce_scatter"(%f) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %reduce-scatter.57 of computation %main
//|
//| error: reduce-scatter: expected a dimension below 2, found [2]
//|    --> testdata/constraints/collectives.mlir:196:9
//|     |
//| 196 |   %25 = "stablehlo.reduce_scatter"(%f) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %reduce-scatter.58 of computation %main
//|
//| error: reduce-scatter: 0 is in its group twice
//|    --> testdata/constraints/collectives.mlir:202:9
//|     |
//| 202 |   %26 = "stablehlo.reduce_scatter"(%f) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %reduce-scatter.59 of computation %main
//|
//| error: reduce-scatter: 1 is in no group
//|    --> testdata/constraints/collectives.mlir:208:9
//|     |
//| 208 |   %27 = "stablehlo.reduce_scatter"(%f) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %reduce-scatter.60 of computation %main
//|
//| error: reduce-scatter: expected a channel of a positive number with use_global_device_ids
//|    --> testdata/constraints/collectives.mlir:214:9
//|     |
//| 214 |   %28 = "stablehlo.reduce_scatter"(%f) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %reduce-scatter.61 of computation %main
//|
//| error: reduce-scatter: expected a reducer of type (f32[], f32[]) -> f32[], found (s32[], s32[]) -> s32[]
//|    --> testdata/constraints/collectives.mlir:220:9
//|     |
//| 220 |   %29 = "stablehlo.reduce_scatter"(%f) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %reduce-scatter.62 of computation %main
//|
//| error: reduce-scatter: expected a result of shape f32[2,2], found f32[2,3]
//|    --> testdata/constraints/collectives.mlir:226:9
//|     |
//| 226 |   %30 = "stablehlo.reduce_scatter"(%f) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %reduce-scatter.63 of computation %main
//|
//| error: reduce-scatter: expected a result of shape f32[2,2], found f64[2,2]
//|    --> testdata/constraints/collectives.mlir:232:9
//|     |
//| 232 |   %31 = "stablehlo.reduce_scatter"(%f) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %reduce-scatter.64 of computation %main
