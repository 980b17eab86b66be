// Two replicas of two partitions: what the numbers of a group count depends on the channel and on global ids. Device
// numbers 0 to 3 are summed with the device's own powers of ten.
//
// RUN: pjrt run --device %device --stacked --exact %s --input='4xi32=1 10 100 1000' --expect='4xui32=0 0 1 1' --expect='4xui32=0 1 0 1' --expect='4xi32=101 1010 101 1010' --expect='4xi32=11 11 1100 1100' --expect='4xi32=1111 1111 1111 1111' --expect='4xi32=1001 110 110 1001' --expect='4x2xi32=1 100 10 1000 1 100 10 1000' --expect='4xi32=10 1 1000 100'
// RUN: pjrt compile %s -o %t.pjx && pjrt run --device cpu --stacked %t.pjx --input='4xi32=1 10 100 1000' | FileCheck %s
// CHECK: result[4]: 4xi32=1111 1111 1111 1111
module attributes {mhlo.num_replicas = 2 : i32, mhlo.num_partitions = 2 : i32} {
  func.func @main(%x: tensor<i32>) -> (tensor<ui32>, tensor<ui32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<2xi32>, tensor<i32>) {
    %replica = stablehlo.replica_id : tensor<ui32>
    %partition = stablehlo.partition_id : tensor<ui32>
    %replicas = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %s = stablehlo.add %a, %b : tensor<i32>
        stablehlo.return %s : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    %partitions = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %s = stablehlo.add %a, %b : tensor<i32>
        stablehlo.return %s : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    %both = "stablehlo.all_reduce"(%x) <{replica_groups = dense<> : tensor<0x0xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>}> ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %s = stablehlo.add %a, %b : tensor<i32>
        stablehlo.return %s : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    %devices = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 3], [1, 2]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, use_global_device_ids}> ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %s = stablehlo.add %a, %b : tensor<i32>
        stablehlo.return %s : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    %row = stablehlo.reshape %x : (tensor<i32>) -> tensor<1xi32>
    %gathered = "stablehlo.all_gather"(%row) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<1xi32>) -> tensor<2xi32>
    %swapped = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>}> : (tensor<i32>) -> tensor<i32>
    return %replica, %partition, %replicas, %partitions, %both, %devices, %gathered, %swapped : tensor<ui32>, tensor<ui32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<2xi32>, tensor<i32>
  }
}
