// Several arrays reduced over no element: every result is its initial value.
// RUN: pjrt run --device %device %s --input 2x0x3xi8= --input 2x0x3xi32= --input i8=5 --input i32=7

func.func @main(%x: tensor<2x0x3xi8>, %y: tensor<2x0x3xi32>, %a: tensor<i8>, %b: tensor<i32>) {
  %0:2 = stablehlo.reduce(%x init: %a), (%y init: %b) across dimensions = [1, 0] : (tensor<2x0x3xi8>, tensor<2x0x3xi32>, tensor<i8>, tensor<i32>) -> (tensor<3xi8>, tensor<3xi32>)
  reducer(%c: tensor<i8>, %d: tensor<i8>) (%e: tensor<i32>, %f: tensor<i32>) {
    %1 = stablehlo.compare GE, %c, %d : (tensor<i8>, tensor<i8>) -> tensor<i1>
    %2 = stablehlo.select %1, %c, %d : tensor<i1>, tensor<i8>
    %3 = stablehlo.select %1, %e, %f : tensor<i1>, tensor<i32>
    stablehlo.return %2, %3 : tensor<i8>, tensor<i32>
  }
  %3 = stablehlo.pad %0#0, %a, low = [1], high = [1], interior = [0] : (tensor<3xi8>, tensor<i8>) -> tensor<5xi8>
  check.expect_eq_const %3, dense<5> : tensor<5xi8>
  check.expect_eq_const %0#1, dense<7> : tensor<3xi32>
  return
}
