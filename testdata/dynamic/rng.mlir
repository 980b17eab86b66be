// As many numbers as an operand says.
// RUN: pjrt run --device interpreter %s
func.func @main() {
  %x = stablehlo.constant dense<0.0> : tensor<2xf32>
  %d = stablehlo.convert %x : (tensor<2xf32>) -> tensor<?xf32>
  %low = stablehlo.constant dense<3.0> : tensor<f32>
  %high = stablehlo.constant dense<4.0> : tensor<f32>
  %n = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %size = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %drawn = stablehlo.rng %low, %high, %size, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %floor = stablehlo.floor %drawn : tensor<?xf32>
  "check.expect_eq_const"(%floor) {value = dense<3.0> : tensor<2xf32>} : (tensor<?xf32>) -> ()
  return
}
