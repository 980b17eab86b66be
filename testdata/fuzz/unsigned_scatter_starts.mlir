// A window that starts at 2^64 - 1 is out of bounds as a whole: the sum with a place in the window does not wrap. One
// that starts at -1, or at the greatest signed number, hangs over an edge or lies beyond it.
//
// RUN: pjrt run --device %device %s
func.func @main() {
  %x = stablehlo.constant dense<0.0> : tensor<4xf32>
  %updates = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %unsigned = stablehlo.constant dense<[[18446744073709551615], [1]]> : tensor<2x1xui64>
  %0 = "stablehlo.scatter"(%x, %unsigned, %updates) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}
    : (tensor<4xf32>, tensor<2x1xui64>, tensor<2x3xf32>) -> tensor<4xf32>
  check.expect_eq_const %0, dense<[0.0, 4.0, 5.0, 6.0]> : tensor<4xf32>
  %signed = stablehlo.constant dense<[[-1], [9223372036854775807]]> : tensor<2x1xi64>
  %1 = "stablehlo.scatter"(%x, %signed, %updates) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}
    : (tensor<4xf32>, tensor<2x1xi64>, tensor<2x3xf32>) -> tensor<4xf32>
  check.expect_eq_const %1, dense<[2.0, 3.0, 0.0, 0.0]> : tensor<4xf32>
  return
}
