// One replica takes the other branch: nobody waits for it in silence.
//
// RUN: exits 4 pjrt run --device %device --devices 4 %s --input='1xf32=1' 2>&1 | FileCheck %s
// CHECK: error: all-reduce %{{.+}} at {{.*}}missing.mlir:{{[0-9:]+}} of devices [0, 1, 2, 3] can never go on: here: device 1 (replica 1), device 2 (replica 2), device 3 (replica 3); missing: device 0 (replica 0), whose run has ended
func.func @main(%x: tensor<1xf32>) -> tensor<1xf32> {
  %id = stablehlo.replica_id : tensor<ui32>
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %first = stablehlo.compare EQ, %id, %zero, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %r = "stablehlo.if"(%first) ({
    stablehlo.return %x : tensor<1xf32>
  }, {
    %g = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
    }) : (tensor<1xf32>) -> tensor<1xf32>
    stablehlo.return %g : tensor<1xf32>
  }) : (tensor<i1>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}
