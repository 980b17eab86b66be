// Constraints of the specification on operations whose shapes are operands: an operation that breaks each.

func.func @main(%m: tensor<2x3xf32>, %s: tensor<f32>, %e: tensor<f64>, %q: tensor<3x3xf32>, %o: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %x: tensor<4x6x6x4xf32>, %k: tensor<3x3x4x8xf32>, %k3: tensor<3x4x8xf32>, %k6: tensor<3x3x4x6xf32>, %k16: tensor<3x3x1x6xf32>, %k2: tensor<3x3x2x8xf32>, %ki: tensor<3x3x4x8xi32>) {
  %c2 = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %c3 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi64>
  %z2 = stablehlo.constant dense<0> : tensor<2xi64>
  %n2 = stablehlo.constant dense<-1> : tensor<2xi64>
  %c24 = stablehlo.constant dense<[2, 4]> : tensor<2xi64>
  %z1 = stablehlo.constant dense<0> : tensor<1xi64>
  %pad = stablehlo.constant dense<0> : tensor<2x2xi64>
  %pad1 = stablehlo.constant dense<0> : tensor<1x2xi64>
  // dynamic_broadcast_in_dim C1
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%m, %c2) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf64>
  // dynamic_broadcast_in_dim C2
  %1 = "stablehlo.dynamic_broadcast_in_dim"(%m, %c2) {broadcast_dimensions = array<i64: 0>} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  // dynamic_broadcast_in_dim C3
  %2 = "stablehlo.dynamic_broadcast_in_dim"(%m, %c2) {broadcast_dimensions = array<i64: 0, 2>} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  // dynamic_broadcast_in_dim C4
  %3 = "stablehlo.dynamic_broadcast_in_dim"(%q, %c2) {broadcast_dimensions = array<i64: 1, 1>} : (tensor<3x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  // dynamic_broadcast_in_dim C5
  %4 = "stablehlo.dynamic_broadcast_in_dim"(%m, %c24) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x4xf32>
  // dynamic_broadcast_in_dim C7
  %5 = "stablehlo.dynamic_broadcast_in_dim"(%m, %c3) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<2x3xf32>
  // dynamic_broadcast_in_dim C8
  %k8 = "stablehlo.dynamic_broadcast_in_dim"(%m, %c2) {broadcast_dimensions = array<i64: 0, 1>, known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  // dynamic_broadcast_in_dim C9
  %k9 = "stablehlo.dynamic_broadcast_in_dim"(%m, %c2) {broadcast_dimensions = array<i64: 0, 1>, known_expanding_dimensions = array<i64: 2>} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  // dynamic_broadcast_in_dim C10
  %k10 = "stablehlo.dynamic_broadcast_in_dim"(%m, %c2) {broadcast_dimensions = array<i64: 0, 1>, known_nonexpanding_dimensions = array<i64: -1>} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  // dynamic_iota C2
  %6 = "stablehlo.dynamic_iota"(%c3) {iota_dimension = 0 : i64} : (tensor<3xi64>) -> tensor<2x3xi32>
  // dynamic_pad C2
  %7 = "stablehlo.dynamic_pad"(%m, %s, %z1, %z2, %z2) {} : (tensor<2x3xf32>, tensor<f32>, tensor<1xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x3xf32>
  // dynamic_pad C2
  %8 = "stablehlo.dynamic_pad"(%m, %s, %z2, %z1, %z2) {} : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<1xi64>, tensor<2xi64>) -> tensor<2x3xf32>
  // dynamic_pad C2
  %9 = "stablehlo.dynamic_pad"(%m, %s, %z2, %z2, %z1) {} : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<1xi64>) -> tensor<2x3xf32>
  // dynamic_pad C3
  %10 = "stablehlo.dynamic_pad"(%m, %s, %z2, %z2, %n2) {} : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x3xf32>
  // dynamic_reshape C4
  %11 = "stablehlo.dynamic_reshape"(%m, %c3) {} : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<2x3xf32>
  // dynamic_conv C2
  %12 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1>} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>, tensor<2x2xi64>) -> tensor<4x4x4x8xf32>
  // dynamic_conv C3
  %13 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 0, 1>} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>, tensor<2x2xi64>) -> tensor<4x4x4x8xf32>
  // dynamic_conv C4
  %14 = "stablehlo.dynamic_conv"(%x, %k, %pad1) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>, tensor<1x2xi64>) -> tensor<4x4x4x8xf32>
  // dynamic_conv C5
  %15 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, lhs_dilation = array<i64: 1>} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>, tensor<2x2xi64>) -> tensor<4x4x4x8xf32>
  // dynamic_conv C6
  %16 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, lhs_dilation = array<i64: 0, 1>} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>, tensor<2x2xi64>) -> tensor<4x4x4x8xf32>
  // dynamic_conv C7
  %17 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, rhs_dilation = array<i64: 1>} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>, tensor<2x2xi64>) -> tensor<4x4x4x8xf32>
  // dynamic_conv C8
  %18 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, rhs_dilation = array<i64: 0, 1>} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>, tensor<2x2xi64>) -> tensor<4x4x4x8xf32>
  // dynamic_conv C9
  %19 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_reversal = array<i1: true>} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>, tensor<2x2xi64>) -> tensor<4x4x4x8xf32>
  // dynamic_conv C17
  %20 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>, tensor<2x2xi64>) -> tensor<4x4x4x8xf32>
  // dynamic_conv C24
  %21 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>, tensor<2x2xi64>) -> tensor<4x4x4x8xf32>
  // dynamic_conv C27
  %22 = "stablehlo.dynamic_conv"(%x, %ki, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xi32>, tensor<2x2xi64>) -> tensor<4x4x4x8xf32>
  return
}
// -----
func.func @main(%m: tensor<2x3xf32>, %s: tensor<f32>, %e: tensor<f64>, %q: tensor<3x3xf32>, %o: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %x: tensor<4x6x6x4xf32>, %k: tensor<3x3x4x8xf32>, %k3: tensor<3x4x8xf32>, %k6: tensor<3x3x4x6xf32>, %k16: tensor<3x3x1x6xf32>, %k2: tensor<3x3x2x8xf32>, %ki: tensor<3x3x4x8xi32>) {
  %c2 = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %z2 = stablehlo.constant dense<0> : tensor<2xi64>
  %one2 = stablehlo.constant dense<1> : tensor<2xi64>
  %c24 = stablehlo.constant dense<[2, 4]> : tensor<2xi64>
  %pad = stablehlo.constant dense<0> : tensor<2x2xi64>
  %sz = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  %sz2 = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %szbig = stablehlo.constant dense<[1, 5, 2]> : tensor<3xi64>
  %szcol = stablehlo.constant dense<[2, 2, 2]> : tensor<3xi64>
  // dynamic_iota C1
  %0 = "stablehlo.dynamic_iota"(%c2) {iota_dimension = 2 : i64} : (tensor<2xi64>) -> tensor<2x3xi32>
  // dynamic_pad C1
  %1 = "stablehlo.dynamic_pad"(%m, %e, %z2, %z2, %z2) {} : (tensor<2x3xf32>, tensor<f64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x3xf32>
  // dynamic_pad C4
  %2 = "stablehlo.dynamic_pad"(%m, %s, %one2, %z2, %z2) {} : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x3xf32>
  // dynamic_reshape C1
  %3 = "stablehlo.dynamic_reshape"(%m, %c2) {} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf64>
  // dynamic_reshape C2
  %4 = "stablehlo.dynamic_reshape"(%m, %c24) {} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x4xf32>
  // dynamic_gather C1
  %5 = "stablehlo.dynamic_gather"(%o, %i, %sz) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  // dynamic_gather C2
  %6 = "stablehlo.dynamic_gather"(%o, %i, %sz) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 4>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  // dynamic_gather C3
  %7 = "stablehlo.dynamic_gather"(%o, %i, %sz) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  // dynamic_gather C4
  %8 = "stablehlo.dynamic_gather"(%o, %i, %sz) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 2], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  // dynamic_gather C5
  %9 = "stablehlo.dynamic_gather"(%o, %i, %sz) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 4], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  // dynamic_gather C6
  %10 = "stablehlo.dynamic_gather"(%o, %i, %sz) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 0], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  // dynamic_gather C7
  %11 = "stablehlo.dynamic_gather"(%o, %i, %sz) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [3], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  // dynamic_gather C8
  %12 = "stablehlo.dynamic_gather"(%o, %i, %szcol) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  // dynamic_gather C9
  %13 = "stablehlo.dynamic_gather"(%o, %i, %sz) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 1], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  // dynamic_gather C10
  %14 = "stablehlo.dynamic_gather"(%o, %i, %sz) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 3], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  // dynamic_gather C11
  %15 = "stablehlo.dynamic_gather"(%o, %i, %sz2) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2xi64>) -> tensor<2x3x2x2xi32>
  // dynamic_gather C12
  %16 = "stablehlo.dynamic_gather"(%o, %i, %szbig) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  // dynamic_gather C13
  %17 = "stablehlo.dynamic_gather"(%o, %i, %sz) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x3xi32>
  // dynamic_gather C14
  %18 = "stablehlo.dynamic_gather"(%o, %i, %sz) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xf32>
  // dynamic_conv C1
  %19 = "stablehlo.dynamic_conv"(%x, %k3, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>} : (tensor<4x6x6x4xf32>, tensor<3x4x8xf32>, tensor<2x2xi64>) -> tensor<4x4x4x8xf32>
  // dynamic_conv C10
  %20 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 3 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>, tensor<2x2xi64>) -> tensor<4x4x4x8xf32>
  // dynamic_conv C11
  %21 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 3 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>, tensor<2x2xi64>) -> tensor<4x4x4x8xf32>
  // dynamic_conv C12
  %22 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>, tensor<2x2xi64>) -> tensor<4x4x4x8xf32>
  // dynamic_conv C13
  %23 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>, tensor<2x2xi64>) -> tensor<4x4x4x8xf32>
  // dynamic_conv C14
  %24 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>, tensor<2x2xi64>) -> tensor<4x4x4x8xf32>
  // dynamic_conv C15
  %25 = "stablehlo.dynamic_conv"(%x, %k6, %pad) {batch_group_count = 4 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>} : (tensor<4x6x6x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi64>) -> tensor<1x4x4x6xf32>
  // dynamic_conv C16
  %26 = "stablehlo.dynamic_conv"(%x, %k16, %pad) {batch_group_count = 1 : i64, feature_group_count = 4 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>} : (tensor<4x6x6x4xf32>, tensor<3x3x1x6xf32>, tensor<2x2xi64>) -> tensor<4x4x4x6xf32>
  // dynamic_conv C18
  %27 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 3, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>, tensor<2x2xi64>) -> tensor<4x4x4x8xf32>
  // dynamic_conv C19
  %28 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1]>} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>, tensor<2x2xi64>) -> tensor<4x4x4x8xf32>
  // dynamic_conv C20
  %29 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 0, output_spatial_dimensions = [1, 2]>} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>, tensor<2x2xi64>) -> tensor<4x4x4x8xf32>
  // dynamic_conv C21
  %30 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 0 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>, tensor<2x2xi64>) -> tensor<4x4x4x8xf32>
  // dynamic_conv C22
  %31 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 0 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>, tensor<2x2xi64>) -> tensor<4x4x4x8xf32>
  // dynamic_conv C23
  %32 = "stablehlo.dynamic_conv"(%x, %k2, %pad) {batch_group_count = 2 : i64, feature_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>} : (tensor<4x6x6x4xf32>, tensor<3x3x2x8xf32>, tensor<2x2xi64>) -> tensor<2x4x4x8xf32>
  // dynamic_conv C25
  %33 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>, tensor<2x2xi64>) -> tensor<4x5x4x8xf32>
  // dynamic_conv C26
  %34 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>, tensor<2x2xi64>) -> tensor<4x4x4x8x1xf32>
  return
}

// OUTPUT: exits 2 pjrt run --device=interpreter %s
//| error: stablehlo.dynamic_broadcast_in_dim: the result, declared tensor<2x3xf64>, has another shape: expected elements of type f64, found f32
//|   --> testdata/constraints/dynamic.mlir:13:8
//|    |
//| 13 |   %0 = "stablehlo.dynamic_broadcast_in_dim"(%m, %c2) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<2xi64>) ->...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_broadcast_in_dim: expected one dimension for each of the operand's 2, found 1
//|   --> testdata/constraints/dynamic.mlir:15:8
//|    |
//| 15 |   %1 = "stablehlo.dynamic_broadcast_in_dim"(%m, %c2) {broadcast_dimensions = array<i64: 0>} : (tensor<2x3xf32>, tensor<2xi64>) -> te...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_broadcast_in_dim: expected dimensions below the result's 2, found 2
//|   --> testdata/constraints/dynamic.mlir:17:8
//|    |
//| 17 |   %2 = "stablehlo.dynamic_broadcast_in_dim"(%m, %c2) {broadcast_dimensions = array<i64: 0, 2>} : (tensor<2x3xf32>, tensor<2xi64>) ->...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_broadcast_in_dim: dimension 1 is named twice
//|   --> testdata/constraints/dynamic.mlir:19:8
//|    |
//| 19 |   %3 = "stablehlo.dynamic_broadcast_in_dim"(%q, %c2) {broadcast_dimensions = array<i64: 1, 1>} : (tensor<3x3xf32>, tensor<2xi64>) ->...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_broadcast_in_dim: operand dimension 1 of size 3 cannot become one of size 4
//|   --> testdata/constraints/dynamic.mlir:21:8
//|    |
//| 21 |   %4 = "stablehlo.dynamic_broadcast_in_dim"(%m, %c24) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<2xi64>) -...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: expected size 1, or the same size
//|
//| error: stablehlo.dynamic_broadcast_in_dim: the result, declared tensor<2x3xf32>, is given another shape: expected rank 2, found rank 3
//|   --> testdata/constraints/dynamic.mlir:23:8
//|    |
//| 23 |   %5 = "stablehlo.dynamic_broadcast_in_dim"(%m, %c3) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<3xi64>) ->...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_broadcast_in_dim: dimension 0 of `known_nonexpanding_dimensions` is named twice
//|   --> testdata/constraints/dynamic.mlir:25:9
//|    |
//| 25 |   %k8 = "stablehlo.dynamic_broadcast_in_dim"(%m, %c2) {broadcast_dimensions = array<i64: 0, 1>, known_expanding_dimensions = array<i...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_broadcast_in_dim: expected `known_expanding_dimensions` below 2, found 2
//|   --> testdata/constraints/dynamic.mlir:27:9
//|    |
//| 27 |   %k9 = "stablehlo.dynamic_broadcast_in_dim"(%m, %c2) {broadcast_dimensions = array<i64: 0, 1>, known_expanding_dimensions = array<i...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_broadcast_in_dim: expected `known_nonexpanding_dimensions` to be at least 0, found -1
//|   --> testdata/constraints/dynamic.mlir:29:10
//|    |
//| 29 |   %k10 = "stablehlo.dynamic_broadcast_in_dim"(%m, %c2) {broadcast_dimensions = array<i64: 0, 1>, known_nonexpanding_dimensions = arr...
//|    |          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_iota: the result, declared tensor<2x3xi32>, is given another shape: expected rank 2, found rank 3
//|   --> testdata/constraints/dynamic.mlir:31:8
//|    |
//| 31 |   %6 = "stablehlo.dynamic_iota"(%c3) {iota_dimension = 0 : i64} : (tensor<3xi64>) -> tensor<2x3xi32>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_pad: expected low, high and interior padding for 2 dimensions
//|   --> testdata/constraints/dynamic.mlir:33:8
//|    |
//| 33 |   %7 = "stablehlo.dynamic_pad"(%m, %s, %z1, %z2, %z2) {} : (tensor<2x3xf32>, tensor<f32>, tensor<1xi64>, tensor<2xi64>, tensor<2xi64...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_pad: expected low, high and interior padding for 2 dimensions
//|   --> testdata/constraints/dynamic.mlir:35:8
//|    |
//| 35 |   %8 = "stablehlo.dynamic_pad"(%m, %s, %z2, %z1, %z2) {} : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<1xi64>, tensor<2xi64...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_pad: expected low, high and interior padding for 2 dimensions
//|   --> testdata/constraints/dynamic.mlir:37:8
//|    |
//| 37 |   %9 = "stablehlo.dynamic_pad"(%m, %s, %z2, %z2, %z1) {} : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<1xi64...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_pad: expected `interior_padding` to be at least 0, found -1
//|   --> testdata/constraints/dynamic.mlir:39:9
//|    |
//| 39 |   %10 = "stablehlo.dynamic_pad"(%m, %s, %z2, %z2, %n2) {} : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi6...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_reshape: the result, declared tensor<2x3xf32>, is given another shape: expected rank 2, found rank 3
//|   --> testdata/constraints/dynamic.mlir:41:9
//|    |
//| 41 |   %11 = "stablehlo.dynamic_reshape"(%m, %c3) {} : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<2x3xf32>
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_conv: expected `window_strides` for 2 dimensions, found 1
//|   --> testdata/constraints/dynamic.mlir:43:9
//|    |
//| 43 |   %12 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #sta...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_conv: expected `window_strides` to be at least 1, found 0
//|   --> testdata/constraints/dynamic.mlir:45:9
//|    |
//| 45 |   %13 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #sta...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_conv: expected padding for 2 dimensions, found 1
//|   --> testdata/constraints/dynamic.mlir:47:9
//|    |
//| 47 |   %14 = "stablehlo.dynamic_conv"(%x, %k, %pad1) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #st...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_conv: expected `lhs_dilation` for 2 dimensions, found 1
//|   --> testdata/constraints/dynamic.mlir:49:9
//|    |
//| 49 |   %15 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #sta...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_conv: expected `lhs_dilation` to be at least 1, found 0
//|   --> testdata/constraints/dynamic.mlir:51:9
//|    |
//| 51 |   %16 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #sta...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_conv: expected `rhs_dilation` for 2 dimensions, found 1
//|   --> testdata/constraints/dynamic.mlir:53:9
//|    |
//| 53 |   %17 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #sta...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_conv: expected `rhs_dilation` to be at least 1, found 0
//|   --> testdata/constraints/dynamic.mlir:55:9
//|    |
//| 55 |   %18 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #sta...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_conv: expected `window_reversal` for 2 dimensions, found 1
//|   --> testdata/constraints/dynamic.mlir:57:9
//|    |
//| 57 |   %19 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #sta...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_conv: expected padding for 1 dimensions, found 2
//|   --> testdata/constraints/dynamic.mlir:59:9
//|    |
//| 59 |   %20 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #sta...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_conv: expected a precision for each of 2 operands, found 3
//|   --> testdata/constraints/dynamic.mlir:61:9
//|    |
//| 61 |   %21 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #sta...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_conv: expected an input and a kernel of one element type, found f32 and i32
//|   --> testdata/constraints/dynamic.mlir:63:9
//|    |
//| 63 |   %22 = "stablehlo.dynamic_conv"(%x, %ki, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #st...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^
//| error: iota: expected an iota dimension below 2, found [2]
//|   --> testdata/constraints/dynamic.mlir:78:8
//|    |
//| 78 |   %0 = "stablehlo.dynamic_iota"(%c2) {iota_dimension = 2 : i64} : (tensor<2xi64>) -> tensor<2x3xi32>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %iota.25 of computation %main
//|
//| error: pad: expected a padding value with element type f32, found f64
//|   --> testdata/constraints/dynamic.mlir:80:8
//|    |
//| 80 |   %1 = "stablehlo.dynamic_pad"(%m, %e, %z2, %z2, %z2) {} : (tensor<2x3xf32>, tensor<f64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %pad.26 of computation %main
//|
//| error: pad: expected a result of shape f32[3,4], found f32[2,3]
//|   --> testdata/constraints/dynamic.mlir:82:8
//|    |
//| 82 |   %2 = "stablehlo.dynamic_pad"(%m, %s, %one2, %z2, %z2) {} : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %pad.27 of computation %main
//|
//| error: reshape: expected a result of shape f32[2,3], found f64[2,3]
//|   --> testdata/constraints/dynamic.mlir:84:8
//|    |
//| 84 |   %3 = "stablehlo.dynamic_reshape"(%m, %c2) {} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf64>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %reshape.28 of computation %main
//|
//| error: reshape: expected a number of elements of 6, found 8
//|   --> testdata/constraints/dynamic.mlir:86:8
//|    |
//| 86 |   %4 = "stablehlo.dynamic_reshape"(%m, %c24) {} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x4xf32>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %reshape.29 of computation %main
//|
//| error: gather: expected a number of offset, collapsed and batching dimensions of 3, found 2
//|   --> testdata/constraints/dynamic.mlir:88:8
//|    |
//| 88 |   %5 = "stablehlo.dynamic_gather"(%o, %i, %sz) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0],...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %gather.30 of computation %main
//|
//| error: gather: expected index_vector_dim below 4, found [4]
//|   --> testdata/constraints/dynamic.mlir:90:8
//|    |
//| 90 |   %6 = "stablehlo.dynamic_gather"(%o, %i, %sz) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %gather.31 of computation %main
//|
//| error: gather: expected start_index_map of size 2, found 1
//|   --> testdata/constraints/dynamic.mlir:92:8
//|    |
//| 92 |   %7 = "stablehlo.dynamic_gather"(%o, %i, %sz) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %gather.32 of computation %main
//|
//| error: gather: expected sorted offset_dims, found [3,2]
//|   --> testdata/constraints/dynamic.mlir:94:8
//|    |
//| 94 |   %8 = "stablehlo.dynamic_gather"(%o, %i, %sz) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 2], collapsed_slice_dims = [...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %gather.33 of computation %main
//|
//| error: gather: expected offset_dims below 4, found [2,4]
//|   --> testdata/constraints/dynamic.mlir:96:8
//|    |
//| 96 |   %9 = "stablehlo.dynamic_gather"(%o, %i, %sz) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 4], collapsed_slice_dims = [...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %gather.34 of computation %main
//|
//| error: gather: expected different collapsed and batching dimensions, found [0,0]
//|   --> testdata/constraints/dynamic.mlir:98:9
//|    |
//| 98 |   %10 = "stablehlo.dynamic_gather"(%o, %i, %sz) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0,...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %gather.35 of computation %main
//|
//| error: gather: expected collapsed_slice_dims below 3, found [3]
//|    --> testdata/constraints/dynamic.mlir:100:9
//|     |
//| 100 |   %11 = "stablehlo.dynamic_gather"(%o, %i, %sz) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims =...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %gather.36 of computation %main
//|
//| error: gather: expected a slice size of at most 1 in dimension 0, found 2
//|    --> testdata/constraints/dynamic.mlir:102:9
//|     |
//| 102 |   %12 = "stablehlo.dynamic_gather"(%o, %i, %szcol) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dim...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %gather.37 of computation %main
//|
//| error: gather: expected different start_index_map and batching dimensions, found [1,1]
//|    --> testdata/constraints/dynamic.mlir:104:9
//|     |
//| 104 |   %13 = "stablehlo.dynamic_gather"(%o, %i, %sz) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims =...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %gather.38 of computation %main
//|
//| error: gather: expected start_index_map below 3, found [1,3]
//|    --> testdata/constraints/dynamic.mlir:106:9
//|     |
//| 106 |   %14 = "stablehlo.dynamic_gather"(%o, %i, %sz) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims =...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %gather.39 of computation %main
//|
//| error: gather: expected a number of slice sizes of 3, found 2
//|    --> testdata/constraints/dynamic.mlir:108:9
//|     |
//| 108 |   %15 = "stablehlo.dynamic_gather"(%o, %i, %sz2) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims ...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %gather.40 of computation %main
//|
//| error: gather: expected slice sizes up to [3,4,2], found [1,5,2]
//|    --> testdata/constraints/dynamic.mlir:110:9
//|     |
//| 110 |   %16 = "stablehlo.dynamic_gather"(%o, %i, %szbig) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dim...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %gather.41 of computation %main
//|
//| error: gather: expected a result of shape s32[2,3,2,2], found s32[2,3,2,3]
//|    --> testdata/constraints/dynamic.mlir:112:9
//|     |
//| 112 |   %17 = "stablehlo.dynamic_gather"(%o, %i, %sz) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims =...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %gather.42 of computation %main
//|
//| error: gather: expected a result of shape s32[2,3,2,2], found f32[2,3,2,2]
//|    --> testdata/constraints/dynamic.mlir:114:9
//|     |
//| 114 |   %18 = "stablehlo.dynamic_gather"(%o, %i, %sz) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims =...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %gather.43 of computation %main
//|
//| error: convolution: expected a kernel of rank 4, found 3
//|    --> testdata/constraints/dynamic.mlir:116:9
//|     |
//| 116 |   %19 = "stablehlo.dynamic_conv"(%x, %k3, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #s...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %convolution.44 of computation %main
//|
//| error: convolution: expected batch_group_count to divide the batch size 4, found 3
//|    --> testdata/constraints/dynamic.mlir:118:9
//|     |
//| 118 |   %20 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 3 : i64, feature_group_count = 1 : i64, dimension_numbers = #st...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %convolution.45 of computation %main
//|
//| error: convolution: expected feature_group_count to divide the number of input features 4, found 3
//|    --> testdata/constraints/dynamic.mlir:120:9
//|     |
//| 120 |   %21 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 3 : i64, dimension_numbers = #st...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %convolution.46 of computation %main
//|
//| error: convolution: expected a number of input dimensions of 4, found 3
//|    --> testdata/constraints/dynamic.mlir:122:9
//|     |
//| 122 |   %22 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #st...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %convolution.47 of computation %main
//|
//| error: convolution: expected different input dimensions, found [0,2,1,2]
//|    --> testdata/constraints/dynamic.mlir:124:9
//|     |
//| 124 |   %23 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #st...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %convolution.48 of computation %main
//|
//| error: convolution: expected a number of kernel input features of 2, found 4
//|    --> testdata/constraints/dynamic.mlir:126:9
//|     |
//| 126 |   %24 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 2 : i64, dimension_numbers = #st...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %convolution.49 of computation %main
//|
//| error: convolution: expected batch_group_count to divide the number of output features 6, found 4
//|    --> testdata/constraints/dynamic.mlir:128:9
//|     |
//| 128 |   %25 = "stablehlo.dynamic_conv"(%x, %k6, %pad) {batch_group_count = 4 : i64, feature_group_count = 1 : i64, dimension_numbers = #s...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %convolution.50 of computation %main
//|
//| error: convolution: expected feature_group_count to divide the number of output features 6, found 4
//|    --> testdata/constraints/dynamic.mlir:130:9
//|     |
//| 130 |   %26 = "stablehlo.dynamic_conv"(%x, %k16, %pad) {batch_group_count = 1 : i64, feature_group_count = 4 : i64, dimension_numbers = #...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %convolution.51 of computation %main
//|
//| error: convolution: expected different kernel dimensions, found [3,3,0,1]
//|    --> testdata/constraints/dynamic.mlir:132:9
//|     |
//| 132 |   %27 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #st...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %convolution.52 of computation %main
//|
//| error: convolution: expected a number of output dimensions of 4, found 3
//|    --> testdata/constraints/dynamic.mlir:134:9
//|     |
//| 134 |   %28 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #st...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %convolution.53 of computation %main
//|
//| error: convolution: expected different output dimensions, found [0,0,1,2]
//|    --> testdata/constraints/dynamic.mlir:136:9
//|     |
//| 136 |   %29 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #st...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %convolution.54 of computation %main
//|
//| error: convolution: expected positive group counts, found 0 and 1
//|    --> testdata/constraints/dynamic.mlir:138:9
//|     |
//| 138 |   %30 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 0 : i64, dimension_numbers = #st...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %convolution.55 of computation %main
//|
//| error: convolution: expected positive group counts, found 1 and 0
//|    --> testdata/constraints/dynamic.mlir:140:9
//|     |
//| 140 |   %31 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 0 : i64, feature_group_count = 1 : i64, dimension_numbers = #st...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %convolution.56 of computation %main
//|
//| error: convolution: expected feature_group_count or batch_group_count to be 1, found 2 and 2
//|    --> testdata/constraints/dynamic.mlir:142:9
//|     |
//| 142 |   %32 = "stablehlo.dynamic_conv"(%x, %k2, %pad) {batch_group_count = 2 : i64, feature_group_count = 2 : i64, dimension_numbers = #s...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %convolution.57 of computation %main
//|
//| error: convolution: expected a result of shape f32[4,4,4,8], found f32[4,5,4,8]
//|    --> testdata/constraints/dynamic.mlir:144:9
//|     |
//| 144 |   %33 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #st...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %convolution.58 of computation %main
//|
//| error: convolution: expected a result of shape f32[4,4,4,8], found f32[4,4,4,8,1]
//|    --> testdata/constraints/dynamic.mlir:146:9
//|     |
//| 146 |   %34 = "stablehlo.dynamic_conv"(%x, %k, %pad) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #st...
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %convolution.59 of computation %main
