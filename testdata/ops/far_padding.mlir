// Edges whose sum is small and that are huge themselves: all that is left is padding.
// RUN: pjrt run --device %device %s

func.func @main() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %seven = stablehlo.constant dense<7.0> : tensor<f32>
  %sevens = stablehlo.constant dense<7.0> : tensor<3xf32>
  %zeros = stablehlo.constant dense<0.0> : tensor<1x3x1xf32>
  %above = stablehlo.pad %x, %seven, low = [9223372036854775807], high = [-9223372036854775807], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  check.expect_eq %above, %sevens : tensor<3xf32>
  %below = stablehlo.pad %x, %seven, low = [-9223372036854775807], high = [9223372036854775805], interior = [1] : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  check.expect_eq %below, %sevens : tensor<3xf32>
  %windows = "stablehlo.reduce_window"(%x, %seven) <{window_dimensions = array<i64: 2>, padding = dense<[[9223372036854775807, -9223372036854775806]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %sum = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %sum : tensor<f32>
  }) : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  check.expect_eq %windows, %sevens : tensor<3xf32>
  %image = stablehlo.reshape %x : (tensor<3xf32>) -> tensor<1x3x1xf32>
  %kernel = stablehlo.constant dense<1.0> : tensor<1x1x1xf32>
  %products = stablehlo.convolution(%image, %kernel) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[-9223372036854775807, 9223372036854775807]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1xf32>, tensor<1x1x1xf32>) -> tensor<1x3x1xf32>
  check.expect_eq %products, %zeros : tensor<1x3x1xf32>
  return
}

// -----
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %seven = stablehlo.constant dense<7.0> : tensor<f32>
  %sevens = stablehlo.constant dense<7.0> : tensor<3xf32>
  %zeros = stablehlo.constant dense<0.0> : tensor<1x3x1xf32>
  %above = stablehlo.pad %x, %seven, low = [2305843009213693952], high = [-2305843009213693952], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  check.expect_eq %above, %sevens : tensor<3xf32>
  %image = stablehlo.reshape %x : (tensor<3xf32>) -> tensor<1x3x1xf32>
  %kernel = stablehlo.constant dense<1.0> : tensor<1x1x1xf32>
  %products = stablehlo.convolution(%image, %kernel) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[-4611686018427387904, 4611686018427387904]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1xf32>, tensor<1x1x1xf32>) -> tensor<1x3x1xf32>
  check.expect_eq %products, %zeros : tensor<1x3x1xf32>
  return
}
