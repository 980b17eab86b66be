// Operation by operation: loops, reductions and tuples are operations too.

// RUN: pjrt run --device=%device %s --input=3xf32='1 2 3' --eager --expect=f32=24 --expect=i32=3
// RUN: pjrt run --device=%device %s --input=3xf32='1 2 3' --expect=f32=24 --expect=i32=3

func.func @main(%x: tensor<3xf32>) -> (tensor<f32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<3xf32>
  cond {
    %n = stablehlo.constant dense<2> : tensor<i32>
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %w = func.call @twice(%v) : (tensor<3xf32>) -> tensor<3xf32>
    stablehlo.return %j, %w : tensor<i32>, tensor<3xf32>
  }
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0#1 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %2 = stablehlo.add %0#0, %one : tensor<i32>
  return %1, %2 : tensor<f32>, tensor<i32>
}
func.func private @twice(%v: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.add %v, %v : tensor<3xf32>
  return %0 : tensor<3xf32>
}
