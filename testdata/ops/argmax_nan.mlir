// JAX's argmax: the first NaN is the largest, wherever it stands in a row; elements are combined in their order.

// RUN: pjrt run --device=%device %s --input='2x20xf32=[1 2 3 4 5 nan 7 8 9 nan 1 2 3 4 5 6 7 8 9 nan][0 1 2 0 1 2 0 1 2 nan 1 2 0 1 2 0 nan 2 0 1]' --expect=2xi32='5 9'
// RUN: pjrt run --device=%device %s --input='2x20xf32=[1 2 3 4 5 6 9 8 9 8 1 2 3 4 5 6 7 8 9 0][-1 -2 -3 -4 -5 -6 -7 0 -1 -2 -3 -0 -5 -6 -7 -0 0 -4 -4 -4]' --expect=2xi32='6 7'
// RUN: pjrt compile %s --emit=llvm | FileCheck %s --check-prefix=LANES
// LANES: fcmp ogt <{{[0-9]+}} x float>

func.func @main(%rows: tensor<2x20xf32>) -> tensor<2xi32> {
  %places = stablehlo.iota dim = 1 : tensor<2x20xi32>
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.reduce(%rows init: %lowest), (%places init: %zero) across dimensions = [1] : (tensor<2x20xf32>, tensor<2x20xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
   reducer(%x: tensor<f32>, %y: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
    %greater = stablehlo.compare GT, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = stablehlo.compare NE, %x, %x, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %left = stablehlo.or %greater, %nan : tensor<i1>
    %equal = stablehlo.compare EQ, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %before = stablehlo.compare LT, %i, %j, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %tie = stablehlo.and %equal, %before : tensor<i1>
    %first = stablehlo.or %left, %tie : tensor<i1>
    %value = stablehlo.select %left, %x, %y : tensor<i1>, tensor<f32>
    %place = stablehlo.select %first, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %value, %place : tensor<f32>, tensor<i32>
  }
  return %0#1 : tensor<2xi32>
}
