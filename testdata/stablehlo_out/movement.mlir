// Data movement, products and convolutions.
func.func @main(%x: tensor<4x6xf32>, %i: tensor<i32>, %k: tensor<3x3x1x2xf32>, %s: tensor<2x1xi64>) -> tensor<2x6xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.slice %x [1:4, 0:6:2] : (tensor<4x6xf32>) -> tensor<3x3xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %2 = stablehlo.reverse %1, dims = [0] : tensor<3x3xf32>
  %3 = stablehlo.pad %2, %c, low = [1, -1], high = [0, 2], interior = [0, 1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  %4 = stablehlo.concatenate %x, %3, dim = 0 : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
  %5 = stablehlo.dynamic_slice %4, %i, %i, sizes = [4, 6] : (tensor<8x6xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>
  %6 = stablehlo.dynamic_update_slice %4, %5, %i, %i : (tensor<8x6xf32>, tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<8x6xf32>
  %7 = "stablehlo.gather"(%6, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>}> : (tensor<8x6xf32>, tensor<2x1xi64>) -> tensor<2x6xf32>
  %8 = "stablehlo.scatter"(%6, %s, %7) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<8x6xf32>, tensor<2x1xi64>, tensor<2x6xf32>) -> tensor<8x6xf32>
  %9 = stablehlo.dot_general %7, %8, contracting_dims = [1] x [1], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x6xf32>, tensor<8x6xf32>) -> tensor<2x8xf32>
  %10 = stablehlo.dot_general %9, %8, contracting_dims = [1] x [0], precision = [HIGHEST, DEFAULT] : (tensor<2x8xf32>, tensor<8x6xf32>) -> tensor<2x6xf32>
  %11 = stablehlo.reshape %x : (tensor<4x6xf32>) -> tensor<1x4x6x1xf32>
  %12 = stablehlo.convolution(%11, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[0, 1], [1, 1]], rhs_dilate = [1, 2], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x6x1xf32>, tensor<3x3x1x2xf32>) -> tensor<1x2x4x2xf32>
  %13 = stablehlo.reshape %12 : (tensor<1x2x4x2xf32>) -> tensor<2x8xf32>
  %14 = stablehlo.iota dim = 1 : tensor<2x8xf32>
  %15 = stablehlo.multiply %13, %14 : tensor<2x8xf32>
  %16 = stablehlo.dot_general %15, %8, contracting_dims = [1] x [0] : (tensor<2x8xf32>, tensor<8x6xf32>) -> tensor<2x6xf32>
  %17 = stablehlo.add %10, %16 : tensor<2x6xf32>
  return %17 : tensor<2x6xf32>
}

// OUTPUT: pjrt compile --emit=stablehlo %s
//| module @module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
//|   func.func public @main(%arg0: tensor<4x6xf32>, %arg1: tensor<i32>, %arg2: tensor<3x3x1x2xf32>, %arg3: tensor<2x1xi64>) -> tensor<2x6xf32> {
//|     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//|     %0 = stablehlo.slice %arg0 [1:4, 0:6:2] : (tensor<4x6xf32>) -> tensor<3x3xf32>
//|     %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
//|     %2 = stablehlo.reverse %1, dims = [0] : tensor<3x3xf32>
//|     %3 = stablehlo.pad %2, %cst, low = [1, -1], high = [0, 2], interior = [0, 1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<4x6xf32>
//|     %4 = stablehlo.concatenate %arg0, %3, dim = 0 : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
//|     %5 = stablehlo.dynamic_slice %4, %arg1, %arg1, sizes = [4, 6] : (tensor<8x6xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>
//|     %6 = stablehlo.dynamic_update_slice %4, %5, %arg1, %arg1 : (tensor<8x6xf32>, tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<8x6xf32>
//|     %7 = "stablehlo.gather"(%6, %arg3) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 6>}> : (tensor<8x6xf32>, tensor<2x1xi64>) -> tensor<2x6xf32>
//|     %8 = "stablehlo.scatter"(%6, %arg3, %7) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
//|     ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
//|       %18 = stablehlo.add %arg4, %arg5 : tensor<f32>
//|       stablehlo.return %18 : tensor<f32>
//|     }) : (tensor<8x6xf32>, tensor<2x1xi64>, tensor<2x6xf32>) -> tensor<8x6xf32>
//|     %9 = stablehlo.dot_general %7, %8, contracting_dims = [1] x [1], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x6xf32>, tensor<8x6xf32>) -> tensor<2x8xf32>
//|     %10 = stablehlo.dot_general %9, %8, contracting_dims = [1] x [0], precision = [HIGHEST, DEFAULT] : (tensor<2x8xf32>, tensor<8x6xf32>) -> tensor<2x6xf32>
//|     %11 = stablehlo.reshape %arg0 : (tensor<4x6xf32>) -> tensor<1x4x6x1xf32>
//|     %12 = stablehlo.convolution(%11, %arg2) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[0, 1], [1, 1]], rhs_dilate = [1, 2], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x6x1xf32>, tensor<3x3x1x2xf32>) -> tensor<1x2x4x2xf32>
//|     %13 = stablehlo.reshape %12 : (tensor<1x2x4x2xf32>) -> tensor<2x8xf32>
//|     %14 = stablehlo.iota dim = 1 : tensor<2x8xf32>
//|     %15 = stablehlo.multiply %13, %14 : tensor<2x8xf32>
//|     %16 = stablehlo.dot_general %15, %8, contracting_dims = [1] x [0] : (tensor<2x8xf32>, tensor<8x6xf32>) -> tensor<2x6xf32>
//|     %17 = stablehlo.add %10, %16 : tensor<2x6xf32>
//|     return %17 : tensor<2x6xf32>
//|   }
//| }
