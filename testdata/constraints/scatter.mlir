// Constraints of the specification on scatter: an operation that breaks each.

func.func @main(%o: tensor<3x4x2xi32>, %w: tensor<3x4x3xi32>, %b: tensor<2x3x4x2xi32>, %s: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xi32>, %v: tensor<2x3x2x1xi32>, %v2: tensor<2x2x2x2xi32>, %v5: tensor<2x3x5x2xi32>, %u3: tensor<2x3x2xi32>, %uf: tensor<2x3x2x2xf32>) {
  // scatter C5
  %0 = "stablehlo.scatter"(%o, %s) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      stablehlo.return %q : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<3x4x2xi32>
  // scatter C8
  %1 = "stablehlo.scatter"(%o, %s, %u) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      stablehlo.return %q : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [-1, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  // scatter C11
  %2 = "stablehlo.scatter"(%o, %s, %u) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      stablehlo.return %q : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [-1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  // scatter C21
  %3 = "stablehlo.scatter"(%o, %s, %u) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      stablehlo.return %q : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, -1], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  // scatter C22
  %4 = "stablehlo.scatter"(%o, %s, %u) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      stablehlo.return %q : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = -1>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  return
}
// -----
func.func @main(%o: tensor<3x4x2xi32>, %w: tensor<3x4x3xi32>, %b: tensor<2x3x4x2xi32>, %s: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xi32>, %v: tensor<2x3x2x1xi32>, %v2: tensor<2x2x2x2xi32>, %v5: tensor<2x3x5x2xi32>, %u3: tensor<2x3x2xi32>, %uf: tensor<2x3x2x2xf32>) {
  // scatter C1
  %0:2 = "stablehlo.scatter"(%o, %w, %s, %u, %u) ({
    ^bb0(%p: tensor<i32>, %p2: tensor<i32>, %q: tensor<i32>, %q2: tensor<i32>):
      stablehlo.return %q, %q2 : tensor<i32>, tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<3x4x3xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>, tensor<2x3x2x2xi32>) -> (tensor<3x4x2xi32>, tensor<3x4x3xi32>)
  // scatter C2
  %1 = "stablehlo.scatter"(%o, %s, %u) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      stablehlo.return %q : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  // scatter C3
  %2:2 = "stablehlo.scatter"(%o, %o, %s, %u, %v) ({
    ^bb0(%p: tensor<i32>, %p2: tensor<i32>, %q: tensor<i32>, %q2: tensor<i32>):
      stablehlo.return %q, %q2 : tensor<i32>, tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>, tensor<2x3x2x1xi32>) -> (tensor<3x4x2xi32>, tensor<3x4x2xi32>)
  // scatter C4
  %3 = "stablehlo.scatter"(%o, %s, %v2) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      stablehlo.return %q : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x2x2x2xi32>) -> tensor<3x4x2xi32>
  // scatter C4
  %4 = "stablehlo.scatter"(%o, %s, %v5) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      stablehlo.return %q : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x5x2xi32>) -> tensor<3x4x2xi32>
  // scatter C6
  %5 = "stablehlo.scatter"(%o, %s, %uf) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      stablehlo.return %q : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xi32>
  // scatter C7
  %6 = "stablehlo.scatter"(%o, %s, %u) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      stablehlo.return %q : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  // scatter C7
  %7 = "stablehlo.scatter"(%o, %s, %u) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      stablehlo.return %q : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  // scatter C8
  %8 = "stablehlo.scatter"(%o, %s, %u) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      stablehlo.return %q : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 4], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  // scatter C9
  %9 = "stablehlo.scatter"(%o, %s, %u) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      stablehlo.return %q : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0, 0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  // scatter C10
  %10 = "stablehlo.scatter"(%o, %s, %u3) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      stablehlo.return %q : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1, 0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2xi32>) -> tensor<3x4x2xi32>
  // scatter C11
  %11 = "stablehlo.scatter"(%o, %s, %u) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      stablehlo.return %q : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [3], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  // scatter C9
  %12 = "stablehlo.scatter"(%b, %s, %u) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      stablehlo.return %q : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2, 3], index_vector_dim = 2>} : (tensor<2x3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<2x3x4x2xi32>
  // scatter C12
  %13 = "stablehlo.scatter"(%b, %s, %u) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      stablehlo.return %q : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [], input_batching_dims = [1, 0], scatter_indices_batching_dims = [1, 0], scatter_dims_to_operand_dims = [2, 3], index_vector_dim = 2>} : (tensor<2x3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<2x3x4x2xi32>
  // scatter C13
  %14 = "stablehlo.scatter"(%b, %s, %u) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      stablehlo.return %q : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [], input_batching_dims = [0, 4], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2, 3], index_vector_dim = 2>} : (tensor<2x3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<2x3x4x2xi32>
  // scatter C14
  %15 = "stablehlo.scatter"(%b, %s, %u) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      stablehlo.return %q : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 0], scatter_dims_to_operand_dims = [2, 3], index_vector_dim = 2>} : (tensor<2x3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<2x3x4x2xi32>
  // scatter C15
  %16 = "stablehlo.scatter"(%b, %s, %u) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      stablehlo.return %q : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 3], scatter_dims_to_operand_dims = [2, 3], index_vector_dim = 2>} : (tensor<2x3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<2x3x4x2xi32>
  // scatter C16
  %17 = "stablehlo.scatter"(%b, %s, %u) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      stablehlo.return %q : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 2], scatter_dims_to_operand_dims = [2, 3], index_vector_dim = 2>} : (tensor<2x3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<2x3x4x2xi32>
  // scatter C17
  %18 = "stablehlo.scatter"(%b, %s, %u) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      stablehlo.return %q : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [2, 3], index_vector_dim = 2>} : (tensor<2x3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<2x3x4x2xi32>
  // scatter C18
  %19 = "stablehlo.scatter"(%b, %s, %u) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      stablehlo.return %q : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [], input_batching_dims = [0, 1], scatter_indices_batching_dims = [1, 0], scatter_dims_to_operand_dims = [2, 3], index_vector_dim = 2>} : (tensor<2x3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<2x3x4x2xi32>
  // scatter C19
  %20 = "stablehlo.scatter"(%o, %s, %u) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      stablehlo.return %q : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  // scatter C20
  %21 = "stablehlo.scatter"(%o, %s, %u) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      stablehlo.return %q : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 1], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  // scatter C20
  %22 = "stablehlo.scatter"(%b, %s, %u) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      stablehlo.return %q : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>} : (tensor<2x3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<2x3x4x2xi32>
  // scatter C21
  %23 = "stablehlo.scatter"(%o, %s, %u) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      stablehlo.return %q : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 3], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  // scatter C22
  %24 = "stablehlo.scatter"(%o, %s, %u) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      stablehlo.return %q : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 4>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  // scatter C23
  %25 = "stablehlo.scatter"(%o, %s, %u) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      stablehlo.return %q : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  // scatter C23
  %26 = "stablehlo.scatter"(%o, %s, %u) ({
    ^bb0(%p: tensor<i32>):
      stablehlo.return %p : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  // scatter C24
  %27 = "stablehlo.scatter"(%o, %s, %u) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      stablehlo.return %q : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x3xi32>
  // scatter C25
  %28 = "stablehlo.scatter"(%o, %s, %u) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      stablehlo.return %q : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi64>
  return
}

// OUTPUT: exits 2 pjrt run --device=interpreter %s
//| error: stablehlo.scatter: expected inputs, indices, and an update for each input; found 2 operands
//|  --> testdata/constraints/scatter.mlir:5:8
//|   |
//| 5 |   %0 = "stablehlo.scatter"(%o, %s) ({
//|   |        ^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.scatter: expected `update_window_dims` to be at least 0, found -1
//|   --> testdata/constraints/scatter.mlir:10:8
//|    |
//| 10 |   %1 = "stablehlo.scatter"(%o, %s, %u) ({
//|    |        ^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.scatter: expected `inserted_window_dims` to be at least 0, found -1
//|   --> testdata/constraints/scatter.mlir:15:8
//|    |
//| 15 |   %2 = "stablehlo.scatter"(%o, %s, %u) ({
//|    |        ^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.scatter: expected `scatter_dims_to_operand_dims` to be at least 0, found -1
//|   --> testdata/constraints/scatter.mlir:20:8
//|    |
//| 20 |   %3 = "stablehlo.scatter"(%o, %s, %u) ({
//|    |        ^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.scatter: expected `index_vector_dim` to be at least 0, found -1
//|   --> testdata/constraints/scatter.mlir:25:8
//|    |
//| 25 |   %4 = "stablehlo.scatter"(%o, %s, %u) ({
//|    |        ^^^^^^^^^^^^^^^^^^^
//| error: scatter: expected input 1 with dimensions [3,4,2], found [3,4,3]
//|   --> testdata/constraints/scatter.mlir:34:10
//|    |
//| 34 |   %0:2 = "stablehlo.scatter"(%o, %w, %s, %u, %u) ({
//|    |          ^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %scatter.10 of computation %main
//|
//| error: scatter: expected a number of window, inserted and batching dimensions of 3, found 2
//|   --> testdata/constraints/scatter.mlir:39:8
//|    |
//| 39 |   %1 = "stablehlo.scatter"(%o, %s, %u) ({
//|    |        ^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %scatter.13 of computation %main
//|
//| error: scatter: expected update 1 with dimensions [2,3,2,2], found [2,3,2,1]
//|   --> testdata/constraints/scatter.mlir:44:10
//|    |
//| 44 |   %2:2 = "stablehlo.scatter"(%o, %o, %s, %u, %v) ({
//|    |          ^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %scatter.14 of computation %main
//|
//| error: scatter: expected scatter dimensions of an update of sizes [2,3], found [2,2]
//|   --> testdata/constraints/scatter.mlir:49:8
//|    |
//| 49 |   %3 = "stablehlo.scatter"(%o, %s, %v2) ({
//|    |        ^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %scatter.17 of computation %main
//|
//| error: scatter: expected window dimensions of an update of sizes up to [4,2], found [5,2]
//|   --> testdata/constraints/scatter.mlir:54:8
//|    |
//| 54 |   %4 = "stablehlo.scatter"(%o, %s, %v5) ({
//|    |        ^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %scatter.18 of computation %main
//|
//| error: scatter: expected update 0 with element type s32, found f32
//|   --> testdata/constraints/scatter.mlir:59:8
//|    |
//| 59 |   %5 = "stablehlo.scatter"(%o, %s, %uf) ({
//|    |        ^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %scatter.19 of computation %main
//|
//| error: scatter: expected sorted update_window_dims, found [3,2]
//|   --> testdata/constraints/scatter.mlir:64:8
//|    |
//| 64 |   %6 = "stablehlo.scatter"(%o, %s, %u) ({
//|    |        ^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %scatter.20 of computation %main
//|
//| error: scatter: expected different update_window_dims, found [2,2]
//|   --> testdata/constraints/scatter.mlir:69:8
//|    |
//| 69 |   %7 = "stablehlo.scatter"(%o, %s, %u) ({
//|    |        ^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %scatter.21 of computation %main
//|
//| error: scatter: expected update_window_dims below 4, found [2,4]
//|   --> testdata/constraints/scatter.mlir:74:8
//|    |
//| 74 |   %8 = "stablehlo.scatter"(%o, %s, %u) ({
//|    |        ^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %scatter.22 of computation %main
//|
//| error: scatter: expected different inserted and batching dimensions, found [0,0]
//|   --> testdata/constraints/scatter.mlir:79:8
//|    |
//| 79 |   %9 = "stablehlo.scatter"(%o, %s, %u) ({
//|    |        ^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %scatter.23 of computation %main
//|
//| error: scatter: expected sorted inserted_window_dims, found [1,0]
//|   --> testdata/constraints/scatter.mlir:84:9
//|    |
//| 84 |   %10 = "stablehlo.scatter"(%o, %s, %u3) ({
//|    |         ^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %scatter.24 of computation %main
//|
//| error: scatter: expected inserted_window_dims below 3, found [3]
//|   --> testdata/constraints/scatter.mlir:89:9
//|    |
//| 89 |   %11 = "stablehlo.scatter"(%o, %s, %u) ({
//|    |         ^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %scatter.25 of computation %main
//|
//| error: scatter: expected different inserted and batching dimensions, found [0,0,1]
//|   --> testdata/constraints/scatter.mlir:94:9
//|    |
//| 94 |   %12 = "stablehlo.scatter"(%b, %s, %u) ({
//|    |         ^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %scatter.26 of computation %main
//|
//| error: scatter: expected sorted input_batching_dims, found [1,0]
//|   --> testdata/constraints/scatter.mlir:99:9
//|    |
//| 99 |   %13 = "stablehlo.scatter"(%b, %s, %u) ({
//|    |         ^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %scatter.27 of computation %main
//|
//| error: scatter: expected input_batching_dims below 4, found [0,4]
//|    --> testdata/constraints/scatter.mlir:104:9
//|     |
//| 104 |   %14 = "stablehlo.scatter"(%b, %s, %u) ({
//|     |         ^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %scatter.28 of computation %main
//|
//| error: scatter: expected different scatter_indices_batching_dims, found [0,0]
//|    --> testdata/constraints/scatter.mlir:109:9
//|     |
//| 109 |   %15 = "stablehlo.scatter"(%b, %s, %u) ({
//|     |         ^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %scatter.29 of computation %main
//|
//| error: scatter: expected scatter_indices_batching_dims below 3, found [0,3]
//|    --> testdata/constraints/scatter.mlir:114:9
//|     |
//| 114 |   %16 = "stablehlo.scatter"(%b, %s, %u) ({
//|     |         ^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %scatter.30 of computation %main
//|
//| error: scatter: expected scatter_indices_batching_dims without index_vector_dim 2, found [0,2]
//|    --> testdata/constraints/scatter.mlir:119:9
//|     |
//| 119 |   %17 = "stablehlo.scatter"(%b, %s, %u) ({
//|     |         ^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %scatter.31 of computation %main
//|
//| error: scatter: expected a number of batching dimensions of the indices of 2, found 1
//|    --> testdata/constraints/scatter.mlir:124:9
//|     |
//| 124 |   %18 = "stablehlo.scatter"(%b, %s, %u) ({
//|     |         ^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %scatter.32 of computation %main
//|
//| error: scatter: expected batching dimensions of sizes [2,3], found [3,2]
//|    --> testdata/constraints/scatter.mlir:129:9
//|     |
//| 129 |   %19 = "stablehlo.scatter"(%b, %s, %u) ({
//|     |         ^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %scatter.33 of computation %main
//|
//| error: scatter: expected scatter_dims_to_operand_dims of size 2, found 1
//|    --> testdata/constraints/scatter.mlir:134:9
//|     |
//| 134 |   %20 = "stablehlo.scatter"(%o, %s, %u) ({
//|     |         ^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %scatter.34 of computation %main
//|
//| error: scatter: expected different scatter_dims_to_operand_dims and batching dimensions, found [1,1]
//|    --> testdata/constraints/scatter.mlir:139:9
//|     |
//| 139 |   %21 = "stablehlo.scatter"(%o, %s, %u) ({
//|     |         ^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %scatter.35 of computation %main
//|
//| error: scatter: expected different scatter_dims_to_operand_dims and batching dimensions, found [0,2,0,1]
//|    --> testdata/constraints/scatter.mlir:144:9
//|     |
//| 144 |   %22 = "stablehlo.scatter"(%b, %s, %u) ({
//|     |         ^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %scatter.36 of computation %main
//|
//| error: scatter: expected scatter_dims_to_operand_dims below 3, found [1,3]
//|    --> testdata/constraints/scatter.mlir:149:9
//|     |
//| 149 |   %23 = "stablehlo.scatter"(%o, %s, %u) ({
//|     |         ^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %scatter.37 of computation %main
//|
//| error: scatter: expected index_vector_dim below 4, found [4]
//|    --> testdata/constraints/scatter.mlir:154:9
//|     |
//| 154 |   %24 = "stablehlo.scatter"(%o, %s, %u) ({
//|     |         ^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %scatter.38 of computation %main
//|
//| error: scatter: expected an update computation of type (s32[], s32[]) -> s32[], found (f32[], f32[]) -> f32[]
//|    --> testdata/constraints/scatter.mlir:159:9
//|     |
//| 159 |   %25 = "stablehlo.scatter"(%o, %s, %u) ({
//|     |         ^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %scatter.39 of computation %main
//|
//| error: scatter: expected an update computation of type (s32[], s32[]) -> s32[], found (s32[]) -> s32[]
//|    --> testdata/constraints/scatter.mlir:164:9
//|     |
//| 164 |   %26 = "stablehlo.scatter"(%o, %s, %u) ({
//|     |         ^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %scatter.40 of computation %main
//|
//| error: scatter: expected a result of shape s32[3,4,2], found s32[3,4,3]
//|    --> testdata/constraints/scatter.mlir:169:9
//|     |
//| 169 |   %27 = "stablehlo.scatter"(%o, %s, %u) ({
//|     |         ^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %scatter.41 of computation %main
//|
//| error: scatter: expected a result of shape s32[3,4,2], found s64[3,4,2]
//|    --> testdata/constraints/scatter.mlir:174:9
//|     |
//| 174 |   %28 = "stablehlo.scatter"(%o, %s, %u) ({
//|     |         ^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %scatter.42 of computation %main
