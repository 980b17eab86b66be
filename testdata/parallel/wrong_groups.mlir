// Groups that do not fit the devices are refused before anything runs.
//
// RUN: exits 2 pjrt run --device %device --devices 4 %s --input='2xf32=1' 2>&1 | FileCheck %s
// CHECK: error: all-reduce %{{.+}}: 3 of 4 replicas is in no group
// CHECK: wrong_groups.mlir:9:8
// CHECK: error: all-gather %{{.+}}: 4 is in its groups, and there are 4 replicas
// CHECK: error: all-gather %{{.+}}: group [0, 2] has 2 members, and f32[2] gives f32[6] along dimension 0
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<4xf32>, tensor<6xf32>) {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 3], [4, 5]]> : tensor<3x2xi64>}> : (tensor<2xf32>) -> tensor<4xf32>
  %2 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<2xf32>) -> tensor<6xf32>
  return %0, %1, %2 : tensor<2xf32>, tensor<4xf32>, tensor<6xf32>
}
