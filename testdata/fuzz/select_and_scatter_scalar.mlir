// A scalar's window is the scalar.
// RUN: pjrt run --device %device %s

func.func @main() {
  %x = stablehlo.constant dense<3> : tensor<i64>
  %source = stablehlo.constant dense<5> : tensor<i64>
  %zero = stablehlo.constant dense<2> : tensor<i64>
  %r = "stablehlo.select_and_scatter"(%x, %source, %zero) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %c = stablehlo.compare GE, %a, %b : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<i64>
  check.expect_eq_const %r, dense<7> : tensor<i64>
  return
}
