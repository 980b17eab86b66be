// The three kinds of ragged dimensions. What is not of a group takes no part in its product: an infinity neither.
//
// RUN: pjrt run --device %device %s
func.func @main() {
  // Rows 0 and 1 times 1, none times infinity, row 2 times 10; row 3 is in no group.
  %rows = stablehlo.constant dense<[[1.0], [2.0], [3.0], [4.0]]> : tensor<4x1xf32>
  %matrices = stablehlo.constant dense<[[[1.0]], [[0x7F800000]], [[10.0]]]> : tensor<3x1x1xf32>
  %sizes = stablehlo.constant dense<[2, 0, 1]> : tensor<3xi32>
  %0 = "chlo.ragged_dot"(%rows, %matrices, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<
    lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1],
    lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<4x1xf32>, tensor<3x1x1xf32>, tensor<3xi32>) -> tensor<4x1xf32>
  check.expect_eq_const %0, dense<[[1.0], [2.0], [30.0], [0.0]]> : tensor<4x1xf32>

  // Sizes for each batch: the rows of the first fall into groups of 1 and 1, those of the second into 0 and 2.
  %batches = stablehlo.constant dense<[[[1], [2]], [[3], [4]]]> : tensor<2x2x1xi32>
  %factors = stablehlo.constant dense<[[[[1]], [[2]]], [[[10]], [[20]]]]> : tensor<2x2x1x1xi32>
  %each = stablehlo.constant dense<[[1, 1], [0, 2]]> : tensor<2x2xi64>
  %1 = "chlo.ragged_dot"(%batches, %factors, %each) {ragged_dot_dimension_numbers = #chlo.ragged_dot<
    lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2],
    lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x2x1xi32>, tensor<2x2x1x1xi32>, tensor<2x2xi64>) -> tensor<2x2x1xi32>
  check.expect_eq_const %1, dense<[[[1], [20]], [[60], [80]]]> : tensor<2x2x1xi32>

  // Terms: 1 * 1 + 2 * 2 and 3 * 3; the last, infinity times 0, is in no group.
  %left = stablehlo.constant dense<[[1.0, 2.0, 3.0, 0x7F800000]]> : tensor<1x4xf32>
  %right = stablehlo.constant dense<[[1.0], [2.0], [3.0], [0.0]]> : tensor<4x1xf32>
  %terms = stablehlo.constant dense<[2, 1]> : tensor<2xi32>
  %2 = "chlo.ragged_dot"(%left, %right, %terms) {ragged_dot_dimension_numbers = #chlo.ragged_dot<
    lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0],
    lhs_ragged_dimensions = [1], rhs_group_dimensions = []>} : (tensor<1x4xf32>, tensor<4x1xf32>, tensor<2xi32>) -> tensor<2x1x1xf32>
  check.expect_eq_const %2, dense<[[[5.0]], [[9.0]]]> : tensor<2x1x1xf32>

  // Batches are multiplied whatever group they are in.
  %three = stablehlo.constant dense<[[[1]], [[2]], [[3]]]> : tensor<3x1x1xi32>
  %3 = "chlo.ragged_dot"(%three, %three, %terms) {ragged_dot_dimension_numbers = #chlo.ragged_dot<
    lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1],
    lhs_ragged_dimensions = [0], rhs_group_dimensions = []>} : (tensor<3x1x1xi32>, tensor<3x1x1xi32>, tensor<2xi32>) -> tensor<3x1x1xi32>
  check.expect_eq_const %3, dense<[[[1]], [[4]], [[9]]]> : tensor<3x1x1xi32>
  return
}
