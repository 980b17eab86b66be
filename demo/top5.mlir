// The five classes with the largest scores, and those scores.
module @top5 {
  func.func public @main(%scores: tensor<1x1000xf32>) -> (tensor<1x5xf32>, tensor<1x5xi32>) {
    %values, %classes = chlo.top_k(%scores, k = 5) : tensor<1x1000xf32> -> (tensor<1x5xf32>, tensor<1x5xi32>)
    return %values, %classes : tensor<1x5xf32>, tensor<1x5xi32>
  }
}
