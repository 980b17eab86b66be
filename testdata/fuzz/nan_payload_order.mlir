// NaNs are in total order by their payloads, in narrow types too.
// RUN: pjrt run --device %device %s --input=4xf16=0x7e01,0x7c01,0xfe00,0x7e00

func.func @main(%keys: tensor<4xf16>) {
  %places = stablehlo.iota dim = 0 : tensor<4xi32>
  %0:2 = "stablehlo.sort"(%keys, %places) ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>, %c: tensor<i32>, %d: tensor<i32>):
    %1 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f16>, tensor<f16>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<4xf16>, tensor<4xi32>) -> (tensor<4xf16>, tensor<4xi32>)
  check.expect_eq_const %0#1, dense<[2, 1, 3, 0]> : tensor<4xi32>
  return
}
