// The input of a reduce-window is padded with the init value, and so are the holes of a base dilation: an init value
// that is not neutral counts once for the window and once for every place without an element.
//
// RUN: pjrt run --device=%device %s

func.func @main() {
  %x = stablehlo.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>

  // 1 + (1 + 10), 1 + (10 + 20), 1 + (20 + 30), 1 + (30 + 1)
  %padded = "stablehlo.reduce_window"(%x, %one) <{
    window_dimensions = array<i64: 2>, padding = dense<1> : tensor<1x2xi64>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<3xf32>, tensor<f32>) -> tensor<4xf32>
  check.expect_eq_const %padded, dense<[12.0, 31.0, 51.0, 32.0]> : tensor<4xf32>

  // 1 + (10 + 1 + 20), 1 + (1 + 20 + 1), 1 + (20 + 1 + 30)
  %dilated = "stablehlo.reduce_window"(%x, %one) <{
    window_dimensions = array<i64: 3>, base_dilations = array<i64: 2>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  check.expect_eq_const %dilated, dense<[32.0, 23.0, 52.0]> : tensor<3xf32>

  // A running sum of that kind has a tail of padding as long as its row.
  %running = "stablehlo.reduce_window"(%x, %one) <{
    window_dimensions = array<i64: 3>, padding = dense<[[2, 0]]> : tensor<1x2xi64>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  check.expect_eq_const %running, dense<[13.0, 32.0, 61.0]> : tensor<3xf32>

  // A computation of several operations, and of several arrays, is padded as well.
  %two = stablehlo.constant dense<2> : tensor<i32>
  %n = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %both:2 = "stablehlo.reduce_window"(%x, %n, %one, %two) <{
    window_dimensions = array<i64: 2>, padding = dense<[[1, 0]]> : tensor<1x2xi64>
  }> ({
  ^bb0(%a: tensor<f32>, %i: tensor<i32>, %b: tensor<f32>, %j: tensor<i32>):
    %difference = stablehlo.subtract %a, %b : tensor<f32>
    %product = stablehlo.multiply %i, %j : tensor<i32>
    stablehlo.return %difference, %product : tensor<f32>, tensor<i32>
  }) : (tensor<3xf32>, tensor<3xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
  check.expect_eq_const %both#0, dense<[-10.0, -29.0, -49.0]> : tensor<3xf32>
  check.expect_eq_const %both#1, dense<[4, 4, 12]> : tensor<3xi32>

  // Padding is never selected: it has no place that a source element could go to.
  %negative = stablehlo.constant dense<[-5, -7]> : tensor<2xi32>
  %source = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %selected = "stablehlo.select_and_scatter"(%negative, %source, %zero) <{
    window_dimensions = array<i64: 2>, padding = dense<1> : tensor<1x2xi64>
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %keeps = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %keeps : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %sum = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) : (tensor<2xi32>, tensor<3xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %selected, dense<[3, 3]> : tensor<2xi32>
  return
}
