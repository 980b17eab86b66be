// Updates out of bounds are dropped, one by one; the others are applied.
// RUN: pjrt run --device %device %s
func.func @main() {
  %x = stablehlo.constant dense<0.0> : tensor<4xf32>
  %i = stablehlo.constant dense<[[1], [9], [1], [-1]]> : tensor<4x1xi32>
  %u = stablehlo.constant dense<[1.0, 2.0, 4.0, 8.0]> : tensor<4xf32>
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<4xf32>
  check.expect_eq_const %r, dense<[0.0, 5.0, 0.0, 0.0]> : tensor<4xf32>
  return
}
