// Regions that combine elements in a wider type than the operands have: these are brought to it first, and the result is
// of it.
//
// RUN: pjrt run --device=%device %s
func.func @main() {
  %x = stablehlo.constant dense<[100, 100, -100, 27]> : tensor<4xi8>
  %zero = stablehlo.constant dense<0> : tensor<i8>
  %sum = "stablehlo.reduce"(%x, %zero) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<4xi8>, tensor<i8>) -> tensor<i32>
  check.expect_eq_const %sum, dense<127> : tensor<i32>
  %windows = "stablehlo.reduce_window"(%x, %zero) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<4xi8>, tensor<i8>) -> tensor<2xi32>
  check.expect_eq_const %windows, dense<[200, -73]> : tensor<2xi32>
  %places = stablehlo.constant dense<[[1], [1]]> : tensor<2x1xi32>
  %updates = stablehlo.constant dense<[100, 50]> : tensor<2xi8>
  %scattered = "stablehlo.scatter"(%x, %places, %updates) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4xi8>, tensor<2x1xi32>, tensor<2xi8>) -> tensor<4xi32>
  check.expect_eq_const %scattered, dense<[100, 250, -100, 27]> : tensor<4xi32>
  %half = stablehlo.constant dense<[1.0, 3.0, 2.0]> : tensor<3xbf16>
  %sources = stablehlo.constant dense<[256.0, 1.0]> : tensor<2xbf16>
  %none = stablehlo.constant dense<0.0> : tensor<bf16>
  // In bf16 256 + 1 is 256.
  %selected = "stablehlo.select_and_scatter"(%half, %sources, %none) ({
    ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
      %s = stablehlo.compare GE, %a, %b : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
      stablehlo.return %s : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 1>} : (tensor<3xbf16>, tensor<2xbf16>, tensor<bf16>) -> tensor<3xf32>
  check.expect_eq_const %selected, dense<[0.0, 257.0, 0.0]> : tensor<3xf32>
  return
}
