// RUN: pjrt run --device %device %s

// Elements are combined in their order, also through a transpose: the last one that is not zero.
func.func @main() {
  %x = stablehlo.constant dense<[[[1, 2, 3], [4, 5, 6]], [[7, 8, 0], [10, 11, 0]]]> : tensor<2x2x3xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %turned = stablehlo.transpose %x, dims = [2, 1, 0] : (tensor<2x2x3xi32>) -> tensor<3x2x2xi32>
  %last = stablehlo.reduce(%turned init: %zero) across dimensions = [0, 2] : (tensor<3x2x2xi32>, tensor<i32>) -> tensor<2xi32>
   reducer(%a: tensor<i32>, %b: tensor<i32>) {
    %is_zero = stablehlo.compare EQ, %b, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %later = stablehlo.select %is_zero, %a, %b : tensor<i1>, tensor<i32>
    stablehlo.return %later : tensor<i32>
  }
  check.expect_eq_const %last, dense<[3, 6]> : tensor<2xi32>
  return
}
