// A kernel may have no output features.
//
// RUN: pjrt run --device %device %s --input=1x3x2xf32=iota --input=2x2x0xf32 --expect=1x2x0xf32=
func.func @main(%x: tensor<1x3x2xf32>, %w: tensor<2x2x0xf32>) -> tensor<1x2x0xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x2xf32>, tensor<2x2x0xf32>) -> tensor<1x2x0xf32>
  return %0 : tensor<1x2x0xf32>
}
