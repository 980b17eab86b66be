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
//| error: check.expect_eq: expected two arrays of one type, found f32[2] and s32[2]
//|  --> testdata/constraints/checks.mlir:5:3
//|   |
//| 5 |   "check.expect_eq"(%x, %y) : (tensor<2xf32>, tensor<2xi32>) -> ()
//|   |   ^^^^^^^^^^^^^^^^^
//|
//| error: check.expect_eq: expected 2 operands, found 1
//|  --> testdata/constraints/checks.mlir:6:3
//|   |
//| 6 |   "check.expect_eq"(%x) : (tensor<2xf32>) -> ()
//|   |   ^^^^^^^^^^^^^^^^^
//|
//| error: check.expect_eq_const: expected two arrays of one type, found f32[2] and f32[3]
//|  --> testdata/constraints/checks.mlir:8:3
//|   |
//| 8 |   "check.expect_eq_const"(%x) {value = dense<[1.0, 2.0, 3.0]> : tensor<3xf32>} : (tensor<2xf32>) -> ()
//|   |   ^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: check.expect_eq_const: expected an attribute `value`
//|  --> testdata/constraints/checks.mlir:9:3
//|   |
//| 9 |   "check.expect_eq_const"(%x) : (tensor<2xf32>) -> ()
//|   |   ^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: check.expect_almost_eq: expected two arrays of one type, found f32[2] and f32[3]
//|   --> testdata/constraints/checks.mlir:11:3
//|    |
//| 11 |   check.expect_almost_eq %x, %z : (tensor<2xf32>, tensor<3xf32>) -> ()
//|    |   ^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: check.expect_serialized_eq: expected an attribute `probe_id`, a name or a string
//|   --> testdata/constraints/checks.mlir:13:3
//|    |
//| 13 |   "check.expect_serialized_eq"(%x) {iter = 0 : i32} : (tensor<2xf32>) -> ()
//|    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: interpreter.print: expected 1 operands, found 2
//|   --> testdata/constraints/checks.mlir:15:3
//|    |
//| 15 |   "interpreter.print"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> ()
//|    |   ^^^^^^^^^^^^^^^^^^^
//|
//| error: interpreter.print: expected operand 0 to be an array, found token[]
//|   --> testdata/constraints/checks.mlir:16:3
//|    |
//| 16 |   "interpreter.print"(%t) : (!stablehlo.token) -> ()
//|    |   ^^^^^^^^^^^^^^^^^^^
//|
//| error: interpreter.probe: dimension 0: expected 3, found 2
//|   --> testdata/constraints/checks.mlir:18:8
//|    |
//| 18 |   %0 = "interpreter.probe"(%x) {probe_id = "p"} : (tensor<2xf32>) -> tensor<3xf32>
//|    |        ^^^^^^^^^^^^^^^^^^^
//|
//| error: interpreter.probe: expected an attribute `probe_id`, a name or a string
//|   --> testdata/constraints/checks.mlir:19:8
//|    |
//| 19 |   %1 = "interpreter.probe"(%x) : (tensor<2xf32>) -> tensor<2xf32>
//|    |        ^^^^^^^^^^^^^^^^^^^
