// Padding and holes of a window are elements of the initial value, in their places, for regions that mind as well.
// RUN: pjrt run --device %device %s

func.func @main() {
  %x = stablehlo.constant dense<[5, 6, 7]> : tensor<3xi32>
  %one = stablehlo.constant dense<1> : tensor<i32>

  %last = "stablehlo.reduce_window"(%x, %one) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) {window_dimensions = array<i64: 3>, padding = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq_const %last, dense<[6, 7, 1]> : tensor<3xi32>

  %sum = "stablehlo.reduce_window"(%x, %one) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 2>, base_dilations = array<i64: 2>, padding = dense<[[0, 2]]> : tensor<1x2xi64>}
    : (tensor<3xi32>, tensor<i32>) -> tensor<6xi32>
  check.expect_eq_const %sum, dense<[7, 8, 8, 9, 9, 3]> : tensor<6xi32>
  return
}
