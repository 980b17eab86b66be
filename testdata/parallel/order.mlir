// A reducer whose value depends on nothing but the order of the devices is a mistake, which is said at its place.
//
// RUN: exits 77 pjrt run --device %device --devices 4 %s --input='2xf32=1 2' 2>&1 | FileCheck %s
// CHECK: unsupported: all-reduce %{{.+}}: its reducer is subtract, which depends on the order of the devices
// CHECK: order.mlir:10:12
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %r = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> ({

    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.subtract %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
