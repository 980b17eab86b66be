// What moves elements moves the integers, in bounds or not.
// RUN: pjrt run --device %device %s

!q = !quant.uniform<i8<-10:10>:f32, 0.3:2>

func.func @main() {
  %x = stablehlo.constant() <{value = dense<[[1, 2, 100], [4, -5, 6]]> : tensor<2x3xi8>}> : () -> tensor<2x3x!q>
  %z = stablehlo.constant() <{value = dense<7> : tensor<i8>}> : () -> tensor<!q>

  %slice = stablehlo.slice %x [0:2, 1:3:2] : (tensor<2x3x!q>) -> tensor<2x1x!q>
  %slice_i = stablehlo.bitcast_convert %slice : (tensor<2x1x!q>) -> tensor<2x1xi8>
  check.expect_eq_const %slice_i, dense<[[2], [-5]]> : tensor<2x1xi8>
  %pad = stablehlo.pad %slice, %z, low = [0, 1], high = [-1, 0], interior = [0, 0] : (tensor<2x1x!q>, tensor<!q>) -> tensor<1x2x!q>
  %pad_i = stablehlo.bitcast_convert %pad : (tensor<1x2x!q>) -> tensor<1x2xi8>
  check.expect_eq_const %pad_i, dense<[[7, 2]]> : tensor<1x2xi8>
  %both = stablehlo.concatenate %x, %slice, dim = 1 : (tensor<2x3x!q>, tensor<2x1x!q>) -> tensor<2x4x!q>
  %both_i = stablehlo.bitcast_convert %both : (tensor<2x4x!q>) -> tensor<2x4xi8>
  check.expect_eq_const %both_i, dense<[[1, 2, 100, 2], [4, -5, 6, -5]]> : tensor<2x4xi8>
  %reverse = stablehlo.reverse %x, dims = [1] : tensor<2x3x!q>
  %reverse_i = stablehlo.bitcast_convert %reverse : (tensor<2x3x!q>) -> tensor<2x3xi8>
  check.expect_eq_const %reverse_i, dense<[[100, 2, 1], [6, -5, 4]]> : tensor<2x3xi8>

  %one = stablehlo.constant dense<1> : tensor<i32>
  %row = stablehlo.dynamic_slice %x, %one, %one, sizes = [1, 2] : (tensor<2x3x!q>, tensor<i32>, tensor<i32>) -> tensor<1x2x!q>
  %row_i = stablehlo.bitcast_convert %row : (tensor<1x2x!q>) -> tensor<1x2xi8>
  check.expect_eq_const %row_i, dense<[[-5, 6]]> : tensor<1x2xi8>
  %update = stablehlo.dynamic_update_slice %x, %pad, %one, %one : (tensor<2x3x!q>, tensor<1x2x!q>, tensor<i32>, tensor<i32>) -> tensor<2x3x!q>
  %update_i = stablehlo.bitcast_convert %update : (tensor<2x3x!q>) -> tensor<2x3xi8>
  check.expect_eq_const %update_i, dense<[[1, 2, 100], [4, 7, 2]]> : tensor<2x3xi8>
  %at = stablehlo.constant dense<[1, 0, 9]> : tensor<3xi64>
  %gather = "stablehlo.gather"(%x, %at) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<2x3x!q>, tensor<3xi64>) -> tensor<3x3x!q>
  %gather_i = stablehlo.bitcast_convert %gather : (tensor<3x3x!q>) -> tensor<3x3xi8>
  check.expect_eq_const %gather_i, dense<[[4, -5, 6], [1, 2, 100], [4, -5, 6]]> : tensor<3x3xi8>
  %size = stablehlo.get_dimension_size %x, dim = 1 : (tensor<2x3x!q>) -> tensor<i32>
  check.expect_eq_const %size, dense<3> : tensor<i32>

  // Four integers of two bits in a byte, the lowest first.
  %byte = stablehlo.constant dense<[27]> : tensor<1xi8>
  %two = stablehlo.bitcast_convert %byte : (tensor<1xi8>) -> tensor<1x4x!quant.uniform<u2:f32, 0.5:1>>
  %number = stablehlo.uniform_dequantize %two : (tensor<1x4x!quant.uniform<u2:f32, 0.5:1>>) -> tensor<1x4xf32>
  check.expect_eq_const %number, dense<[[1.0, 0.5, 0.0, -0.5]]> : tensor<1x4xf32>
  return
}
