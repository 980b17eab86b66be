// What devices gather, exchange, scatter, send and broadcast, along both dimensions and in groups.
//
// RUN: pjrt run --device %device --devices 4 --stacked --exact %s --input='4x2x4xi32=iota' --expect='4x2x8xi32=0 1 2 3 8 9 10 11 4 5 6 7 12 13 14 15 0 1 2 3 8 9 10 11 4 5 6 7 12 13 14 15 16 17 18 19 24 25 26 27 20 21 22 23 28 29 30 31 16 17 18 19 24 25 26 27 20 21 22 23 28 29 30 31' --expect='4x2x4xi32=0 1 16 17 4 5 20 21 8 9 24 25 12 13 28 29 2 3 18 19 6 7 22 23 10 11 26 27 14 15 30 31' --expect='4x2x1xi32=48 64 52 68 56 72 60 76' --expect='4x2x4xi32=0 0 0 0 0 0 0 0 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0 0 0 0 0 0 0 0' --expect='4x2x4xi32=16 17 18 19 20 21 22 23 0 0 0 0 0 0 0 0 16 17 18 19 20 21 22 23 0 0 0 0 0 0 0 0'
func.func @main(%x: tensor<2x4xi32>) -> (tensor<2x8xi32>, tensor<2x4xi32>, tensor<2x1xi32>, tensor<2x4xi32>, tensor<2x4xi32>) {
  %gathered = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<2x4xi32>) -> tensor<2x8xi32>
  %exchanged = "stablehlo.all_to_all"(%x) <{split_dimension = 1 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>}> : (tensor<2x4xi32>) -> tensor<2x4xi32>
  %scattered = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<2x4xi32>) -> tensor<2x1xi32>
  %sent = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<2x4xi32>) -> tensor<2x4xi32>
  %told = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[2, 0]]> : tensor<1x2xi64>}> : (tensor<2x4xi32>) -> tensor<2x4xi32>
  return %gathered, %exchanged, %scattered, %sent, %told : tensor<2x8xi32>, tensor<2x4xi32>, tensor<2x1xi32>, tensor<2x4xi32>, tensor<2x4xi32>
}
