// Cholesky factors and triangular systems of narrow floats are computed in f32 and rounded once.
//
// RUN: pjrt run --device=%device %s

func.func @main() {
  %a = stablehlo.constant dense<[[4.0, 9.0], [2.0, 5.0]]> : tensor<2x2xf16>
  %l = stablehlo.cholesky %a, lower = true : tensor<2x2xf16>
  check.expect_eq_const %l, dense<[[2.0, 0.0], [1.0, 2.0]]> : tensor<2x2xf16>

  %b = stablehlo.constant dense<[[4.0, 2.0], [9.0, 5.0]]> : tensor<2x2xf8E5M2>
  %u = stablehlo.cholesky %b : tensor<2x2xf8E5M2>
  check.expect_eq_const %u, dense<[[2.0, 1.0], [0.0, 2.0]]> : tensor<2x2xf8E5M2>

  // 3 x = 1, then 4 y = 2 - x, in bf16 0.33398 and 0.41602 (of 0.41667).
  %c = stablehlo.constant dense<[[3.0, 7.0], [1.0, 4.0]]> : tensor<2x2xbf16>
  %d = stablehlo.constant dense<[[1.0], [2.0]]> : tensor<2x1xbf16>
  %x = "stablehlo.triangular_solve"(%c, %d) <{
    left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<2x2xbf16>, tensor<2x1xbf16>) -> tensor<2x1xbf16>
  check.expect_eq_const %x, dense<[[0.333984375], [0.416015625]]> : tensor<2x1xbf16>

  %e = stablehlo.constant dense<[[2.0, 1.0], [0.0, 4.0]]> : tensor<2x2xf16>
  %f = stablehlo.constant dense<[[2.0, 9.0]]> : tensor<1x2xf16>
  %y = "stablehlo.triangular_solve"(%e, %f) <{
    left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<2x2xf16>, tensor<1x2xf16>) -> tensor<1x2xf16>
  check.expect_eq_const %y, dense<[[1.0, 2.0]]> : tensor<1x2xf16>
  return
}
