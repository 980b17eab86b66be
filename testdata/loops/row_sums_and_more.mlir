// Sums of rows that more is done with: vectors go along a row, though all else lies along the sums.

// RUN: pjrt run --device=%device %s --input=8x20xf32=2 --input='8xf32=1 2 3 4 5 6 7 8' --input=8xf32=1 --expect='8xf32=81 161 241 321 401 481 561 641'
// RUN: pjrt compile %s --emit=llvm --target-cpu=x86-64-v3 | FileCheck %s --check-prefix=ROWS
// ROWS: load <8 x float>
// ROWS-NOT: store <8 x float>
// ROWS: store float

func.func @main(%x: tensor<8x20xf32>, %factor: tensor<8xf32>, %offset: tensor<8xf32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.multiply %x, %x : tensor<8x20xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x20xf32>, tensor<f32>) -> tensor<8xf32>
  %2 = stablehlo.multiply %1, %factor : tensor<8xf32>
  %3 = stablehlo.add %2, %offset : tensor<8xf32>
  return %3 : tensor<8xf32>
}
