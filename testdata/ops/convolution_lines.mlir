// Convolutions of one channel, along lines: padding is zeros that are multiplied like any others (times infinity that is
// no number), windows are longer than their input or turned round, groups have images of their own.

// RUN: pjrt run --device=%device %s --input=1x1x5xf32='1 2 3 4 5' --input=1x1x2x3xf32='1 -1 2 0.5 3 -2'
// RUN: pjrt run --device=%device %s --input=1x1x5xf32='1 2 3 4 5' --input=1x1x2x3xf32='1 -1 2 0.5 3 -2' --disable-pass=fusion

func.func @main(%x: tensor<1x1x5xf32>, %y: tensor<1x1x2x3xf32>) {
  // A signal, padded.
  %taps = stablehlo.constant dense<[[[1.0, -0.5, 0.25]]]> : tensor<1x1x3xf32>
  %0 = stablehlo.convolution(%x, %taps) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0],
      window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<1x1x5xf32>, tensor<1x1x3xf32>) -> tensor<1x1x5xf32>
  check.expect_eq_const %0, dense<[[[0.0, 0.75, 1.5, 2.25, 1.5]]]> : tensor<1x1x5xf32>

  // Reversed and dilated, cut at the left.
  %1 = stablehlo.convolution(%x, %taps) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0],
      window = {pad = [[-1, 2]], rhs_dilate = [2], reverse = [true]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<1x1x5xf32>, tensor<1x1x3xf32>) -> tensor<1x1x2xf32>
  check.expect_eq_const %1, dense<[[[-1.5, -1.75]]]> : tensor<1x1x2xf32>

  // A window longer than the signal: where infinity meets padding, there is no number.
  %long = stablehlo.constant dense<[[[1.0, 0.0, 0.0, 0.0, 0.0, 0x7F800000]]]> : tensor<1x1x6xf32>
  %2 = stablehlo.convolution(%x, %long) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0],
      window = {pad = [[5, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<1x1x5xf32>, tensor<1x1x6xf32>) -> tensor<1x1x6xf32>
  %same = stablehlo.compare EQ, %2, %2 : (tensor<1x1x6xf32>, tensor<1x1x6xf32>) -> tensor<1x1x6xi1>
  check.expect_eq_const %same, dense<[[[true, true, true, true, true, false]]]> : tensor<1x1x6xi1>

  // Two features of a channel, in each of two groups; rows above and below are zeros.
  %both = stablehlo.concatenate %y, %y, dim = 1 : (tensor<1x1x2x3xf32>, tensor<1x1x2x3xf32>) -> tensor<1x2x2x3xf32>
  %weights = stablehlo.constant dense<[[[[1.0, 2.0]]], [[[0.5, 0.0]]], [[[-1.0, 1.0]]], [[[4.0, -4.0]]]]> : tensor<4x1x1x2xf32>
  %3 = stablehlo.convolution(%both, %weights) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1],
      window = {pad = [[1, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64}
      : (tensor<1x2x2x3xf32>, tensor<4x1x1x2xf32>) -> tensor<1x4x3x2xf32>
  check.expect_eq_const %3, dense<[[
      [[0.0, 0.0], [-1.0, 3.0], [6.5, -1.0]], [[0.0, 0.0], [0.5, -0.5], [0.25, 1.5]],
      [[0.0, 0.0], [-2.0, 3.0], [2.5, -5.0]], [[0.0, 0.0], [8.0, -12.0], [-10.0, 20.0]]]]> : tensor<1x4x3x2xf32>
  return
}
