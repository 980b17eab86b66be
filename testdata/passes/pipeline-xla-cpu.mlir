// XLA's order of passes leads to a program of the same values: what the pipeline writes out is run once more here.
//
// RUN: pjrt opt --pipeline=xla-cpu --verify %s | FileCheck %s
// RUN: pjrt opt --pipeline=xla-cpu %s | pjrt run --device=%device --input="2x2xf32=4 2 2 5" --input="2xf32=nan -1" --input="4xi32=3 1 -5 1" --expect="2x2xf32=2 0 1 2" --expect="2xi1=0 1" --expect="2x2xf32=2 5 4 2" --expect="4xi32=1 2 0 1" -

// CHECK: cholesky_body
// CHECK-NOT: TOTALORDER
// CHECK: ENTRY
// CHECK-NOT: scatter(
func.func @main(%a: tensor<2x2xf32>, %x: tensor<2xf32>, %i: tensor<4xi32>)
    -> (tensor<2x2xf32>, tensor<2xi1>, tensor<2x2xf32>, tensor<4xi32>) {
  %factor = stablehlo.cholesky %a, lower = true : tensor<2x2xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<2xf32>
  %below = stablehlo.compare LT, %x, %zero, TOTALORDER : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %rows = stablehlo.constant dense<[[1], [0]]> : tensor<2x1xi32>
  %turned = "stablehlo.gather"(%a, %rows) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 2>
  } : (tensor<2x2xf32>, tensor<2x1xi32>) -> tensor<2x2xf32>
  %none = stablehlo.constant dense<0> : tensor<4xi32>
  %one = stablehlo.constant dense<[1, 2, 9, 1]> : tensor<4xi32>
  %places = stablehlo.constant dense<[[0], [1], [7], [3]]> : tensor<4x1xi32>
  %spread = "stablehlo.scatter"(%none, %places, %one) ({
  ^bb0(%current: tensor<i32>, %update: tensor<i32>):
    %sum = stablehlo.add %current, %update : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
    indices_are_sorted = false, unique_indices = true
  } : (tensor<4xi32>, tensor<4x1xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %factor, %below, %turned, %spread : tensor<2x2xf32>, tensor<2xi1>, tensor<2x2xf32>, tensor<4xi32>
}
