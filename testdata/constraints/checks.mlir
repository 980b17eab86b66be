// Rules of the dialects `check` and `interpreter`: an operation that breaks each.

func.func @main(%x: tensor<2xf32>, %y: tensor<2xi32>, %z: tensor<3xf32>, %t: !stablehlo.token) -> tensor<3xf32> {
  // check.expect_eq: two arrays of one type
  "check.expect_eq"(%x, %y) : (tensor<2xf32>, tensor<2xi32>) -> ()
  "check.expect_eq"(%x) : (tensor<2xf32>) -> ()
  // check.expect_eq_const: and of one shape
  "check.expect_eq_const"(%x) {value = dense<[1.0, 2.0, 3.0]> : tensor<3xf32>} : (tensor<2xf32>) -> ()
  "check.expect_eq_const"(%x) : (tensor<2xf32>) -> ()
  // check.expect_almost_eq: the same
  check.expect_almost_eq %x, %z : (tensor<2xf32>, tensor<3xf32>) -> ()
  // check.expect_close: distances of at least 0
  "check.expect_close"(%x, %x) {max_ulp_difference = -1 : i64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  // check.expect_serialized_eq: the name of a probe
  "check.expect_serialized_eq"(%x) {iter = 0 : i32} : (tensor<2xf32>) -> ()
  // interpreter.print: one array
  "interpreter.print"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> ()
  "interpreter.print"(%t) : (!stablehlo.token) -> ()
  // interpreter.probe: passes it on
  %0 = "interpreter.probe"(%x) {probe_id = "p"} : (tensor<2xf32>) -> tensor<3xf32>
  %1 = "interpreter.probe"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<3xf32>
}

// OUTPUT: exits 2 pjrt run --device=interpreter %s
