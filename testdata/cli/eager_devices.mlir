// One operation at a time is for one device, also where the shapes are those of the arguments.

// RUN: exits 3 pjrt run --device=cpu --devices=2 --eager %s --input=3xf32=1 2>&1 | FileCheck %s
// CHECK: error: expected a program for one device, in one process, with --eager

module attributes {mhlo.num_replicas = 2 : i32} {
  func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
    %0 = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<?xf32>) -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }
}
