// A convolution reads 0 beside its input, which is the zero point: padding, dilation, groups.
// RUN: pjrt run --device %device %s

!l = !quant.uniform<i8:f32, 0.5:-7>
!r = !quant.uniform<i8:f32, 0.25>
!p = !quant.uniform<i8:f32:2, {0.25, 0.5}>
!s = !quant.uniform<i32:f32, 0.125>

func.func @main() {
  // Differences from the zero point: 1, 2, 3, 4.
  %x = stablehlo.constant() <{value = dense<[[[-6], [-5], [-4], [-3]]]> : tensor<1x4x1xi8>}> : () -> tensor<1x4x1x!l>
  %w = stablehlo.constant() <{value = dense<[[[1, 10]], [[2, 20]], [[3, 30]]]> : tensor<3x1x2xi8>}> : () -> tensor<3x1x2x!r>

  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1x!l>, tensor<3x1x2x!r>) -> tensor<1x4x2x!s>
  %i0 = stablehlo.bitcast_convert %0 : (tensor<1x4x2x!s>) -> tensor<1x4x2xi32>
  check.expect_eq_const %i0, dense<[[[8, 80], [14, 140], [20, 200], [11, 110]]]> : tensor<1x4x2xi32>

  // Dilated, cut at the left, strided, and turned.
  %1 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[-1, 2]], lhs_dilate = [2], reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1x!l>, tensor<3x1x2x!r>) -> tensor<1x3x2x!s>
  %i1 = stablehlo.bitcast_convert %1 : (tensor<1x3x2x!s>) -> tensor<1x3x2xi32>
  check.expect_eq_const %i1, dense<[[[4, 40], [6, 60], [8, 80]]]> : tensor<1x3x2xi32>

  // A scale for each output feature.
  %p = stablehlo.bitcast_convert %w : (tensor<3x1x2x!r>) -> tensor<3x1x2x!p>
  %2 = stablehlo.convolution(%x, %p) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1x!l>, tensor<3x1x2x!p>) -> tensor<1x4x2x!quant.uniform<i8:f32:2, {1.0:1, 2.0:-1}>>
  %i2 = stablehlo.bitcast_convert %2 : (tensor<1x4x2x!quant.uniform<i8:f32:2, {1.0:1, 2.0:-1}>>) -> tensor<1x4x2xi8>
  check.expect_eq_const %i2, dense<[[[2, 9], [3, 16], [4, 24], [2, 13]]]> : tensor<1x4x2xi8>

  // A zero point on the right side, which only convolutions may have: differences 0, 9; 1, 19; 2, 29.
  %z = stablehlo.bitcast_convert %w : (tensor<3x1x2x!r>) -> tensor<3x1x2x!quant.uniform<i8:f32, 0.25:1>>
  %3 = stablehlo.convolution(%x, %z) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1x!l>, tensor<3x1x2x!quant.uniform<i8:f32, 0.25:1>>) -> tensor<1x4x2x!s>
  %i3 = stablehlo.bitcast_convert %3 : (tensor<1x4x2x!s>) -> tensor<1x4x2xi32>
  check.expect_eq_const %i3, dense<[[[5, 77], [8, 134], [11, 191], [4, 103]]]> : tensor<1x4x2xi32>

  // Two groups of features.
  %y = stablehlo.constant() <{value = dense<[[[-6, 3], [-5, 13]]]> : tensor<1x2x2xi8>}> : () -> tensor<1x2x2x!l>
  %g = stablehlo.constant() <{value = dense<[[[2, 3]], [[4, 5]]]> : tensor<2x1x2xi8>}> : () -> tensor<2x1x2x!r>
  %4 = stablehlo.convolution(%y, %g) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[0, 1]]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x2x2x!l>, tensor<2x1x2x!r>) -> tensor<1x2x2x!s>
  %i4 = stablehlo.bitcast_convert %4 : (tensor<1x2x2x!s>) -> tensor<1x2x2xi32>
  check.expect_eq_const %i4, dense<[[[10, 130], [4, 60]]]> : tensor<1x2x2xi32>

  // The input not quantized.
  %f = stablehlo.constant dense<[[[1.0], [2.0], [3.0], [4.0]]]> : tensor<1x4x1xf32>
  %5 = stablehlo.convolution(%f, %p) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1xf32>, tensor<3x1x2x!p>) -> tensor<1x4x2xf32>
  check.expect_eq_const %5, dense<[[[2.0, 40.0], [3.5, 70.0], [5.0, 100.0], [2.75, 55.0]]]> : tensor<1x4x2xf32>
  return
}
