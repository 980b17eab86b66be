// Custom calls that exporters write where StableHLO has no operation of dynamic shape.
// RUN: pjrt run --device %device %s
func.func @main() {
  %c = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %x = stablehlo.convert %c : (tensor<3x2xf32>) -> tensor<?x2xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x2xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %ones = stablehlo.constant dense<1> : tensor<2xi32>
  %window = stablehlo.concatenate %n1, %one, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %less = stablehlo.subtract %n1, %one : tensor<1xi32>
  %nothing = stablehlo.constant dense<0> : tensor<1xi32>
  %high = stablehlo.constant dense<0> : tensor<1x2xi32>
  %rows = stablehlo.concatenate %less, %nothing, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %row = stablehlo.reshape %rows : (tensor<2xi32>) -> tensor<1x2xi32>
  %padding = stablehlo.concatenate %row, %high, dim = 0 : (tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<2x2xi32>
  %sums = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %window, %ones, %ones, %ones, %padding) {called_computations = [@add]} : (tensor<?x2xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<?x2xf32>
  "check.expect_eq_const"(%sums) {value = dense<[[1.0, 2.0], [4.0, 6.0], [9.0, 12.0]]> : tensor<3x2xf32>} : (tensor<?x2xf32>) -> ()

  %flat = stablehlo.reshape %x : (tensor<?x2xf32>) -> tensor<?xf32>
  %k = stablehlo.convert %n : (tensor<i32>) -> tensor<ui64>
  %largest:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%flat, %k) : (tensor<?xf32>, tensor<ui64>) -> (tensor<?xf32>, tensor<?xi32>)
  "check.expect_eq_const"(%largest#0) {value = dense<[6.0, 5.0, 4.0]> : tensor<3xf32>} : (tensor<?xf32>) -> ()
  "check.expect_eq_const"(%largest#1) {value = dense<[5, 4, 3]> : tensor<3xi32>} : (tensor<?xi32>) -> ()

  %state = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %bits:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%state, %window) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>, tensor<2xi32>) -> (tensor<2xui64>, tensor<?x1xui32>)
  %static:2 = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x1xui32>)
  %drawn = stablehlo.convert %bits#1 : (tensor<?x1xui32>) -> tensor<3x1xui32>
  check.expect_eq %drawn, %static#1 : tensor<3x1xui32>
  check.expect_eq %bits#0, %static#0 : tensor<2xui64>

  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %shape = stablehlo.concatenate %n1, %two, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %same = stablehlo.custom_call @Sharding(%x, %shape) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<?x2xf32>, tensor<2xi32>) -> tensor<?x2xf32>
  %wrapped = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%same, %shape) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<?x2xf32>, tensor<2xi32>) -> tensor<*xf32>
  "check.expect_eq_const"(%wrapped) {value = dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>} : (tensor<*xf32>) -> ()
  return
}
func.func private @add(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %r = stablehlo.add %a, %b : tensor<f32>
  return %r : tensor<f32>
}
