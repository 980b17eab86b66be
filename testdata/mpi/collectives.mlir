// Every collective, in groups, of several types and inside a loop, on four devices of one, two and four processes: the
// same bits.
//
// REQUIRES: mpi
// RUN: pjrt run --device %device --devices 4 --stacked %s --input=random:1 --input=iota --outputs-to=%t/1 && mpirun -n 2 pjrt run --device %device --devices 2 --stacked %s --input=random:1 --input=iota --outputs-to=%t/2 && diff -r %t/1 %t/2
// RUN: pjrt run --device %device --devices 4 --stacked %s --input=random:1 --input=iota --outputs-to=%t/1 && mpirun -n 4 pjrt run --device %device --devices 1 --stacked %s --input=random:1 --input=iota --outputs-to=%t/4 && diff -r %t/1 %t/4
func.func @main(%x: tensor<6x4xf32>, %y: tensor<4xi8>) -> (tensor<6x4xf32>, tensor<4xi8>, tensor<6x16xf32>, tensor<3x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>, tensor<4xi8>, tensor<f32>) {
  %sum = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[3, 1, 0, 2]]> : tensor<1x4xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) : (tensor<6x4xf32>) -> tensor<6x4xf32>
  %product = "stablehlo.all_reduce"(%y) <{replica_groups = dense<[[0, 3], [2, 1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<i8>, %b: tensor<i8>):
      %s = stablehlo.multiply %a, %b : tensor<i8>
      stablehlo.return %s : tensor<i8>
  }) : (tensor<4xi8>) -> tensor<4xi8>
  %gathered = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2, 1, 3]]> : tensor<1x4xi64>}> : (tensor<6x4xf32>) -> tensor<6x16xf32>
  %scattered = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1], [3, 2]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) : (tensor<6x4xf32>) -> tensor<3x4xf32>
  %exchanged = "stablehlo.all_to_all"(%x) <{split_dimension = 1 : i64, concat_dimension = 1 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> : (tensor<6x4xf32>) -> tensor<6x4xf32>
  %sent = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>}> : (tensor<6x4xf32>) -> tensor<6x4xf32>
  %told = "stablehlo.collective_broadcast"(%y) <{replica_groups = dense<[[2, 0]]> : tensor<1x2xi64>}> : (tensor<4xi8>) -> tensor<4xi8>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %rounds = stablehlo.constant dense<20> : tensor<i32>
  %first = stablehlo.slice %sum [0:1, 0:1] : (tensor<6x4xf32>) -> tensor<1x1xf32>
  %start = stablehlo.reshape %first : (tensor<1x1xf32>) -> tensor<f32>
  %quarter = stablehlo.constant dense<0.25> : tensor<f32>
  %loop:2 = stablehlo.while(%i = %zero, %v = %start) : tensor<i32>, tensor<f32>
    cond {
      %more = stablehlo.compare LT, %i, %rounds : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %all = "stablehlo.all_reduce"(%v) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %s = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %s : tensor<f32>
      }) : (tensor<f32>) -> tensor<f32>
      %mean = stablehlo.multiply %all, %quarter : tensor<f32>
      %next = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %next, %mean : tensor<i32>, tensor<f32>
    }
  return %sum, %product, %gathered, %scattered, %exchanged, %sent, %told, %loop#1 : tensor<6x4xf32>, tensor<4xi8>, tensor<6x16xf32>, tensor<3x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>, tensor<4xi8>, tensor<f32>
}
