// Groups, channels and pairs that are wrong whatever devices there are.
//
// RUN: exits 2 pjrt run --device cpu %s 2>&1 | FileCheck %s
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: error: all-gather{{.*}}: 1 is in two groups, [0, 1] and [1, 2]
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<2xf32>) -> tensor<4xf32>
  // CHECK: error: all-gather{{.*}}: 1 is in no group
  %1 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<4xf32>
  // CHECK: error: all-gather{{.*}}: expected a channel of a positive number with use_global_device_ids
  %2 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<4xf32>
  // CHECK: error: collective-permute{{.*}}: 0 is a source twice
  %3 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: error: collective-permute{{.*}}: 1 is a target twice
  %4 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
  return %x : tensor<2xf32>
}

// -----

// RUN: exits 2 pjrt run --device cpu %s 2>&1 | FileCheck --check-prefix=TEXT %s
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  // TEXT: stablehlo.all_gather: expected devices in `replica_groups`, found -1
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<4xf32>
  // TEXT: stablehlo.collective_broadcast: expected `replica_groups` of rank 2, found rank 1
  %1 = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[0, 1]> : tensor<2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
  return %x : tensor<2xf32>
}
