// Rows of scores to rows of probabilities, as jax.nn.softmax does it.
module @softmax {
  func.func public @main(%scores: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %max = stablehlo.reduce(%scores init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    %maxes = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<2xf32>) -> tensor<2x3xf32>
    %shifted = stablehlo.subtract %scores, %maxes : tensor<2x3xf32>
    %exp = stablehlo.exponential %shifted : tensor<2x3xf32>
    %sum = stablehlo.reduce(%exp init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    %sums = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<2xf32>) -> tensor<2x3xf32>
    %result = stablehlo.divide %exp, %sums : tensor<2x3xf32>
    return %result : tensor<2x3xf32>
  }
}
