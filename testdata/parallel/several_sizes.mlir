// Groups of several sizes: roots that are values, and reductions by more than kernels can do to scalars. Members are
// combined in the order of their group: 1, 2 and 3 are 123.
//
// RUN: pjrt run --device=%device --devices=6 --stacked --exact %s --input='6xi32=1 2 3 4 5 6' --expect='6xi32=2 2 2 5 5 0' --expect='6xi32=0 123 0 0 45 0' --expect='6xi32=123 0 0 45 0 0' --expect='6xi32=123 123 123 45 45 6'
func.func @main(%x: tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) {
  %root = stablehlo.constant dense<1> : tensor<1xi32>
  %told = "stablehlo.collective_broadcast"(%x, %root) {replica_groups = dense<[[0, 1, 2], [3, 4, -1]]> : tensor<2x3xi64>, has_dynamic_root} : (tensor<i32>, tensor<1xi32>) -> tensor<i32>
  %kept = "stablehlo.collective_reduce"(%x, %root) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = func.call @combined(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      stablehlo.return %c : tensor<i32>
  }) {replica_groups = dense<[[0, 1, 2], [3, 4, -1]]> : tensor<2x3xi64>, has_dynamic_root} : (tensor<i32>, tensor<1xi32>) -> tensor<i32>
  %first = "stablehlo.collective_reduce"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = func.call @combined(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      stablehlo.return %c : tensor<i32>
  }) {replica_groups = dense<[[0, 1, 2], [3, 4, -1]]> : tensor<2x3xi64>} : (tensor<i32>) -> tensor<i32>
  %all = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = func.call @combined(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      stablehlo.return %c : tensor<i32>
  }) {replica_groups = dense<[[5, -1, -1], [0, 1, 2], [3, 4, -1]]> : tensor<3x3xi64>} : (tensor<i32>) -> tensor<i32>
  return %told, %kept, %first, %all : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
}

// 10 a + b, where b is added in b turns of a loop.
func.func private @combined(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %sum = %a) : tensor<i32>, tensor<i32>
  cond {
    %goes_on = stablehlo.compare NE, %i, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
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
