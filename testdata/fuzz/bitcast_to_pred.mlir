// Bits as truth values that are computed with, and back.
// RUN: pjrt run --device %device %s --input 3xi8=5,-1,0

func.func @main(%x: tensor<3xi8>) {
  %0 = stablehlo.bitcast_convert %x : (tensor<3xi8>) -> tensor<3x8xi1>
  %1 = stablehlo.convert %0 : (tensor<3x8xi1>) -> tensor<3x8xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x8xf64>, tensor<f64>) -> tensor<3xf64>
  check.expect_eq_const %2, dense<[2.0, 8.0, 0.0]> : tensor<3xf64>
  %3 = stablehlo.not %0 : tensor<3x8xi1>
  %4 = stablehlo.bitcast_convert %3 : (tensor<3x8xi1>) -> tensor<3xi8>
  check.expect_eq_const %4, dense<[-6, 0, -1]> : tensor<3xi8>
  return
}
