// Running results of computations that are not one operation: every window is the one before it and an element more, in
// the order of the elements, so that no rounding and no order differs. Where the initial value would change by being
// combined, and from the other end, each window stands for itself.

// RUN: pjrt run --device=%device %s --input=2x5xf32='1 -2 3 4 -5 0.5 8 -0.25 16 1' --input=3xf32=-inf,0,0
// RUN: pjrt run --device=%device %s --input=2x5xf32='1 -2 3 4 -5 0.5 8 -0.25 16 1' --input=3xf32=-inf,0,0 --disable-pass=fusion

func.func @main(%x: tensor<2x5xf32>, %y: tensor<3xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>

  // A filter: half of what was and what is new.
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 5>, padding = dense<[[0, 0], [4, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %half = stablehlo.constant dense<0.5> : tensor<f32>
    %10 = stablehlo.multiply %a, %half : tensor<f32>
    %11 = stablehlo.add %10, %b : tensor<f32>
    stablehlo.return %11 : tensor<f32>
  }) : (tensor<2x5xf32>, tensor<f32>) -> tensor<2x5xf32>
  check.expect_eq_const %0, dense<[[1.0, -1.5, 2.25, 5.125, -2.4375], [0.5, 8.25, 3.875, 17.9375, 9.96875]]> : tensor<2x5xf32>

  // Down the columns.
  %1 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %half = stablehlo.constant dense<0.5> : tensor<f32>
    %10 = stablehlo.multiply %a, %half : tensor<f32>
    %11 = stablehlo.add %10, %b : tensor<f32>
    stablehlo.return %11 : tensor<f32>
  }) : (tensor<2x5xf32>, tensor<f32>) -> tensor<2x5xf32>
  check.expect_eq_const %1, dense<[[1.0, -2.0, 3.0, 4.0, -5.0], [1.0, 7.0, 1.25, 18.0, -1.5]]> : tensor<2x5xf32>

  // The filter from 1, which does not stay: five times one before the first, fewer before the others.
  %2 = "stablehlo.reduce_window"(%x, %one) <{window_dimensions = array<i64: 1, 5>, padding = dense<[[0, 0], [4, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %half = stablehlo.constant dense<0.5> : tensor<f32>
    %10 = stablehlo.multiply %a, %half : tensor<f32>
    %11 = stablehlo.add %10, %b : tensor<f32>
    stablehlo.return %11 : tensor<f32>
  }) : (tensor<2x5xf32>, tensor<f32>) -> tensor<2x5xf32>
  check.expect_eq_const %2, dense<[[1.96875, -1.03125, 2.46875, 5.21875, -2.40625], [1.46875, 8.71875, 4.09375, 18.03125, 10.0]]> : tensor<2x5xf32>

  // From the end.
  %3 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 5>, padding = dense<[[0, 0], [0, 4]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %10 = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %10 : tensor<f32>
  }) : (tensor<2x5xf32>, tensor<f32>) -> tensor<2x5xf32>
  check.expect_eq_const %3, dense<[[-1.0, 0.0, -2.0, 1.0, 5.0], [-25.25, -24.75, -16.75, -17.0, -1.0]]> : tensor<2x5xf32>

  // The largest so far and its place, the first of equal ones.
  %places = stablehlo.iota dim = 1 : tensor<2x5xi32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %4:2 = "stablehlo.reduce_window"(%x, %places, %lowest, %none) <{window_dimensions = array<i64: 1, 5>, padding = dense<[[0, 0], [4, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %i: tensor<i32>, %b: tensor<f32>, %j: tensor<i32>):
    %10 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %11 = stablehlo.select %10, %a, %b : tensor<i1>, tensor<f32>
    %12 = stablehlo.select %10, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %11, %12 : tensor<f32>, tensor<i32>
  }) : (tensor<2x5xf32>, tensor<2x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x5xf32>, tensor<2x5xi32>)
  check.expect_eq_const %4#0, dense<[[1.0, 1.0, 3.0, 4.0, 4.0], [0.5, 8.0, 8.0, 16.0, 16.0]]> : tensor<2x5xf32>
  check.expect_eq_const %4#1, dense<[[0, 0, 2, 3, 3], [0, 1, 1, 3, 3]]> : tensor<2x5xi32>

  // The logarithm of the sum of exponentials, of infinities too.
  %5 = "stablehlo.reduce_window"(%y, %lowest) <{window_dimensions = array<i64: 3>, padding = dense<[[2, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %10 = stablehlo.maximum %a, %b : tensor<f32>
    %11 = stablehlo.subtract %a, %b : tensor<f32>
    %12 = stablehlo.compare NE, %11, %11 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %13 = stablehlo.add %a, %b : tensor<f32>
    %14 = stablehlo.abs %11 : tensor<f32>
    %15 = stablehlo.negate %14 : tensor<f32>
    %16 = stablehlo.exponential %15 : tensor<f32>
    %17 = stablehlo.log_plus_one %16 : tensor<f32>
    %18 = stablehlo.add %10, %17 : tensor<f32>
    %19 = stablehlo.select %12, %13, %18 : tensor<i1>, tensor<f32>
    stablehlo.return %19 : tensor<f32>
  }) : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  check.expect_almost_eq_const %5, dense<[0xFF800000, 0.0, 0.693147]> : tensor<3xf32>
  return
}
