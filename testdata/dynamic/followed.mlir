// Sizes that follow from the elements of large arrays, and shapes that change from step to step.
// RUN: pjrt run --device %device %s --input=2048xi32=iota
func.func @main(%x: tensor<2048xi32>) {
  // What a mask selects: the elements under 3, in front.
  %three = stablehlo.constant dense<3> : tensor<2048xi32>
  %is_wanted = stablehlo.compare LT, %x, %three : (tensor<2048xi32>, tensor<2048xi32>) -> tensor<2048xi1>
  %ones = stablehlo.convert %is_wanted : (tensor<2048xi1>) -> tensor<2048xi32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %n = func.call @count(%ones) : (tensor<2048xi32>) -> tensor<i32>
  %y = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<2048xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<2048>>
  "check.expect_eq_const"(%y) {value = dense<[0, 1, 2]> : tensor<3xi32>} : (tensor<?xi32, #stablehlo.bounds<2048>>) -> ()

  // Doubled until it has more than ten elements.
  %start = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %open = stablehlo.convert %start : (tensor<3xi32>) -> tensor<?xi32>
  %doubled = stablehlo.while(%value = %open) : tensor<?xi32>
    cond {
      %size = stablehlo.get_dimension_size %value, dim = 0 : (tensor<?xi32>) -> tensor<i32>
      %ten = stablehlo.constant dense<10> : tensor<i32>
      %more = stablehlo.compare LE, %size, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %next = stablehlo.concatenate %value, %value, dim = 0 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
      stablehlo.return %next : tensor<?xi32>
    }
  "check.expect_eq_const"(%doubled) {value = dense<[1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3]> : tensor<12xi32>} : (tensor<?xi32>) -> ()

  // A size that the loop itself counts.
  %last:2 = stablehlo.while(%step = %none, %sum = %none) : tensor<i32>, tensor<i32>
    cond {
      %more = stablehlo.compare LT, %step, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %step, %one : tensor<i32>
      %shape = stablehlo.reshape %next : (tensor<i32>) -> tensor<1xi32>
      %numbers = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
      %total = stablehlo.reduce(%numbers init: %sum) applies stablehlo.add across dimensions = [0] : (tensor<?xi32>, tensor<i32>) -> tensor<i32>
      stablehlo.return %next, %total : tensor<i32>, tensor<i32>
    }
  // 0 + (0 + 1) + (0 + 1 + 2)
  "check.expect_eq_const"(%last#1) {value = dense<4> : tensor<i32>} : (tensor<i32>) -> ()

  // Branches of different shapes.
  %is_three = stablehlo.compare EQ, %n, %last#0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %chosen:2 = "stablehlo.if"(%is_three) ({
    stablehlo.return %y, %n : tensor<?xi32, #stablehlo.bounds<2048>>, tensor<i32>
  }, {
    stablehlo.return %doubled, %n : tensor<?xi32>, tensor<i32>
  }) : (tensor<i1>) -> (tensor<?xi32>, tensor<i32>)
  "check.expect_eq_const"(%chosen#0) {value = dense<[0, 1, 2]> : tensor<3xi32>} : (tensor<?xi32>) -> ()
  %beyond = "stablehlo.case"(%n) ({
    stablehlo.return %y : tensor<?xi32, #stablehlo.bounds<2048>>
  }, {
    stablehlo.return %doubled : tensor<?xi32>
  }) : (tensor<i32>) -> tensor<?xi32>
  %size = stablehlo.get_dimension_size %beyond, dim = 0 : (tensor<?xi32>) -> tensor<i32>
  "check.expect_eq_const"(%size) {value = dense<12> : tensor<i32>} : (tensor<i32>) -> ()
  return
}

func.func private @count(%ones: tensor<2048xi32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.reduce(%ones init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2048xi32>, tensor<i32>) -> tensor<i32>
  return %n : tensor<i32>
}
