// Devices reduce by computations that do more than kernels can to scalars, in the order of a group's members.
//
// RUN: pjrt run --device=%device --devices=4 --stacked %s --input='4x2xi32=1 2 3 4 5 6 7 8' --expect='4x2xi32=13 24 13 24 57 68 57 68' --expect='4x2xf32=13 24 13 24 57 68 57 68' --expect='4x1xi32=13 24 57 68'

func.func @main(%x: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xf32>, tensor<1xi32>) {
  %f = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf32>
  %r:2 = "stablehlo.all_reduce"(%x, %x) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = func.call @combined(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  %g = "stablehlo.all_reduce"(%f) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %i = stablehlo.convert %a : (tensor<f32>) -> tensor<i32>
    %j = stablehlo.convert %b : (tensor<f32>) -> tensor<i32>
    %c = func.call @combined(%i, %j) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %d = stablehlo.convert %c : (tensor<i32>) -> tensor<f32>
    stablehlo.return %d : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  %s = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = func.call @combined(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) : (tensor<2xi32>) -> tensor<1xi32>
  return %r#1, %g, %s : tensor<2xi32>, tensor<2xf32>, tensor<1xi32>
}

// 10 a + b, where b is added in b turns of a loop.
func.func private @combined(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %sum = %a) : tensor<i32>, tensor<i32>
  cond {
    %goes_on = stablehlo.compare LT, %i, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %goes_on : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %more = stablehlo.add %sum, %one : tensor<i32>
    stablehlo.return %next, %more : tensor<i32>, tensor<i32>
  }
  %nine = stablehlo.constant dense<9> : tensor<i32>
  %tens = stablehlo.multiply %a, %nine : tensor<i32>
  %result = stablehlo.add %0#1, %tens : tensor<i32>
  return %result : tensor<i32>
}
