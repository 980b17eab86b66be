// Constraints of the specification on control flow and tuples: an operation that breaks each.

func.func @main(%f: tensor<4xf32>, %g: tensor<5xf32>, %i: tensor<i32>, %b: tensor<i1>, %t: tuple<tensor<4xf32>>) {
  // case C1
  %0 = "stablehlo.case"(%i) : (tensor<i32>) -> tensor<4xf32>
  // case C2
  %1 = "stablehlo.case"(%i) ({
  ^bb0(%p: tensor<4xf32>):
    stablehlo.return %p : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  // if C1
  %2 = "stablehlo.if"(%b) ({
  ^bb0(%p: tensor<4xf32>):
    stablehlo.return %p : tensor<4xf32>
  }, {
    stablehlo.return %f : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  // while C1
  %3 = "stablehlo.while"(%f) ({
  ^bb0(%p: tensor<5xf32>):
    stablehlo.return %b : tensor<i1>
  }, {
  ^bb0(%p: tensor<4xf32>):
    stablehlo.return %p : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  // while C2
  %4 = "stablehlo.while"(%f) ({
  ^bb0(%p: tensor<4xf32>):
    stablehlo.return %b : tensor<i1>
  }, {
  ^bb0(%p: tensor<5xf32>):
    stablehlo.return %p : tensor<5xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  // while C3
  %5 = "stablehlo.while"(%f) ({
  ^bb0(%p: tensor<4xf32>):
    stablehlo.return %b : tensor<i1>
  }, {
  ^bb0(%p: tensor<4xf32>):
    stablehlo.return %p : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<5xf32>
  // composite C1
  %6 = stablehlo.composite "name" %f {decomposition = @d} : (tensor<4xf32>) -> tensor<4xf32>
  // composite C2
  %7 = stablehlo.composite "my.name" %f {decomposition = @nowhere} : (tensor<4xf32>) -> tensor<4xf32>
  // composite C3
  %8 = stablehlo.composite "my.name" %g {decomposition = @d} : (tensor<5xf32>) -> tensor<4xf32>
  // get_tuple_element C1
  %9 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<4xf32>>) -> tensor<4xf32>
  return
}
func.func @d(%p: tensor<4xf32>) -> tensor<4xf32> {
  return %p : tensor<4xf32>
}
// -----
func.func @main(%f: tensor<4xf32>, %g: tensor<5xf32>, %i: tensor<i32>, %b: tensor<i1>, %t: tuple<tensor<4xf32>>) {
  // case C3
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %f : tensor<4xf32>
  }, {
    stablehlo.return %g : tensor<5xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  // case C4
  %1 = "stablehlo.case"(%i) ({
    stablehlo.return %f : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<5xf32>
  // if C2
  %2 = "stablehlo.if"(%b) ({
    stablehlo.return %f : tensor<4xf32>
  }, {
    stablehlo.return %g : tensor<5xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  // if C3
  %3 = "stablehlo.if"(%b) ({
    stablehlo.return %f : tensor<4xf32>
  }, {
    stablehlo.return %f : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<5xf32>
  // while C1
  %4 = "stablehlo.while"(%f) ({
  ^bb0(%p: tensor<4xf32>):
    stablehlo.return %f : tensor<4xf32>
  }, {
  ^bb0(%p: tensor<4xf32>):
    stablehlo.return %p : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  // while C2
  %5 = "stablehlo.while"(%f) ({
  ^bb0(%p: tensor<4xf32>):
    stablehlo.return %b : tensor<i1>
  }, {
  ^bb0(%p: tensor<4xf32>):
    stablehlo.return %g : tensor<5xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  // composite C4
  %6 = stablehlo.composite "my.name" %f {decomposition = @e} : (tensor<4xf32>) -> tensor<5xf32>
  // get_tuple_element C2
  %7 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<4xf32>>) -> tensor<5xf32>
  // optimization_barrier C1
  %8 = "stablehlo.optimization_barrier"(%f) : (tensor<4xf32>) -> tensor<5xf32>
  // tuple C1
  %9 = "stablehlo.tuple"(%f, %g) : (tensor<4xf32>, tensor<5xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>>
  return
}
func.func @e(%p: tensor<4xf32>) -> tensor<4xf32> {
  return %p : tensor<4xf32>
}

// OUTPUT: exits 2 pjrt run --device=interpreter %s
//| error: stablehlo.case: expected at least one branch
//|  --> testdata/constraints/control.mlir:5:8
//|   |
//| 5 |   %0 = "stablehlo.case"(%i) : (tensor<i32>) -> tensor<4xf32>
//|   |        ^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.case: expected a region of 0 arguments, found 1
//|  --> testdata/constraints/control.mlir:7:8
//|   |
//| 7 |   %1 = "stablehlo.case"(%i) ({
//|   |        ^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.if: expected a region of 0 arguments, found 1
//|   --> testdata/constraints/control.mlir:12:8
//|    |
//| 12 |   %2 = "stablehlo.if"(%b) ({
//|    |        ^^^^^^^^^^^^^^
//|
//| error: stablehlo.while: argument 0 of a region, declared tensor<5xf32>: dimension 0: expected 5, found 4
//|   --> testdata/constraints/control.mlir:19:8
//|    |
//| 19 |   %3 = "stablehlo.while"(%f) ({
//|    |        ^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.while: argument 0 of a region, declared tensor<5xf32>: dimension 0: expected 5, found 4
//|   --> testdata/constraints/control.mlir:27:8
//|    |
//| 27 |   %4 = "stablehlo.while"(%f) ({
//|    |        ^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.while: result 0, declared tensor<5xf32>: dimension 0: expected 5, found 4
//|   --> testdata/constraints/control.mlir:35:8
//|    |
//| 35 |   %5 = "stablehlo.while"(%f) ({
//|    |        ^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.composite: expected a name such as `namespace.name`, found `name`
//|   --> testdata/constraints/control.mlir:43:8
//|    |
//| 43 |   %6 = stablehlo.composite "name" %f {decomposition = @d} : (tensor<4xf32>) -> tensor<4xf32>
//|    |        ^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.composite: no function is named @nowhere
//|   --> testdata/constraints/control.mlir:45:8
//|    |
//| 45 |   %7 = stablehlo.composite "my.name" %f {decomposition = @nowhere} : (tensor<4xf32>) -> tensor<4xf32>
//|    |        ^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.composite: expected argument 0 of @d to be f32[4], found f32[5]
//|   --> testdata/constraints/control.mlir:47:8
//|    |
//| 47 |   %8 = stablehlo.composite "my.name" %g {decomposition = @d} : (tensor<5xf32>) -> tensor<4xf32>
//|    |        ^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.get_tuple_element: expected an index below 1, found 1
//|   --> testdata/constraints/control.mlir:49:8
//|    |
//| 49 |   %9 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<4xf32>>) -> tensor<4xf32>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^
//| error: conditional: expected branch 1 to return f32[4], found f32[5]
//|   --> testdata/constraints/control.mlir:58:8
//|    |
//| 58 |   %0 = "stablehlo.case"(%i) ({
//|    |        ^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %conditional.6 of computation %main
//|
//| error: conditional: expected a result of shape f32[4], found f32[5]
//|   --> testdata/constraints/control.mlir:64:8
//|    |
//| 64 |   %1 = "stablehlo.case"(%i) ({
//|    |        ^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %conditional.8 of computation %main
//|
//| error: conditional: expected branch 1 to return f32[4], found f32[5]
//|   --> testdata/constraints/control.mlir:68:8
//|    |
//| 68 |   %2 = "stablehlo.if"(%b) ({
//|    |        ^^^^^^^^^^^^^^
//|    |
//|    = note: in %conditional.10 of computation %main
//|
//| error: conditional: expected a result of shape f32[4], found f32[5]
//|   --> testdata/constraints/control.mlir:74:8
//|    |
//| 74 |   %3 = "stablehlo.if"(%b) ({
//|    |        ^^^^^^^^^^^^^^
//|    |
//|    = note: in %conditional.12 of computation %main
//|
//| error: while: expected a condition of type ((f32[4], f32[4])) -> pred[], found ((f32[4], f32[4])) -> f32[4]
//|   --> testdata/constraints/control.mlir:80:8
//|    |
//| 80 |   %4 = "stablehlo.while"(%f) ({
//|    |        ^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %while.14 of computation %main
//|
//| error: while: expected a body of type ((f32[4], pred[], f32[5])) -> (f32[4], pred[], f32[5]), found ((f32[4], pred[], f32[5])) -> (f32[5], pred[], f32[5])
//|   --> testdata/constraints/control.mlir:88:8
//|    |
//| 88 |   %5 = "stablehlo.while"(%f) ({
//|    |        ^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %while.17 of computation %main
//|
//| error: call: expected a result of shape f32[4], found f32[5]
//|   --> testdata/constraints/control.mlir:96:8
//|    |
//| 96 |   %6 = stablehlo.composite "my.name" %f {decomposition = @e} : (tensor<4xf32>) -> tensor<5xf32>
//|    |        ^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %call.19 of computation %main
//|
//| error: get-tuple-element: expected a result of shape f32[4], found f32[5]
//|   --> testdata/constraints/control.mlir:98:8
//|    |
//| 98 |   %7 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<4xf32>>) -> tensor<5xf32>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %get-tuple-element.20 of computation %main
//|
//| error: opt-barrier: expected a result of shape f32[4], found f32[5]
//|    --> testdata/constraints/control.mlir:100:8
//|     |
//| 100 |   %8 = "stablehlo.optimization_barrier"(%f) : (tensor<4xf32>) -> tensor<5xf32>
//|     |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %opt-barrier.21 of computation %main
//|
//| error: tuple: expected a result of shape (f32[4], f32[5]), found (f32[4], f32[4])
//|    --> testdata/constraints/control.mlir:102:8
//|     |
//| 102 |   %9 = "stablehlo.tuple"(%f, %g) : (tensor<4xf32>, tensor<5xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>>
//|     |        ^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %tuple.22 of computation %main
