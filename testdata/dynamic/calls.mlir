// A function of dynamic shape is made anew for every call: for the shapes, and for the values that sizes depend on.
// Tokens, tuples and functions of static shape pass through.
// RUN: pjrt run --device %device %s
func.func @main() {
  %token = stablehlo.create_token : !stablehlo.token
  %two = stablehlo.constant dense<2> : tensor<i64>
  %three = stablehlo.constant dense<3> : tensor<i64>
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %y = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi64>
  %dx = stablehlo.convert %x : (tensor<2xi64>) -> tensor<?xi64>
  %dy = stablehlo.convert %y : (tensor<3xi64>) -> tensor<?xi64>
  %a, %ta = call @with_iota(%token, %two, %dx) : (!stablehlo.token, tensor<i64>, tensor<?xi64>) -> (tensor<?xi64>, !stablehlo.token)
  %b, %tb = call @with_iota(%ta, %three, %dy) : (!stablehlo.token, tensor<i64>, tensor<?xi64>) -> (tensor<?xi64>, !stablehlo.token)
  "check.expect_eq_const"(%a) {value = dense<[1, 3]> : tensor<2xi64>} : (tensor<?xi64>) -> ()
  "check.expect_eq_const"(%b) {value = dense<[1, 3, 5]> : tensor<3xi64>} : (tensor<?xi64>) -> ()
  %c = stablehlo.composite "test.with_iota" %tb, %two, %dx {decomposition = @first} : (!stablehlo.token, tensor<i64>, tensor<?xi64>) -> tensor<?xi64>
  "check.expect_eq_const"(%c) {value = dense<[1, 3]> : tensor<2xi64>} : (tensor<?xi64>) -> ()
  return
}
func.func private @first(%token: !stablehlo.token, %n: tensor<i64>, %x: tensor<?xi64>) -> tensor<?xi64> {
  %r, %t = call @with_iota(%token, %n, %x) : (!stablehlo.token, tensor<i64>, tensor<?xi64>) -> (tensor<?xi64>, !stablehlo.token)
  return %r : tensor<?xi64>
}
func.func private @with_iota(%token: !stablehlo.token, %n: tensor<i64>, %x: tensor<?xi64>) -> (tensor<?xi64>, !stablehlo.token) {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %same = call @at_least(%n, %zero) : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %size = stablehlo.reshape %same : (tensor<i64>) -> tensor<1xi64>
  %iota = stablehlo.dynamic_iota %size, dim = 0 : (tensor<1xi64>) -> tensor<?xi64>
  %pair = stablehlo.tuple %iota, %x : tuple<tensor<?xi64>, tensor<?xi64>>
  %l = stablehlo.get_tuple_element %pair[0] : (tuple<tensor<?xi64>, tensor<?xi64>>) -> tensor<?xi64>
  %r = stablehlo.get_tuple_element %pair[1] : (tuple<tensor<?xi64>, tensor<?xi64>>) -> tensor<?xi64>
  %sum = stablehlo.add %l, %r : tensor<?xi64>
  return %sum, %token : tensor<?xi64>, !stablehlo.token
}
func.func private @at_least(%n: tensor<i64>, %least: tensor<i64>) -> tensor<i64> {
  %r = stablehlo.maximum %n, %least : tensor<i64>
  return %r : tensor<i64>
}
