// Every operation that takes sizes as operands, with sizes that are worked out from those of other arrays.
// RUN: pjrt run --device %device %s
func.func @main() {
  %m = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %x = stablehlo.convert %m : (tensor<2x3xf32>) -> tensor<?x3xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %c0 = stablehlo.constant dense<0> : tensor<1xi32>
  %c1 = stablehlo.constant dense<1> : tensor<1xi32>
  %c3 = stablehlo.constant dense<3> : tensor<1xi32>
  %nx3 = stablehlo.concatenate %n1, %c3, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>

  %iota = stablehlo.dynamic_iota %nx3, dim = 0 : (tensor<2xi32>) -> tensor<?x3xf32>
  "check.expect_eq_const"(%iota) {value = dense<[[0.0, 0.0, 0.0], [1.0, 1.0, 1.0]]> : tensor<2x3xf32>} : (tensor<?x3xf32>) -> ()

  %row = stablehlo.constant dense<[[7.0, 8.0, 9.0]]> : tensor<1x3xf32>
  %rows = stablehlo.dynamic_broadcast_in_dim %row, %nx3, dims = [0, 1] : (tensor<1x3xf32>, tensor<2xi32>) -> tensor<?x3xf32>
  "check.expect_eq_const"(%rows) {value = dense<[[7.0, 8.0, 9.0], [7.0, 8.0, 9.0]]> : tensor<2x3xf32>} : (tensor<?x3xf32>) -> ()

  %six = stablehlo.multiply %n1, %c3 : tensor<1xi32>
  %flat = stablehlo.dynamic_reshape %x, %six : (tensor<?x3xf32>, tensor<1xi32>) -> tensor<?xf32>
  "check.expect_eq_const"(%flat) {value = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>} : (tensor<?xf32>) -> ()

  %tail = stablehlo.real_dynamic_slice %flat, %n1, %six, %c3 : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  "check.expect_eq_const"(%tail) {value = dense<[3.0, 6.0]> : tensor<2xf32>} : (tensor<?xf32>) -> ()

  %padded = stablehlo.dynamic_pad %tail, %zero, %c1, %n1, %c1 : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  "check.expect_eq_const"(%padded) {value = dense<[0.0, 3.0, 0.0, 6.0, 0.0, 0.0]> : tensor<6xf32>} : (tensor<?xf32>) -> ()

  %places = stablehlo.constant dense<[[1], [0], [1]]> : tensor<3x1xi32>
  %sizes = stablehlo.concatenate %c1, %n1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %gathered = "stablehlo.dynamic_gather"(%x, %places, %sizes) {
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>
  } : (tensor<?x3xf32>, tensor<3x1xi32>, tensor<2xi32>) -> tensor<3x?xf32>
  "check.expect_eq_const"(%gathered) {value = dense<[[4.0, 5.0], [1.0, 2.0], [4.0, 5.0]]> : tensor<3x2xf32>} : (tensor<3x?xf32>) -> ()

  %image = stablehlo.constant dense<[[[1.0], [2.0], [3.0]]]> : tensor<1x3x1xf32>
  %kernel = stablehlo.constant dense<1.0> : tensor<2x1x1xf32>
  %p = stablehlo.subtract %n1, %c1 : tensor<1xi32>
  %pads = stablehlo.concatenate %p, %c0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %pad = stablehlo.reshape %pads : (tensor<2xi32>) -> tensor<1x2xi32>
  %conv = "stablehlo.dynamic_conv"(%image, %kernel, %pad) {
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    batch_group_count = 1 : i64, feature_group_count = 1 : i64
  } : (tensor<1x3x1xf32>, tensor<2x1x1xf32>, tensor<1x2xi32>) -> tensor<1x?x1xf32>
  "check.expect_eq_const"(%conv) {value = dense<[[[1.0], [3.0], [5.0]]]> : tensor<1x3x1xf32>} : (tensor<1x?x1xf32>) -> ()

  %one = stablehlo.reshape %c1 : (tensor<1xi32>) -> tensor<i32>
  %cut = stablehlo.set_dimension_size %x, %one, dim = 0 : (tensor<?x3xf32>, tensor<i32>) -> tensor<?x3xf32>
  "check.expect_eq_const"(%cut) {value = dense<[[1.0, 2.0, 3.0]]> : tensor<1x3xf32>} : (tensor<?x3xf32>) -> ()

  %low = stablehlo.constant dense<1.0> : tensor<f32>
  %clamped = stablehlo.clamp %low, %tail, %low : (tensor<f32>, tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  "check.expect_eq_const"(%clamped) {value = dense<[1.0, 1.0]> : tensor<2xf32>} : (tensor<?xf32>) -> ()

  %sum = chlo.broadcast_add %tail, %zero : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  "check.expect_eq_const"(%sum) {value = dense<[3.0, 6.0]> : tensor<2xf32>} : (tensor<?xf32>) -> ()
  %table = chlo.broadcast_multiply %gathered, %tail {broadcast_dimensions = array<i64: 1>} : (tensor<3x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  "check.expect_eq_const"(%table) {value = dense<[[12.0, 30.0], [3.0, 12.0], [12.0, 30.0]]> : tensor<3x2xf32>} : (tensor<?x?xf32>) -> ()
  %likeness = "chlo.constant_like"(%tail) {value = 2.5 : f32} : (tensor<?xf32>) -> tensor<?xf32>
  "check.expect_eq_const"(%likeness) {value = dense<[2.5, 2.5]> : tensor<2xf32>} : (tensor<?xf32>) -> ()
  %largest, %where = chlo.top_k(%flat, k = 2) : tensor<?xf32> -> (tensor<2xf32>, tensor<2xi32>)
  "check.expect_eq_const"(%where) {value = dense<[5, 4]> : tensor<2xi32>} : (tensor<2xi32>) -> ()
  %bits = stablehlo.bitcast_convert %tail : (tensor<?xf32>) -> tensor<?x4xui8>
  "check.expect_eq_const"(%bits) {value = dense<[[0, 0, 64, 64], [0, 0, 192, 64]]> : tensor<2x4xui8>} : (tensor<?x4xui8>) -> ()
  return
}
