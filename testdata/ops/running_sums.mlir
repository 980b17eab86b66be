// A window's sum is rounded at each step, also in narrow floats, where a running sum is one for every window. Past 256
// the numbers of bf16 are 2 apart, past 2048 those of f16: ones are lost.
//
// RUN: pjrt run --device=%device %s

func.func @main() {
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %x = stablehlo.constant dense<[256.0, 1.0, 1.0, 2.0]> : tensor<4xbf16>
  %row = "stablehlo.reduce_window"(%x, %zero) <{
    window_dimensions = array<i64: 4>, padding = dense<[[3, 0]]> : tensor<1x2xi64>
  }> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %sum = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %sum : tensor<bf16>
  }) : (tensor<4xbf16>, tensor<bf16>) -> tensor<4xbf16>
  check.expect_eq_const %row, dense<[256.0, 256.0, 256.0, 258.0]> : tensor<4xbf16>

  %h = stablehlo.constant dense<0.0> : tensor<f16>
  %y = stablehlo.constant dense<[[2048.0, 4.0], [1.0, 1.0], [1.0, -2.0]]> : tensor<3x2xf16>
  %columns = "stablehlo.reduce_window"(%y, %h) <{
    window_dimensions = array<i64: 3, 1>, padding = dense<[[2, 0], [0, 0]]> : tensor<2x2xi64>
  }> ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    %sum = stablehlo.add %a, %b : tensor<f16>
    stablehlo.return %sum : tensor<f16>
  }) : (tensor<3x2xf16>, tensor<f16>) -> tensor<3x2xf16>
  check.expect_eq_const %columns, dense<[[2048.0, 4.0], [2048.0, 5.0], [2048.0, 3.0]]> : tensor<3x2xf16>

  // Minima and maxima start from the ends of a format without infinities.
  %least = stablehlo.constant dense<0xFE> : tensor<f8E4M3FN>
  %z = stablehlo.constant dense<[-3.0, 2.0, -8.0]> : tensor<3xf8E4M3FN>
  %highest = "stablehlo.reduce_window"(%z, %least) <{
    window_dimensions = array<i64: 3>, padding = dense<[[2, 0]]> : tensor<1x2xi64>
  }> ({
  ^bb0(%a: tensor<f8E4M3FN>, %b: tensor<f8E4M3FN>):
    %max = stablehlo.maximum %a, %b : tensor<f8E4M3FN>
    stablehlo.return %max : tensor<f8E4M3FN>
  }) : (tensor<3xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<3xf8E4M3FN>
  check.expect_eq_const %highest, dense<[-3.0, 2.0, 2.0]> : tensor<3xf8E4M3FN>
  return
}
