// Sorts and top-k of floats under 16 bits.

// RUN: pjrt run --device=%device %s --input=6xf8E4M3FN='1 4 nan 0.5 -2 1' --input=6xf4E2M1FN='1 4 -0.5 0.5 -2 1' --expect=6xf8E4M3FN='-2 0.5 1 1 4 nan' --expect=6xi32='4 3 0 5 1 2' --expect=6xf4E2M1FN='4 1 1 0.5 -0.5 -2' --expect=2xf8E4M3FN='nan 4' --expect=2xi32='2 1' --expect=3xf4E2M1FN='4 1 1' --expect=3xi32='1 0 5' --exact

func.func @main(%x: tensor<6xf8E4M3FN>, %y: tensor<6xf4E2M1FN>) -> (tensor<6xf8E4M3FN>, tensor<6xi32>, tensor<6xf4E2M1FN>, tensor<2xf8E4M3FN>, tensor<2xi32>, tensor<3xf4E2M1FN>, tensor<3xi32>) {
  %i = stablehlo.iota dim = 0 : tensor<6xi32>
  %0:2 = "stablehlo.sort"(%x, %i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f8E4M3FN>, %b: tensor<f8E4M3FN>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f8E4M3FN>, tensor<f8E4M3FN>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<6xf8E4M3FN>, tensor<6xi32>) -> (tensor<6xf8E4M3FN>, tensor<6xi32>)
  %1 = "stablehlo.sort"(%y) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f4E2M1FN>, %b: tensor<f4E2M1FN>):
    %p = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f4E2M1FN>, tensor<f4E2M1FN>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<6xf4E2M1FN>) -> tensor<6xf4E2M1FN>
  %2, %3 = chlo.top_k(%x, k = 2) : tensor<6xf8E4M3FN> -> (tensor<2xf8E4M3FN>, tensor<2xi32>)
  %4, %5 = chlo.top_k(%y, k = 3) : tensor<6xf4E2M1FN> -> (tensor<3xf4E2M1FN>, tensor<3xi32>)
  return %0#0, %0#1, %1, %2, %3, %4, %5 : tensor<6xf8E4M3FN>, tensor<6xi32>, tensor<6xf4E2M1FN>, tensor<2xf8E4M3FN>, tensor<2xi32>, tensor<3xf4E2M1FN>, tensor<3xi32>
}
