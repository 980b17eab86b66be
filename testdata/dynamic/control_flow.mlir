// Sizes are known inside of loops and branches: those of outer values, and of loop values that every step passes on.
// RUN: pjrt run --device %device %s
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %d = stablehlo.convert %x : (tensor<3xf32>) -> tensor<?xf32>
  %n = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %last:3 = stablehlo.while(%step = %i, %size = %n, %value = %d) : tensor<i32>, tensor<i32>, tensor<?xf32>
    cond {
      %more = stablehlo.compare LT, %step, %size : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %step, %one : tensor<i32>
      %inner = stablehlo.reshape %size : (tensor<i32>) -> tensor<1xi32>
      %outer = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
      %a = stablehlo.dynamic_iota %inner, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
      %b = stablehlo.dynamic_iota %outer, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
      %ab = stablehlo.add %a, %b : tensor<?xf32>
      %sum = stablehlo.add %value, %ab : tensor<?xf32>
      stablehlo.return %next, %size, %sum : tensor<i32>, tensor<i32>, tensor<?xf32>
    }
  "check.expect_eq_const"(%last#2) {value = dense<[1.0, 8.0, 15.0]> : tensor<3xf32>} : (tensor<?xf32>) -> ()

  %is_odd = stablehlo.constant dense<false> : tensor<i1>
  %chosen = "stablehlo.if"(%is_odd) ({
    stablehlo.return %d : tensor<?xf32>
  }, {
    %s = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
    %c = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
    stablehlo.return %c : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  "check.expect_eq_const"(%chosen) {value = dense<[0.0, 1.0, 2.0]> : tensor<3xf32>} : (tensor<?xf32>) -> ()
  return
}
