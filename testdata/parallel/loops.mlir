// Collectives inside a loop whose rounds are known only at run time, and in the branches of a conditional that all
// devices decide alike: x is summed over the devices until it reaches 100, then sent round if the sum is even.
//
// RUN: pjrt run --device %device --devices 3 --stacked --exact %s --input='3xi32=1 2 3' --expect='3xi32=162 162 162' --expect='3xi32=3 1 2'
func.func @main(%x: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %limit = stablehlo.constant dense<100> : tensor<i32>
  %sum = stablehlo.while(%s = %x) : tensor<i32>
    cond {
      %most = "stablehlo.all_reduce"(%s) <{replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> ({
        ^bb0(%a: tensor<i32>, %b: tensor<i32>):
          %m = stablehlo.maximum %a, %b : tensor<i32>
          stablehlo.return %m : tensor<i32>
      }) : (tensor<i32>) -> tensor<i32>
      %more = stablehlo.compare LT, %most, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %next = "stablehlo.all_reduce"(%s) <{replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> ({
        ^bb0(%a: tensor<i32>, %b: tensor<i32>):
          %t = stablehlo.add %a, %b : tensor<i32>
          stablehlo.return %t : tensor<i32>
      }) : (tensor<i32>) -> tensor<i32>
      stablehlo.return %next : tensor<i32>
    }
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %bit = stablehlo.and %sum, %one : tensor<i32>
  %even = stablehlo.compare EQ, %bit, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %sent = "stablehlo.if"(%even) ({
    %p = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>}> : (tensor<i32>) -> tensor<i32>
    stablehlo.return %p : tensor<i32>
  }, {
    stablehlo.return %x : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %sum, %sent : tensor<i32>, tensor<i32>
}
