// Every device draws numbers of its own, the same in each run, in whatever order the devices come to them.
//
// RUN: pjrt run --device=%device --devices=3 --stacked %s --input=3x4xf32=0 --expect='3x4xf32=0.88052016 0.36209106 0.31944573 0.415107 0.93965805 0.8507002 0.7433432 0.6250554 0.7129273 0.13515681 0.81559706 0.92049617' --expect='3x4xi32=4 3 8 5 4 5 7 3 2 1 3 1' --exact

func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %low = stablehlo.constant dense<0.0> : tensor<f32>
  %high = stablehlo.constant dense<1.0> : tensor<f32>
  %shape = stablehlo.constant dense<4> : tensor<1xi64>
  %first = stablehlo.rng %low, %high, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %second = stablehlo.rng %none, %ten, %shape, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<4xi32>
  return %first, %second : tensor<4xf32>, tensor<4xi32>
}
