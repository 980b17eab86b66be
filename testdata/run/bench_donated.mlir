// A donated argument that no result takes over is sent again for each run.

// RUN: pjrt bench --device=%device %s --seconds=0.01 --runs=3 | FileCheck %s
// CHECK: min

func.func @main(%x: tensor<4xf32> {jax.buffer_donor = true}) -> tensor<2xf32> {
  %0 = stablehlo.slice %x [0:2] : (tensor<4xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
