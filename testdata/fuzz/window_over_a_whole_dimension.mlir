// A running sum along one dimension, of all elements along another.
// RUN: pjrt run --device %device %s --input '2x3xf32=1 2 3 10 20 30'

func.func @main(%x: tensor<2x3xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {window_dimensions = array<i64: 2, 3>, padding = dense<[[0, 0], [2, 0]]> : tensor<2x2xi64>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x3xf32>
  check.expect_eq_const %0, dense<[[11.0, 33.0, 66.0]]> : tensor<1x3xf32>
  return
}
