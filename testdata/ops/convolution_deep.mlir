// A window of one over more features than a block of the contraction holds.
// RUN: pjrt run --device %device %s
func.func @main() {
  %x = stablehlo.constant dense<1.0> : tensor<1x3x2x1200xf32>
  %k = stablehlo.constant dense<0.5> : tensor<1x1x1200x5xf32>
  %r = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x2x1200xf32>, tensor<1x1x1200x5xf32>) -> tensor<1x3x2x5xf32>
  check.expect_eq_const %r, dense<600.0> : tensor<1x3x2x5xf32>
  return
}
