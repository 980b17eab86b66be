// From the sequence to heads and back.
//
// RUN: pjrt run --device=interpreter --num-partitions=1 --input=random:1 --outputs-to=%t %s && pjrt run --device=%device --input=random:1 --rtol=1e-3 --atol=1e-4 --expect=@%t/0.npy %s
// RUN: pjrt dump --collectives %s | FileCheck %s
// CHECK: total all-to-all: 2, 1024 bytes in, 1024 bytes out
// CHECK-NOT: total

module @jit_f attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<2x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, %arg1: tensor<16x3x4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, %arg2: tensor<4x4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}) -> (tensor<2x8x16xf32> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}) {
    %0 = stablehlo.dot_general %arg1, %arg0, contracting_dims = [0] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x3x4x4xf32>, tensor<2x8x16xf32>) -> tensor<3x4x4x2x8xf32>
    %1 = stablehlo.transpose %0, dims = [0, 3, 4, 1, 2] : (tensor<3x4x4x2x8xf32>) -> tensor<3x2x8x4x4xf32>
    %2 = sdy.sharding_constraint %1 <@mesh, [{}, {}, {"x"}, {}, {}]> : tensor<3x2x8x4x4xf32>
    %3 = sdy.sharding_constraint %2 <@mesh, [{}, {}, {}, {"x"}, {}]> : tensor<3x2x8x4x4xf32>
    %4 = stablehlo.slice %3 [0:1, 0:2, 0:8, 0:4, 0:4] : (tensor<3x2x8x4x4xf32>) -> tensor<1x2x8x4x4xf32>
    %5 = stablehlo.reshape %4 : (tensor<1x2x8x4x4xf32>) -> tensor<2x8x4x4xf32>
    %6 = stablehlo.slice %3 [1:2, 0:2, 0:8, 0:4, 0:4] : (tensor<3x2x8x4x4xf32>) -> tensor<1x2x8x4x4xf32>
    %7 = stablehlo.reshape %6 : (tensor<1x2x8x4x4xf32>) -> tensor<2x8x4x4xf32>
    %8 = stablehlo.slice %3 [2:3, 0:2, 0:8, 0:4, 0:4] : (tensor<3x2x8x4x4xf32>) -> tensor<1x2x8x4x4xf32>
    %9 = stablehlo.reshape %8 : (tensor<1x2x8x4x4xf32>) -> tensor<2x8x4x4xf32>
    %10 = stablehlo.dot_general %5, %7, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x8x4x4xf32>, tensor<2x8x4x4xf32>) -> tensor<2x4x8x8xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %11 = stablehlo.reduce(%10 init: %cst) applies stablehlo.maximum across dimensions = [3] : (tensor<2x4x8x8xf32>, tensor<f32>) -> tensor<2x4x8xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x4x8xf32>
    %13 = stablehlo.maximum %12, %11 : tensor<2x4x8xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<2x4x8xf32>) -> tensor<2x4x8x1xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2, 3] : (tensor<2x4x8x1xf32>) -> tensor<2x4x8x8xf32>
    %16 = stablehlo.subtract %10, %15 : tensor<2x4x8x8xf32>
    %17 = stablehlo.exponential %16 : tensor<2x4x8x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_1) applies stablehlo.add across dimensions = [3] : (tensor<2x4x8x8xf32>, tensor<f32>) -> tensor<2x4x8xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1, 2] : (tensor<2x4x8xf32>) -> tensor<2x4x8x1xf32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2, 3] : (tensor<2x4x8x1xf32>) -> tensor<2x4x8x8xf32>
    %21 = stablehlo.divide %17, %20 : tensor<2x4x8x8xf32>
    %22 = stablehlo.dot_general %9, %21, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x8x4x4xf32>, tensor<2x4x8x8xf32>) -> tensor<2x4x4x8xf32>
    %23 = stablehlo.transpose %22, dims = [0, 3, 1, 2] : (tensor<2x4x4x8xf32>) -> tensor<2x8x4x4xf32>
    %24 = sdy.sharding_constraint %23 <@mesh, [{}, {}, {"x"}, {}]> : tensor<2x8x4x4xf32>
    %25 = sdy.sharding_constraint %24 <@mesh, [{}, {"x"}, {}, {}]> : tensor<2x8x4x4xf32>
    %26 = stablehlo.dot_general %25, %arg2, contracting_dims = [2, 3] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x8x4x4xf32>, tensor<4x4x16xf32>) -> tensor<2x8x16xf32>
    return %26 : tensor<2x8x16xf32>
  }
}
