// Constraints of the specification on gather: an operation that breaks each.

func.func @main(%o: tensor<3x4x2xi32>, %s: tensor<2x3x2xi64>, %b: tensor<2x3x4x2xi32>) {
  // gather C2
  %0 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = -1>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  // gather C5
  %1 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [-1, 2], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  // gather C8
  %2 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [-1], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  // gather C19
  %3 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, -1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  // gather C21
  %4 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, -1, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}
// -----
func.func @main(%o: tensor<3x4x2xi32>, %s: tensor<2x3x2xi64>, %b: tensor<2x3x4x2xi32>) {
  // gather C1
  %0 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  // gather C2
  %1 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 4>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  // gather C3
  %2 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  // gather C4
  %3 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 2], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  // gather C4
  %4 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 2], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  // gather C5
  %5 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 4], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  // gather C6
  %6 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  // gather C7
  %7 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1, 0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2xi32>
  // gather C8
  %8 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [3], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  // gather C9
  %9 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 2, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  // gather C6
  %10 = "stablehlo.gather"(%b, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [2, 3], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2, 2>} : (tensor<2x3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  // gather C10
  %11 = "stablehlo.gather"(%b, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [], operand_batching_dims = [1, 0], start_indices_batching_dims = [1, 0], start_index_map = [2, 3], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2, 2>} : (tensor<2x3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  // gather C11
  %12 = "stablehlo.gather"(%b, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [], operand_batching_dims = [0, 4], start_indices_batching_dims = [0, 1], start_index_map = [2, 3], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2, 2>} : (tensor<2x3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  // gather C12
  %13 = "stablehlo.gather"(%b, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [2, 3], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2, 2>} : (tensor<2x3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  // gather C13
  %14 = "stablehlo.gather"(%b, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 0], start_index_map = [2, 3], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2, 2>} : (tensor<2x3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  // gather C14
  %15 = "stablehlo.gather"(%b, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 3], start_index_map = [2, 3], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2, 2>} : (tensor<2x3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  // gather C15
  %16 = "stablehlo.gather"(%b, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 2], start_index_map = [2, 3], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2, 2>} : (tensor<2x3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  // gather C16
  %17 = "stablehlo.gather"(%b, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [], operand_batching_dims = [0, 1], start_indices_batching_dims = [0], start_index_map = [2, 3], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2, 2>} : (tensor<2x3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  // gather C17
  %18 = "stablehlo.gather"(%b, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [], operand_batching_dims = [0, 1], start_indices_batching_dims = [1, 0], start_index_map = [2, 3], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2, 2>} : (tensor<2x3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  // gather C18
  %19 = "stablehlo.gather"(%b, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [2, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2, 2>} : (tensor<2x3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  // gather C18
  %20 = "stablehlo.gather"(%b, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [0, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2, 2>} : (tensor<2x3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  // gather C19
  %21 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 3], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  // gather C20
  %22 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  // gather C21
  %23 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 5, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  // gather C22
  %24 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x3xi32>
  // gather C23
  %25 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>
  return
}

// OUTPUT: exits 2 pjrt run --device=interpreter %s
//| error: stablehlo.gather: expected `index_vector_dim` to be at least 0, found -1
//|  --> testdata/constraints/gather.mlir:5:8
//|   |
//| 5 |   %0 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_inde...
//|   |        ^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.gather: expected `offset_dims` to be at least 0, found -1
//|  --> testdata/constraints/gather.mlir:7:8
//|   |
//| 7 |   %1 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [-1, 2], collapsed_slice_dims = [0], start_ind...
//|   |        ^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.gather: expected `collapsed_slice_dims` to be at least 0, found -1
//|  --> testdata/constraints/gather.mlir:9:8
//|   |
//| 9 |   %2 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [-1], start_ind...
//|   |        ^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.gather: expected `start_index_map` to be at least 0, found -1
//|   --> testdata/constraints/gather.mlir:11:8
//|    |
//| 11 |   %3 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_ind...
//|    |        ^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.gather: expected `slice_sizes` to be at least 0, found -1
//|   --> testdata/constraints/gather.mlir:13:8
//|    |
//| 13 |   %4 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_ind...
//|    |        ^^^^^^^^^^^^^^^^^^
//| error: gather: expected a number of offset, collapsed and batching dimensions of 3, found 2
//|   --> testdata/constraints/gather.mlir:19:8
//|    |
//| 19 |   %0 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_...
//|    |        ^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %gather.3 of computation %main
//|
//| error: gather: expected index_vector_dim below 4, found [4]
//|   --> testdata/constraints/gather.mlir:21:8
//|    |
//| 21 |   %1 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_ind...
//|    |        ^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %gather.4 of computation %main
//|
//| error: gather: expected start_index_map of size 2, found 1
//|   --> testdata/constraints/gather.mlir:23:8
//|    |
//| 23 |   %2 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_ind...
//|    |        ^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %gather.5 of computation %main
//|
//| error: gather: expected sorted offset_dims, found [3,2]
//|   --> testdata/constraints/gather.mlir:25:8
//|    |
//| 25 |   %3 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 2], collapsed_slice_dims = [0], start_ind...
//|    |        ^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %gather.6 of computation %main
//|
//| error: gather: expected different offset_dims, found [2,2]
//|   --> testdata/constraints/gather.mlir:27:8
//|    |
//| 27 |   %4 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 2], collapsed_slice_dims = [0], start_ind...
//|    |        ^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %gather.7 of computation %main
//|
//| error: gather: expected offset_dims below 4, found [2,4]
//|   --> testdata/constraints/gather.mlir:29:8
//|    |
//| 29 |   %5 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 4], collapsed_slice_dims = [0], start_ind...
//|    |        ^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %gather.8 of computation %main
//|
//| error: gather: expected different collapsed and batching dimensions, found [0,0]
//|   --> testdata/constraints/gather.mlir:31:8
//|    |
//| 31 |   %6 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 0], start_ind...
//|    |        ^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %gather.9 of computation %main
//|
//| error: gather: expected sorted collapsed_slice_dims, found [1,0]
//|   --> testdata/constraints/gather.mlir:33:8
//|    |
//| 33 |   %7 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1, 0], start_ind...
//|    |        ^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %gather.10 of computation %main
//|
//| error: gather: expected collapsed_slice_dims below 3, found [3]
//|   --> testdata/constraints/gather.mlir:35:8
//|    |
//| 35 |   %8 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [3], start_ind...
//|    |        ^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %gather.11 of computation %main
//|
//| error: gather: expected a slice size of at most 1 in dimension 0, found 2
//|   --> testdata/constraints/gather.mlir:37:8
//|    |
//| 37 |   %9 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_ind...
//|    |        ^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %gather.12 of computation %main
//|
//| error: gather: expected different collapsed and batching dimensions, found [0,0,1]
//|   --> testdata/constraints/gather.mlir:39:9
//|    |
//| 39 |   %10 = "stablehlo.gather"(%b, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], operand_bat...
//|    |         ^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %gather.13 of computation %main
//|
//| error: gather: expected sorted operand_batching_dims, found [1,0]
//|   --> testdata/constraints/gather.mlir:41:9
//|    |
//| 41 |   %11 = "stablehlo.gather"(%b, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [], operand_b...
//|    |         ^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %gather.14 of computation %main
//|
//| error: gather: expected operand_batching_dims below 4, found [0,4]
//|   --> testdata/constraints/gather.mlir:43:9
//|    |
//| 43 |   %12 = "stablehlo.gather"(%b, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [], operand_b...
//|    |         ^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %gather.15 of computation %main
//|
//| error: gather: expected a slice size of at most 1 in dimension 1, found 2
//|   --> testdata/constraints/gather.mlir:45:9
//|    |
//| 45 |   %13 = "stablehlo.gather"(%b, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [], operand_b...
//|    |         ^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %gather.16 of computation %main
//|
//| error: gather: expected different start_indices_batching_dims, found [0,0]
//|   --> testdata/constraints/gather.mlir:47:9
//|    |
//| 47 |   %14 = "stablehlo.gather"(%b, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [], operand_b...
//|    |         ^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %gather.17 of computation %main
//|
//| error: gather: expected start_indices_batching_dims below 3, found [0,3]
//|   --> testdata/constraints/gather.mlir:49:9
//|    |
//| 49 |   %15 = "stablehlo.gather"(%b, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [], operand_b...
//|    |         ^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %gather.18 of computation %main
//|
//| error: gather: expected start_indices_batching_dims without index_vector_dim 2, found [0,2]
//|   --> testdata/constraints/gather.mlir:51:9
//|    |
//| 51 |   %16 = "stablehlo.gather"(%b, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [], operand_b...
//|    |         ^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %gather.19 of computation %main
//|
//| error: gather: expected a number of batching dimensions of the indices of 2, found 1
//|   --> testdata/constraints/gather.mlir:53:9
//|    |
//| 53 |   %17 = "stablehlo.gather"(%b, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [], operand_b...
//|    |         ^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %gather.20 of computation %main
//|
//| error: gather: expected batching dimensions of sizes [2,3], found [3,2]
//|   --> testdata/constraints/gather.mlir:55:9
//|    |
//| 55 |   %18 = "stablehlo.gather"(%b, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [], operand_b...
//|    |         ^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %gather.21 of computation %main
//|
//| error: gather: expected different start_index_map and batching dimensions, found [2,2,0,1]
//|   --> testdata/constraints/gather.mlir:57:9
//|    |
//| 57 |   %19 = "stablehlo.gather"(%b, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [], operand_b...
//|    |         ^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %gather.22 of computation %main
//|
//| error: gather: expected different start_index_map and batching dimensions, found [0,2,0,1]
//|   --> testdata/constraints/gather.mlir:59:9
//|    |
//| 59 |   %20 = "stablehlo.gather"(%b, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [], operand_b...
//|    |         ^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %gather.23 of computation %main
//|
//| error: gather: expected start_index_map below 3, found [1,3]
//|   --> testdata/constraints/gather.mlir:61:9
//|    |
//| 61 |   %21 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_in...
//|    |         ^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %gather.24 of computation %main
//|
//| error: gather: expected a number of slice sizes of 3, found 2
//|   --> testdata/constraints/gather.mlir:63:9
//|    |
//| 63 |   %22 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_in...
//|    |         ^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %gather.25 of computation %main
//|
//| error: gather: expected slice sizes up to [3,4,2], found [1,5,2]
//|   --> testdata/constraints/gather.mlir:65:9
//|    |
//| 65 |   %23 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_in...
//|    |         ^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %gather.26 of computation %main
//|
//| error: gather: expected a result of shape s32[2,3,2,2], found s32[2,3,2,3]
//|   --> testdata/constraints/gather.mlir:67:9
//|    |
//| 67 |   %24 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_in...
//|    |         ^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %gather.27 of computation %main
//|
//| error: gather: expected a result of shape s32[2,3,2,2], found f32[2,3,2,2]
//|   --> testdata/constraints/gather.mlir:69:9
//|    |
//| 69 |   %25 = "stablehlo.gather"(%o, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_in...
//|    |         ^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %gather.28 of computation %main
