// `rng` draws on both runtimes; random bits of four are the lowest bits of bytes.
// RUN: pjrt run --device %device %s

func.func @main() {
  %low = stablehlo.constant dense<-2.0> : tensor<f32>
  %high = stablehlo.constant dense<3.0> : tensor<f32>
  %shape = stablehlo.constant dense<1000> : tensor<1xi64>
  %drawn = stablehlo.rng %low, %high, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<1000xf32>
  %least = stablehlo.reduce(%drawn init: %high) applies stablehlo.minimum across dimensions = [0] : (tensor<1000xf32>, tensor<f32>) -> tensor<f32>
  %most = stablehlo.reduce(%drawn init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<1000xf32>, tensor<f32>) -> tensor<f32>
  %bounds = stablehlo.constant dense<[-1.99, 2.99]> : tensor<2xf32>
  %l = stablehlo.reshape %least : (tensor<f32>) -> tensor<1xf32>
  %m = stablehlo.reshape %most : (tensor<f32>) -> tensor<1xf32>
  %ends = stablehlo.concatenate %l, %m, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  check.expect_almost_eq %ends, %bounds, tolerance = 0.02 : tensor<2xf32>

  %state = stablehlo.constant dense<[7, 11]> : tensor<2xui64>
  %0, %bytes = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui8>)
  %1, %nibbles = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui4>)
  %cut = stablehlo.convert %bytes : (tensor<5xui8>) -> tensor<5xui4>
  check.expect_eq %nibbles, %cut : tensor<5xui4>
  check.expect_eq %0, %1 : tensor<2xui64>
  return
}
