// Products wrap to integers of fewer than eight bits, and sums of doubles round to small floats.
// RUN: pjrt run --device %device --input 2x3xi4=7,7,1,-8,3,2 --input 2x2xi2=1,-2,1,1 --input 2xf64=1.5,3 %s

func.func @main(%a: tensor<2x3xi4>, %b: tensor<2x2xi2>, %c: tensor<2xf64>) {
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [1] : (tensor<2x3xi4>, tensor<2x3xi4>) -> tensor<2x2xi4>
  check.expect_eq_const %0, dense<[[3, -1], [-1, -3]]> : tensor<2x2xi4>
  %1 = stablehlo.dot_general %b, %b, contracting_dims = [1] x [1] : (tensor<2x2xi2>, tensor<2x2xi2>) -> tensor<2x2xi2>
  check.expect_eq_const %1, dense<[[1, -1], [-1, -2]]> : tensor<2x2xi2>
  %2 = stablehlo.dot_general %c, %c, contracting_dims = [0] x [0] : (tensor<2xf64>, tensor<2xf64>) -> tensor<f8E5M2>
  %3 = stablehlo.convert %2 : (tensor<f8E5M2>) -> tensor<f32>
  check.expect_eq_const %3, dense<12.0> : tensor<f32>
  return
}
