// Constraints of the specification on convolution: an operation that breaks each.

func.func @main(%x: tensor<4x6x6x4xf32>, %k: tensor<3x3x4x8xf32>, %k3: tensor<3x4x8xf32>, %k6: tensor<3x3x4x6xf32>, %k16: tensor<3x3x1x6xf32>, %k2: tensor<3x3x2x8xf32>, %ki: tensor<3x3x4x8xi32>) {
  // convolution C2
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>) -> tensor<4x4x4x8xf32>
  // convolution C3
  %1 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [0, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>) -> tensor<4x4x4x8xf32>
  // convolution C3
  %2 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, -1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>) -> tensor<4x4x4x8xf32>
  // convolution C4
  %3 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>) -> tensor<4x4x4x8xf32>
  // convolution C5
  %4 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {lhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>) -> tensor<4x4x4x8xf32>
  // convolution C6
  %5 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {lhs_dilate = [0, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>) -> tensor<4x4x4x8xf32>
  // convolution C7
  %6 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {rhs_dilate = [1, 1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>) -> tensor<4x4x4x8xf32>
  // convolution C8
  %7 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {rhs_dilate = [1, 0]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>) -> tensor<4x4x4x8xf32>
  // convolution C9
  %8 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>) -> tensor<4x4x4x8xf32>
  // convolution C12
  %9 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>) -> tensor<4x4x4x8xf32>
  // convolution C13
  %10 = "stablehlo.convolution"(%x, %k) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = -1, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>) -> tensor<4x4x4x8xf32>
  // convolution C24
  %11 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>) -> tensor<4x4x4x8xf32>
  // convolution C27
  %12 = stablehlo.convolution(%x, %ki) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xi32>) -> tensor<4x4x4x8xf32>
  return
}
// -----
func.func @main(%x: tensor<4x6x6x4xf32>, %k: tensor<3x3x4x8xf32>, %k3: tensor<3x4x8xf32>, %k6: tensor<3x3x4x6xf32>, %k16: tensor<3x3x1x6xf32>, %k2: tensor<3x3x2x8xf32>, %ki: tensor<3x3x4x8xi32>) {
  // convolution C1
  %0 = stablehlo.convolution(%x, %k3) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x6x6x4xf32>, tensor<3x4x8xf32>) -> tensor<4x4x4x8xf32>
  // convolution C10
  %1 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 3 : i64, feature_group_count = 1 : i64} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>) -> tensor<4x4x4x8xf32>
  // convolution C11
  %2 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>) -> tensor<4x4x4x8xf32>
  // convolution C12
  %3 = "stablehlo.convolution"(%x, %k) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>) -> tensor<4x4x4x8xf32>
  // convolution C13
  %4 = "stablehlo.convolution"(%x, %k) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>) -> tensor<4x4x4x8xf32>
  // convolution C13
  %5 = "stablehlo.convolution"(%x, %k) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 4, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>) -> tensor<4x4x4x8xf32>
  // convolution C14
  %6 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>) -> tensor<4x4x4x8xf32>
  // convolution C15
  %7 = stablehlo.convolution(%x, %k6) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 4 : i64, feature_group_count = 1 : i64} : (tensor<4x6x6x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x4x4x6xf32>
  // convolution C16
  %8 = stablehlo.convolution(%x, %k16) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<4x6x6x4xf32>, tensor<3x3x1x6xf32>) -> tensor<4x4x4x6xf32>
  // convolution C17
  %9 = "stablehlo.convolution"(%x, %k) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>) -> tensor<4x4x4x8xf32>
  // convolution C18
  %10 = "stablehlo.convolution"(%x, %k) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 3, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>) -> tensor<4x4x4x8xf32>
  // convolution C18
  %11 = "stablehlo.convolution"(%x, %k) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 4, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>) -> tensor<4x4x4x8xf32>
  // convolution C19
  %12 = "stablehlo.convolution"(%x, %k) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1]>} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>) -> tensor<4x4x4x8xf32>
  // convolution C20
  %13 = "stablehlo.convolution"(%x, %k) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 0, output_spatial_dimensions = [1, 2]>} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>) -> tensor<4x4x4x8xf32>
  // convolution C20
  %14 = "stablehlo.convolution"(%x, %k) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 4, output_spatial_dimensions = [1, 2]>} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>) -> tensor<4x4x4x8xf32>
  // convolution C21
  %15 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 0 : i64} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>) -> tensor<4x4x4x8xf32>
  // convolution C22
  %16 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 0 : i64, feature_group_count = 1 : i64} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>) -> tensor<4x4x4x8xf32>
  // convolution C23
  %17 = stablehlo.convolution(%x, %k2) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 2 : i64} : (tensor<4x6x6x4xf32>, tensor<3x3x2x8xf32>) -> tensor<2x4x4x8xf32>
  // convolution C25
  %18 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>) -> tensor<4x5x4x8xf32>
  // convolution C26
  %19 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>) -> tensor<4x4x4x8x1xf32>
  return
}
// -----
func.func @main(%x: tensor<4x6x6x4xf32>, %k: tensor<3x3x4x8xf32>, %xq: tensor<4x6x6x4x!quant.uniform<i8:f32, 2.0:17>>, %kq: tensor<3x3x4x8x!quant.uniform<i8:f32, 2.0>>, %k17: tensor<3x3x4x8x!quant.uniform<i8:f32, 2.0:17>>, %k4: tensor<3x3x4x8x!quant.uniform<i4:f32, 2.0>>, %kb: tensor<3x3x4x8x!quant.uniform<i8:bf16, 2.0>>, %ka: tensor<3x3x4x8x!quant.uniform<i8:f32:3, {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0}>>, %ki: tensor<3x3x4x8x!quant.uniform<i8:f32:2, {1.0, 1.0, 1.0, 1.0}>>, %xh: tensor<4x6x6x4xf16>) {
  // convolution C28
  %0 = stablehlo.convolution(%xq, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x6x6x4x!quant.uniform<i8:f32, 2.0:17>>, tensor<3x3x4x8xf32>) -> tensor<4x4x4x8x!quant.uniform<i32:f32, 4.0>>
  // convolution C28
  %1 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>) -> tensor<4x4x4x8x!quant.uniform<i32:f32, 4.0>>
  // convolution C29
  %2 = stablehlo.convolution(%xq, %ki) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x6x6x4x!quant.uniform<i8:f32, 2.0:17>>, tensor<3x3x4x8x!quant.uniform<i8:f32:2, {1.0, 1.0, 1.0, 1.0}>>) -> tensor<4x4x4x8x!quant.uniform<i32:f32, 4.0>>
  // convolution C30
  %3 = stablehlo.convolution(%xq, %ka) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x6x6x4x!quant.uniform<i8:f32, 2.0:17>>, tensor<3x3x4x8x!quant.uniform<i8:f32:3, {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0}>>) -> tensor<4x4x4x8x!quant.uniform<i32:f32:2, {1.0, 1.0, 1.0, 1.0}>>
  // convolution C31
  %4 = stablehlo.convolution(%xq, %k4) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x6x6x4x!quant.uniform<i8:f32, 2.0:17>>, tensor<3x3x4x8x!quant.uniform<i4:f32, 2.0>>) -> tensor<4x4x4x8x!quant.uniform<i32:f32, 4.0>>
  // convolution C32
  %5 = stablehlo.convolution(%xq, %kb) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x6x6x4x!quant.uniform<i8:f32, 2.0:17>>, tensor<3x3x4x8x!quant.uniform<i8:bf16, 2.0>>) -> tensor<4x4x4x8x!quant.uniform<i32:f32, 4.0>>
  // convolution C33
  %6 = stablehlo.convolution(%xq, %kq) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x6x6x4x!quant.uniform<i8:f32, 2.0:17>>, tensor<3x3x4x8x!quant.uniform<i8:f32, 2.0>>) -> tensor<4x4x4x8x!quant.uniform<i32:f32:3, {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0}>>
  // convolution C34
  %7 = stablehlo.convolution(%xh, %kq) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x6x6x4xf16>, tensor<3x3x4x8x!quant.uniform<i8:f32, 2.0>>) -> tensor<4x4x4x8xf16>
  return
}

// OUTPUT: exits 2 pjrt run --device=interpreter %s
//| error: stablehlo.convolution: expected `window_strides` for 2 dimensions, found 1
//|  --> testdata/constraints/convolution.mlir:5:8
//|   |
//| 5 |   %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1]} {batch_group_coun...
//|   |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.convolution: expected `window_strides` to be at least 1, found 0
//|  --> testdata/constraints/convolution.mlir:7:8
//|   |
//| 7 |   %1 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [0, 1]} {batch_group_c...
//|   |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.convolution: expected `window_strides` to be at least 1, found -1
//|  --> testdata/constraints/convolution.mlir:9:8
//|   |
//| 9 |   %2 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, -1]} {batch_group_...
//|   |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.convolution: expected padding for 2 dimensions, found 1
//|   --> testdata/constraints/convolution.mlir:11:8
//|    |
//| 11 |   %3 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[0, 0]]} {batch_group_c...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.convolution: expected `lhs_dilation` for 2 dimensions, found 1
//|   --> testdata/constraints/convolution.mlir:13:8
//|    |
//| 13 |   %4 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {lhs_dilate = [1]} {batch_group...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.convolution: expected `lhs_dilation` to be at least 1, found 0
//|   --> testdata/constraints/convolution.mlir:15:8
//|    |
//| 15 |   %5 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {lhs_dilate = [0, 1]} {batch_gr...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.convolution: expected `rhs_dilation` for 2 dimensions, found 3
//|   --> testdata/constraints/convolution.mlir:17:8
//|    |
//| 17 |   %6 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {rhs_dilate = [1, 1, 1]} {batch...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.convolution: expected `rhs_dilation` to be at least 1, found 0
//|   --> testdata/constraints/convolution.mlir:19:8
//|    |
//| 19 |   %7 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {rhs_dilate = [1, 0]} {batch_gr...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.convolution: expected `window_reversal` for 2 dimensions, found 1
//|   --> testdata/constraints/convolution.mlir:21:8
//|    |
//| 21 |   %8 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {reverse = [true]} {batch_group...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.convolution: expected dimension numbers such as [b, 0, f]x[0, i, o]->[b, 0, f]
//|   --> testdata/constraints/convolution.mlir:23:8
//|    |
//| 23 |   %9 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, f...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.convolution: expected `input_batch_dimension` to be at least 0, found -1
//|   --> testdata/constraints/convolution.mlir:25:9
//|    |
//| 25 |   %10 = "stablehlo.convolution"(%x, %k) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo....
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.convolution: expected a precision for each of 2 operands, found 3
//|   --> testdata/constraints/convolution.mlir:27:9
//|    |
//| 27 |   %11 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i6...
//|    |         ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.convolution: expected an input and a kernel of one element type, found f32 and i32
//|   --> testdata/constraints/convolution.mlir:29:9
//|    |
//| 29 |   %12 = stablehlo.convolution(%x, %ki) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i...
//|    |         ^^^^^^^^^^^^^^^^^^^^^
//| error: convolution: expected a kernel of rank 4, found 3
//|   --> testdata/constraints/convolution.mlir:35:8
//|    |
//| 35 |   %0 = stablehlo.convolution(%x, %k3) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i6...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %convolution.7 of computation %main
//|
//| error: convolution: expected batch_group_count to divide the batch size 4, found 3
//|   --> testdata/constraints/convolution.mlir:37:8
//|    |
//| 37 |   %1 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 3 : i64...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %convolution.8 of computation %main
//|
//| error: convolution: expected feature_group_count to divide the number of input features 4, found 3
//|   --> testdata/constraints/convolution.mlir:39:8
//|    |
//| 39 |   %2 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %convolution.9 of computation %main
//|
//| error: convolution: expected a number of input dimensions of 4, found 3
//|   --> testdata/constraints/convolution.mlir:41:8
//|    |
//| 41 |   %3 = "stablehlo.convolution"(%x, %k) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.c...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %convolution.10 of computation %main
//|
//| error: convolution: expected different input dimensions, found [0,2,1,2]
//|   --> testdata/constraints/convolution.mlir:43:8
//|    |
//| 43 |   %4 = "stablehlo.convolution"(%x, %k) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.c...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %convolution.11 of computation %main
//|
//| error: convolution: expected input dimensions below 4, found [4,3,1,2]
//|   --> testdata/constraints/convolution.mlir:45:8
//|    |
//| 45 |   %5 = "stablehlo.convolution"(%x, %k) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.c...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %convolution.12 of computation %main
//|
//| error: convolution: expected a number of kernel input features of 2, found 4
//|   --> testdata/constraints/convolution.mlir:47:8
//|    |
//| 47 |   %6 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %convolution.13 of computation %main
//|
//| error: convolution: expected batch_group_count to divide the number of output features 6, found 4
//|   --> testdata/constraints/convolution.mlir:49:8
//|    |
//| 49 |   %7 = stablehlo.convolution(%x, %k6) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 4 : i6...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %convolution.14 of computation %main
//|
//| error: convolution: expected feature_group_count to divide the number of output features 6, found 4
//|   --> testdata/constraints/convolution.mlir:51:8
//|    |
//| 51 |   %8 = stablehlo.convolution(%x, %k16) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %convolution.15 of computation %main
//|
//| error: convolution: expected a number of kernel dimensions of 4, found 3
//|   --> testdata/constraints/convolution.mlir:53:8
//|    |
//| 53 |   %9 = "stablehlo.convolution"(%x, %k) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.c...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %convolution.16 of computation %main
//|
//| error: convolution: expected different kernel dimensions, found [3,3,0,1]
//|   --> testdata/constraints/convolution.mlir:55:9
//|    |
//| 55 |   %10 = "stablehlo.convolution"(%x, %k) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo....
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %convolution.17 of computation %main
//|
//| error: convolution: expected kernel dimensions below 4, found [2,4,0,1]
//|   --> testdata/constraints/convolution.mlir:57:9
//|    |
//| 57 |   %11 = "stablehlo.convolution"(%x, %k) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo....
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %convolution.18 of computation %main
//|
//| error: convolution: expected a number of output dimensions of 4, found 3
//|   --> testdata/constraints/convolution.mlir:59:9
//|    |
//| 59 |   %12 = "stablehlo.convolution"(%x, %k) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo....
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %convolution.19 of computation %main
//|
//| error: convolution: expected different output dimensions, found [0,0,1,2]
//|   --> testdata/constraints/convolution.mlir:61:9
//|    |
//| 61 |   %13 = "stablehlo.convolution"(%x, %k) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo....
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %convolution.20 of computation %main
//|
//| error: convolution: expected output dimensions below 4, found [0,4,1,2]
//|   --> testdata/constraints/convolution.mlir:63:9
//|    |
//| 63 |   %14 = "stablehlo.convolution"(%x, %k) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo....
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %convolution.21 of computation %main
//|
//| error: convolution: expected positive group counts, found 0 and 1
//|   --> testdata/constraints/convolution.mlir:65:9
//|    |
//| 65 |   %15 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i6...
//|    |         ^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %convolution.22 of computation %main
//|
//| error: convolution: expected positive group counts, found 1 and 0
//|   --> testdata/constraints/convolution.mlir:67:9
//|    |
//| 67 |   %16 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 0 : i6...
//|    |         ^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %convolution.23 of computation %main
//|
//| error: convolution: expected feature_group_count or batch_group_count to be 1, found 2 and 2
//|   --> testdata/constraints/convolution.mlir:69:9
//|    |
//| 69 |   %17 = stablehlo.convolution(%x, %k2) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 2 : i...
//|    |         ^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %convolution.24 of computation %main
//|
//| error: convolution: expected a result of shape f32[4,4,4,8], found f32[4,5,4,8]
//|   --> testdata/constraints/convolution.mlir:71:9
//|    |
//| 71 |   %18 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i6...
//|    |         ^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %convolution.25 of computation %main
//|
//| error: convolution: expected a result of shape f32[4,4,4,8], found f32[4,4,4,8,1]
//|   --> testdata/constraints/convolution.mlir:73:9
//|    |
//| 73 |   %19 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i6...
//|    |         ^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %convolution.26 of computation %main
//| error: stablehlo.convolution: expected a quantized right side where any side is quantized
//|   --> testdata/constraints/convolution.mlir:79:8
//|    |
//| 79 |   %0 = stablehlo.convolution(%xq, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i6...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.convolution: expected a quantized right side where any side is quantized
//|   --> testdata/constraints/convolution.mlir:81:8
//|    |
//| 81 |   %1 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.convolution: expected the right side to be quantized along 3, the kernel_output_feature_dimension, found 2
//|   --> testdata/constraints/convolution.mlir:83:8
//|    |
//| 83 |   %2 = stablehlo.convolution(%xq, %ki) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.convolution: expected the result to be quantized along 3, the output_feature_dimension, found 2
//|   --> testdata/constraints/convolution.mlir:85:8
//|    |
//| 85 |   %3 = stablehlo.convolution(%xq, %ka) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.convolution: expected a right side stored as i8, found i4
//|   --> testdata/constraints/convolution.mlir:87:8
//|    |
//| 87 |   %4 = stablehlo.convolution(%xq, %k4) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.convolution: expected left side and result of bf16 as the right side, found f32
//|   --> testdata/constraints/convolution.mlir:89:8
//|    |
//| 89 |   %5 = stablehlo.convolution(%xq, %kb) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.convolution: expected result 0 to be quantized for the whole array as the right side is, found !quant.uniform<i32:f32:3, {1, 1, 1, 1, 1, 1, 1, 1}>
//|   --> testdata/constraints/convolution.mlir:91:8
//|    |
//| 91 |   %6 = stablehlo.convolution(%xq, %kq) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.convolution: expected left side and result of f32 as the right side, found f16
//|   --> testdata/constraints/convolution.mlir:93:8
//|    |
//| 93 |   %7 = stablehlo.convolution(%xh, %kq) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
