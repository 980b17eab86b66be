// Partial sums of several narrow arrays are kept unrounded, as those of one: in bf16, 256 + 1 would stay 256.
//
// RUN: pjrt run --device=%device %s
func.func @main() {
  %one = stablehlo.constant dense<1.0> : tensor<2x1024xbf16>
  %two = stablehlo.constant dense<2.0> : tensor<2x1024xbf16>
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %sums:2 = stablehlo.reduce(%one init: %zero), (%two init: %zero) across dimensions = [1] : (tensor<2x1024xbf16>, tensor<2x1024xbf16>, tensor<bf16>, tensor<bf16>) -> (tensor<2xbf16>, tensor<2xbf16>)
    reducer(%a: tensor<bf16>, %c: tensor<bf16>) (%b: tensor<bf16>, %d: tensor<bf16>) {
      %first = stablehlo.add %a, %c : tensor<bf16>
      %second = stablehlo.add %b, %d : tensor<bf16>
      stablehlo.return %first, %second : tensor<bf16>, tensor<bf16>
    }
  check.expect_eq_const %sums#0, dense<1024.0> : tensor<2xbf16>
  check.expect_eq_const %sums#1, dense<2048.0> : tensor<2xbf16>
  return
}
