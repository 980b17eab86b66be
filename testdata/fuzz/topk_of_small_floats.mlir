// Selections that no template performs: floats of eight bits.
// RUN: pjrt run --device %device %s

func.func @main() {
  %x = stablehlo.constant dense<[[1.0, 3.0, -2.0, 3.0], [0.5, 0x7F, -8.0, 4.0]]> : tensor<2x4xf8E4M3FN>
  %0:2 = chlo.top_k(%x, k = 2) : tensor<2x4xf8E4M3FN> -> (tensor<2x2xf8E4M3FN>, tensor<2x2xi32>)
  %1 = stablehlo.bitcast_convert %0#0 : (tensor<2x2xf8E4M3FN>) -> tensor<2x2xi8>
  check.expect_eq_const %1, dense<[[0x44, 0x44], [0x7F, 0x48]]> : tensor<2x2xi8>
  check.expect_eq_const %0#1, dense<[[1, 3], [1, 3]]> : tensor<2x2xi32>
  return
}
