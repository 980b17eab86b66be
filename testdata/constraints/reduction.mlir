// Constraints of the specification on reductions, windows and sort: an operation that breaks each.

func.func @main(%m: tensor<2x3xf32>, %q: tensor<3x3xf32>, %s: tensor<f32>, %e: tensor<f64>, %m4: tensor<2x4xf32>, %src: tensor<2x2xf32>, %srcd: tensor<2x2xf64>) {
  // reduce C3
  %0:2 = "stablehlo.reduce"(%m, %m, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>, %p2: tensor<f32>, %p3: tensor<f32>):
      stablehlo.return %p0, %p1 : tensor<f32>, tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>)
  // reduce C4
  %1 = "stablehlo.reduce"(%m, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {dimensions = array<i64: -1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  // reduce_window C1
  %2:2 = "stablehlo.reduce_window"(%m, %m, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>, %p2: tensor<f32>, %p3: tensor<f32>):
      stablehlo.return %p0, %p1 : tensor<f32>, tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>) -> (tensor<1x2xf32>, tensor<1x2xf32>)
  // reduce_window C4
  %3 = "stablehlo.reduce_window"(%m, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {window_dimensions = array<i64: 2>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x2xf32>
  // reduce_window C5
  %4 = "stablehlo.reduce_window"(%m, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {window_dimensions = array<i64: 2, -1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x2xf32>
  // reduce_window C6
  %5 = "stablehlo.reduce_window"(%m, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x2xf32>
  // reduce_window C7
  %6 = "stablehlo.reduce_window"(%m, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x2xf32>
  // reduce_window C8
  %7 = "stablehlo.reduce_window"(%m, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, base_dilations = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x2xf32>
  // reduce_window C9
  %8 = "stablehlo.reduce_window"(%m, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, base_dilations = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x2xf32>
  // reduce_window C10
  %9 = "stablehlo.reduce_window"(%m, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_dilations = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x2xf32>
  // reduce_window C11
  %10 = "stablehlo.reduce_window"(%m, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_dilations = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x2xf32>
  // reduce_window C12
  %11 = "stablehlo.reduce_window"(%m, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, padding = dense<0> : tensor<1x2xi64>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x2xf32>
  // reduce_window C12
  %12 = "stablehlo.reduce_window"(%m, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, padding = dense<0> : tensor<2x1xi64>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x2xf32>
  // select_and_scatter C4
  %13 = "stablehlo.select_and_scatter"(%m4, %src, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %c = stablehlo.compare GE, %p0, %p1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {window_dimensions = array<i64: 1>, window_strides = array<i64: 1, 2>} : (tensor<2x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<2x4xf32>
  // select_and_scatter C6
  %14 = "stablehlo.select_and_scatter"(%m4, %src, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %c = stablehlo.compare GE, %p0, %p1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1>} : (tensor<2x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<2x4xf32>
  // select_and_scatter C7
  %15 = "stablehlo.select_and_scatter"(%m4, %src, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %c = stablehlo.compare GE, %p0, %p1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 0>} : (tensor<2x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<2x4xf32>
  // select_and_scatter C8
  %16 = "stablehlo.select_and_scatter"(%m4, %src, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %c = stablehlo.compare GE, %p0, %p1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<1x2xi64>} : (tensor<2x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<2x4xf32>
  // sort C1
  "stablehlo.sort"() ({
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : () -> ()
  // sort C4
  %17 = "stablehlo.sort"(%m) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %c = stablehlo.compare GE, %p0, %p1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) {dimension = 2 : i64, is_stable = true} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // sort C4
  %18 = "stablehlo.sort"(%m) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %c = stablehlo.compare GE, %p0, %p1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) {dimension = -3 : i64, is_stable = true} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @main(%m: tensor<2x3xf32>, %q: tensor<3x3xf32>, %s: tensor<f32>, %e: tensor<f64>, %m4: tensor<2x4xf32>, %src: tensor<2x2xf32>, %srcd: tensor<2x2xf64>) {
  // reduce C1
  %0:2 = "stablehlo.reduce"(%m, %q, %s, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>, %p2: tensor<f32>, %p3: tensor<f32>):
      stablehlo.return %p0, %p1 : tensor<f32>, tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<2x3xf32>, tensor<3x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>)
  // reduce C2
  %1 = "stablehlo.reduce"(%m, %e) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<2x3xf32>, tensor<f64>) -> tensor<3xf32>
  // reduce C3
  %2:2 = "stablehlo.reduce"(%m, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>)
  // reduce C4
  %3 = "stablehlo.reduce"(%m, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {dimensions = array<i64: 2>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  // reduce C5
  %4 = "stablehlo.reduce"(%m, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {dimensions = array<i64: 0, 0>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  // reduce C6
  %5 = "stablehlo.reduce"(%m, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>, %p2: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  // reduce C6
  %6 = "stablehlo.reduce"(%m, %s) ({
    ^bb0(%p0: tensor<i32>, %p1: tensor<i32>):
      stablehlo.return %p0 : tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  // reduce C6
  %7 = "stablehlo.reduce"(%m, %s) ({
    ^bb0(%p0: tensor<1xf32>, %p1: tensor<1xf32>):
      stablehlo.return %p0 : tensor<1xf32>
  }) {dimensions = array<i64: 0>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  // reduce C7
  %8 = "stablehlo.reduce"(%m, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  // reduce C8
  %9 = "stablehlo.reduce"(%m, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf64>
  // reduce_window C2
  %10:2 = "stablehlo.reduce_window"(%m, %q, %s, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>, %p2: tensor<f32>, %p3: tensor<f32>):
      stablehlo.return %p0, %p1 : tensor<f32>, tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>} : (tensor<2x3xf32>, tensor<3x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<1x2xf32>, tensor<1x2xf32>)
  // reduce_window C3
  %11 = "stablehlo.reduce_window"(%m, %e) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>} : (tensor<2x3xf32>, tensor<f64>) -> tensor<1x2xf32>
  // reduce_window C5
  %12 = "stablehlo.reduce_window"(%m, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {window_dimensions = array<i64: 2, 0>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x2xf32>
  // reduce_window C13
  %13 = "stablehlo.reduce_window"(%m, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>, %p2: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x2xf32>
  // reduce_window C13
  %14 = "stablehlo.reduce_window"(%m, %s) ({
    ^bb0(%p0: tensor<i32>, %p1: tensor<i32>):
      stablehlo.return %p0 : tensor<i32>
  }) {window_dimensions = array<i64: 2, 2>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x2xf32>
  // reduce_window C14
  %15:2 = "stablehlo.reduce_window"(%m, %m, %s, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>, %p2: tensor<f32>, %p3: tensor<f32>):
      stablehlo.return %p0, %p1 : tensor<f32>, tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<1x2xf32>, tensor<2x2xf32>)
  // reduce_window C15
  %16 = "stablehlo.reduce_window"(%m, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x2xf32>
  // reduce_window C16
  %17 = "stablehlo.reduce_window"(%m, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x2xf64>
  // select_and_scatter C1
  %18 = "stablehlo.select_and_scatter"(%m4, %srcd, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %c = stablehlo.compare GE, %p0, %p1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>} : (tensor<2x4xf32>, tensor<2x2xf64>, tensor<f32>) -> tensor<2x4xf32>
  // select_and_scatter C2
  %19 = "stablehlo.select_and_scatter"(%m4, %m, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %c = stablehlo.compare GE, %p0, %p1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>} : (tensor<2x4xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x4xf32>
  // select_and_scatter C3
  %20 = "stablehlo.select_and_scatter"(%m4, %src, %e) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %c = stablehlo.compare GE, %p0, %p1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>} : (tensor<2x4xf32>, tensor<2x2xf32>, tensor<f64>) -> tensor<2x4xf32>
  // select_and_scatter C5
  %21 = "stablehlo.select_and_scatter"(%m4, %src, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %c = stablehlo.compare GE, %p0, %p1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {window_dimensions = array<i64: 0, 2>, window_strides = array<i64: 1, 2>} : (tensor<2x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<2x4xf32>
  // select_and_scatter C9
  %22 = "stablehlo.select_and_scatter"(%m4, %src, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }, {
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>} : (tensor<2x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<2x4xf32>
  // select_and_scatter C10
  %23 = "stablehlo.select_and_scatter"(%m4, %src, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %c = stablehlo.compare GE, %p0, %p1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>, %p2: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>} : (tensor<2x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<2x4xf32>
  // select_and_scatter C11
  %24 = "stablehlo.select_and_scatter"(%m4, %src, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %c = stablehlo.compare GE, %p0, %p1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>} : (tensor<2x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<2x5xf32>
  // select_and_scatter C12
  %25 = "stablehlo.select_and_scatter"(%m4, %src, %s) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %c = stablehlo.compare GE, %p0, %p1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>} : (tensor<2x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<2x4xf64>
  // sort C2
  %26 = "stablehlo.sort"(%m) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %c = stablehlo.compare GE, %p0, %p1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<2x3xf32>) -> tensor<2x3xf64>
  // sort C3
  %27:2 = "stablehlo.sort"(%m, %q) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>, %p2: tensor<f32>, %p3: tensor<f32>):
      %c = stablehlo.compare GE, %p0, %p1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<2x3xf32>, tensor<3x3xf32>) -> (tensor<2x3xf32>, tensor<3x3xf32>)
  // sort C3
  %28 = "stablehlo.sort"(%m) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      %c = stablehlo.compare GE, %p0, %p1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  // sort C5
  %29 = "stablehlo.sort"(%m) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>):
      stablehlo.return %p0 : tensor<f32>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // sort C5
  %30 = "stablehlo.sort"(%m) ({
    ^bb0(%p0: tensor<f32>, %p1: tensor<f32>, %p2: tensor<f32>, %p3: tensor<f32>):
      %c = stablehlo.compare GE, %p0, %p1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// OUTPUT: exits 2 pjrt run --device=interpreter %s
//| error: stablehlo.reduce: expected an initial value for each input, found 3 operands
//|  --> testdata/constraints/reduction.mlir:5:10
//|   |
//| 5 |   %0:2 = "stablehlo.reduce"(%m, %m, %s) ({
//|   |          ^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.reduce: expected `dimensions` to be at least 0, found -1
//|   --> testdata/constraints/reduction.mlir:10:8
//|    |
//| 10 |   %1 = "stablehlo.reduce"(%m, %s) ({
//|    |        ^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.reduce_window: expected an initial value for each input, found 3 operands
//|   --> testdata/constraints/reduction.mlir:15:10
//|    |
//| 15 |   %2:2 = "stablehlo.reduce_window"(%m, %m, %s) ({
//|    |          ^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.reduce_window: expected a window of 2 dimensions, found 1
//|   --> testdata/constraints/reduction.mlir:20:8
//|    |
//| 20 |   %3 = "stablehlo.reduce_window"(%m, %s) ({
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.reduce_window: expected `window_dimensions` to be at least 0, found -1
//|   --> testdata/constraints/reduction.mlir:25:8
//|    |
//| 25 |   %4 = "stablehlo.reduce_window"(%m, %s) ({
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.reduce_window: expected `window_strides` for 2 dimensions, found 1
//|   --> testdata/constraints/reduction.mlir:30:8
//|    |
//| 30 |   %5 = "stablehlo.reduce_window"(%m, %s) ({
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.reduce_window: expected `window_strides` to be at least 1, found 0
//|   --> testdata/constraints/reduction.mlir:35:8
//|    |
//| 35 |   %6 = "stablehlo.reduce_window"(%m, %s) ({
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.reduce_window: expected `base_dilations` for 2 dimensions, found 1
//|   --> testdata/constraints/reduction.mlir:40:8
//|    |
//| 40 |   %7 = "stablehlo.reduce_window"(%m, %s) ({
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.reduce_window: expected `base_dilations` to be at least 1, found 0
//|   --> testdata/constraints/reduction.mlir:45:8
//|    |
//| 45 |   %8 = "stablehlo.reduce_window"(%m, %s) ({
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.reduce_window: expected `window_dilations` for 2 dimensions, found 1
//|   --> testdata/constraints/reduction.mlir:50:8
//|    |
//| 50 |   %9 = "stablehlo.reduce_window"(%m, %s) ({
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.reduce_window: expected `window_dilations` to be at least 1, found 0
//|   --> testdata/constraints/reduction.mlir:55:9
//|    |
//| 55 |   %10 = "stablehlo.reduce_window"(%m, %s) ({
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.reduce_window: expected padding for 2 dimensions, found 1
//|   --> testdata/constraints/reduction.mlir:60:9
//|    |
//| 60 |   %11 = "stablehlo.reduce_window"(%m, %s) ({
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.reduce_window: expected padding of shape [n, 2], found [2, 1]
//|   --> testdata/constraints/reduction.mlir:65:9
//|    |
//| 65 |   %12 = "stablehlo.reduce_window"(%m, %s) ({
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.select_and_scatter: expected a window of 2 dimensions, found 1
//|   --> testdata/constraints/reduction.mlir:70:9
//|    |
//| 70 |   %13 = "stablehlo.select_and_scatter"(%m4, %src, %s) ({
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.select_and_scatter: expected `window_strides` for 2 dimensions, found 1
//|   --> testdata/constraints/reduction.mlir:79:9
//|    |
//| 79 |   %14 = "stablehlo.select_and_scatter"(%m4, %src, %s) ({
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.select_and_scatter: expected `window_strides` to be at least 1, found 0
//|   --> testdata/constraints/reduction.mlir:88:9
//|    |
//| 88 |   %15 = "stablehlo.select_and_scatter"(%m4, %src, %s) ({
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.select_and_scatter: expected padding for 2 dimensions, found 1
//|   --> testdata/constraints/reduction.mlir:97:9
//|    |
//| 97 |   %16 = "stablehlo.select_and_scatter"(%m4, %src, %s) ({
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.sort: expected at least 1 operands, found 0
//|    --> testdata/constraints/reduction.mlir:106:3
//|     |
//| 106 |   "stablehlo.sort"() ({
//|     |   ^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.sort: expected a dimension of an array of rank 2, found 2
//|    --> testdata/constraints/reduction.mlir:111:9
//|     |
//| 111 |   %17 = "stablehlo.sort"(%m) ({
//|     |         ^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.sort: expected a dimension of an array of rank 2, found -3
//|    --> testdata/constraints/reduction.mlir:117:9
//|     |
//| 117 |   %18 = "stablehlo.sort"(%m) ({
//|     |         ^^^^^^^^^^^^^^^^
//| error: reduce: expected input 1 with dimensions [2,3], found [3,3]
//|    --> testdata/constraints/reduction.mlir:127:10
//|     |
//| 127 |   %0:2 = "stablehlo.reduce"(%m, %q, %s, %s) ({
//|     |          ^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %reduce.7 of computation %main
//|
//| error: reduce: expected initial value 0 with element type f32, found f64
//|    --> testdata/constraints/reduction.mlir:132:8
//|     |
//| 132 |   %1 = "stablehlo.reduce"(%m, %e) ({
//|     |        ^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %reduce.10 of computation %main
//|
//| error: reduce: expected a result of shape f32[3], found (f32[3], f32[3])
//|    --> testdata/constraints/reduction.mlir:137:10
//|     |
//| 137 |   %2:2 = "stablehlo.reduce"(%m, %s) ({
//|     |          ^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %reduce.11 of computation %main
//|
//| error: reduce: expected reduced dimensions below 2, found [2]
//|    --> testdata/constraints/reduction.mlir:142:8
//|     |
//| 142 |   %3 = "stablehlo.reduce"(%m, %s) ({
//|     |        ^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %reduce.14 of computation %main
//|
//| error: reduce: expected different reduced dimensions, found [0,0]
//|    --> testdata/constraints/reduction.mlir:147:8
//|     |
//| 147 |   %4 = "stablehlo.reduce"(%m, %s) ({
//|     |        ^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %reduce.15 of computation %main
//|
//| error: reduce: expected a reducer of type (f32[], f32[]) -> f32[], found (f32[], f32[], f32[]) -> f32[]
//|    --> testdata/constraints/reduction.mlir:152:8
//|     |
//| 152 |   %5 = "stablehlo.reduce"(%m, %s) ({
//|     |        ^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %reduce.16 of computation %main
//|
//| error: reduce: expected a reducer of type (f32[], f32[]) -> f32[], found (s32[], s32[]) -> s32[]
//|    --> testdata/constraints/reduction.mlir:157:8
//|     |
//| 157 |   %6 = "stablehlo.reduce"(%m, %s) ({
//|     |        ^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %reduce.17 of computation %main
//|
//| error: reduce: expected a reducer of type (f32[], f32[]) -> f32[], found (f32[1], f32[1]) -> f32[1]
//|    --> testdata/constraints/reduction.mlir:162:8
//|     |
//| 162 |   %7 = "stablehlo.reduce"(%m, %s) ({
//|     |        ^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %reduce.18 of computation %main
//|
//| error: reduce: expected a result of shape f32[3], found f32[2]
//|    --> testdata/constraints/reduction.mlir:167:8
//|     |
//| 167 |   %8 = "stablehlo.reduce"(%m, %s) ({
//|     |        ^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %reduce.19 of computation %main
//|
//| error: reduce: expected a result of shape f32[3], found f64[3]
//|    --> testdata/constraints/reduction.mlir:172:8
//|     |
//| 172 |   %9 = "stablehlo.reduce"(%m, %s) ({
//|     |        ^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %reduce.20 of computation %main
//|
//| error: reduce-window: expected input 1 with dimensions [2,3], found [3,3]
//|    --> testdata/constraints/reduction.mlir:177:11
//|     |
//| 177 |   %10:2 = "stablehlo.reduce_window"(%m, %q, %s, %s) ({
//|     |           ^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %reduce-window.21 of computation %main
//|
//| error: reduce-window: expected initial value 0 with element type f32, found f64
//|    --> testdata/constraints/reduction.mlir:182:9
//|     |
//| 182 |   %11 = "stablehlo.reduce_window"(%m, %e) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %reduce-window.24 of computation %main
//|
//| error: reduce-window: expected positive window sizes, found [2,0]
//|    --> testdata/constraints/reduction.mlir:187:9
//|     |
//| 187 |   %12 = "stablehlo.reduce_window"(%m, %s) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %reduce-window.25 of computation %main
//|
//| error: reduce-window: expected a reducer of type (f32[], f32[]) -> f32[], found (f32[], f32[], f32[]) -> f32[]
//|    --> testdata/constraints/reduction.mlir:192:9
//|     |
//| 192 |   %13 = "stablehlo.reduce_window"(%m, %s) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %reduce-window.26 of computation %main
//|
//| error: reduce-window: expected a reducer of type (f32[], f32[]) -> f32[], found (s32[], s32[]) -> s32[]
//|    --> testdata/constraints/reduction.mlir:197:9
//|     |
//| 197 |   %14 = "stablehlo.reduce_window"(%m, %s) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %reduce-window.27 of computation %main
//|
//| error: reduce-window: expected a result of shape (f32[1,2], f32[1,2]), found (f32[1,2], f32[2,2])
//|    --> testdata/constraints/reduction.mlir:202:11
//|     |
//| 202 |   %15:2 = "stablehlo.reduce_window"(%m, %m, %s, %s) ({
//|     |           ^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %reduce-window.28 of computation %main
//|
//| error: reduce-window: expected a result of shape f32[1,2], found f32[2,2]
//|    --> testdata/constraints/reduction.mlir:207:9
//|     |
//| 207 |   %16 = "stablehlo.reduce_window"(%m, %s) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %reduce-window.31 of computation %main
//|
//| error: reduce-window: expected a result of shape f32[1,2], found f64[1,2]
//|    --> testdata/constraints/reduction.mlir:212:9
//|     |
//| 212 |   %17 = "stablehlo.reduce_window"(%m, %s) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %reduce-window.32 of computation %main
//|
//| error: select-and-scatter: expected a source with element type f32, found f64
//|    --> testdata/constraints/reduction.mlir:217:9
//|     |
//| 217 |   %18 = "stablehlo.select_and_scatter"(%m4, %srcd, %s) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %select-and-scatter.33 of computation %main
//|
//| error: select-and-scatter: expected a source with dimensions [2,2], found [2,3]
//|    --> testdata/constraints/reduction.mlir:226:9
//|     |
//| 226 |   %19 = "stablehlo.select_and_scatter"(%m4, %m, %s) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %select-and-scatter.34 of computation %main
//|
//| error: select-and-scatter: expected an initial value with element type f32, found f64
//|    --> testdata/constraints/reduction.mlir:235:9
//|     |
//| 235 |   %20 = "stablehlo.select_and_scatter"(%m4, %src, %e) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %select-and-scatter.35 of computation %main
//|
//| error: select-and-scatter: expected positive window sizes, found [0,2]
//|    --> testdata/constraints/reduction.mlir:244:9
//|     |
//| 244 |   %21 = "stablehlo.select_and_scatter"(%m4, %src, %s) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %select-and-scatter.36 of computation %main
//|
//| error: select-and-scatter: expected a select computation of type (f32[], f32[]) -> pred[], found (f32[], f32[]) -> f32[]
//|    --> testdata/constraints/reduction.mlir:253:9
//|     |
//| 253 |   %22 = "stablehlo.select_and_scatter"(%m4, %src, %s) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %select-and-scatter.37 of computation %main
//|
//| error: select-and-scatter: expected a scatter computation of type (f32[], f32[]) -> f32[], found (f32[], f32[], f32[]) -> f32[]
//|    --> testdata/constraints/reduction.mlir:261:9
//|     |
//| 261 |   %23 = "stablehlo.select_and_scatter"(%m4, %src, %s) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %select-and-scatter.38 of computation %main
//|
//| error: select-and-scatter: expected a result of shape f32[2,4], found f32[2,5]
//|    --> testdata/constraints/reduction.mlir:270:9
//|     |
//| 270 |   %24 = "stablehlo.select_and_scatter"(%m4, %src, %s) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %select-and-scatter.39 of computation %main
//|
//| error: select-and-scatter: expected a result of shape f32[2,4], found f64[2,4]
//|    --> testdata/constraints/reduction.mlir:279:9
//|     |
//| 279 |   %25 = "stablehlo.select_and_scatter"(%m4, %src, %s) ({
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %select-and-scatter.40 of computation %main
//|
//| error: sort: expected a result of shape f32[2,3], found f64[2,3]
//|    --> testdata/constraints/reduction.mlir:288:9
//|     |
//| 288 |   %26 = "stablehlo.sort"(%m) ({
//|     |         ^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %sort.41 of computation %main
//|
//| error: sort: expected operand 1 with dimensions [2,3], found [3,3]
//|    --> testdata/constraints/reduction.mlir:294:11
//|     |
//| 294 |   %27:2 = "stablehlo.sort"(%m, %q) ({
//|     |           ^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %sort.42 of computation %main
//|
//| error: sort: expected a result of shape f32[2,3], found f32[3,2]
//|    --> testdata/constraints/reduction.mlir:300:9
//|     |
//| 300 |   %28 = "stablehlo.sort"(%m) ({
//|     |         ^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %sort.45 of computation %main
//|
//| error: sort: expected a comparator of type (f32[], f32[]) -> pred[], found (f32[], f32[]) -> f32[]
//|    --> testdata/constraints/reduction.mlir:306:9
//|     |
//| 306 |   %29 = "stablehlo.sort"(%m) ({
//|     |         ^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %sort.46 of computation %main
//|
//| error: sort: expected a comparator of type (f32[], f32[]) -> pred[], found (f32[], f32[], f32[], f32[]) -> pred[]
//|    --> testdata/constraints/reduction.mlir:311:9
//|     |
//| 311 |   %30 = "stablehlo.sort"(%m) ({
//|     |         ^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %sort.47 of computation %main
