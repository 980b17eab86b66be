// Ten rows on four devices, a training step.
//
// RUN: pjrt run --device=interpreter --num-partitions=1 --input=random:1 --outputs-to=%t %s && pjrt run --device=%device --input=random:1 --rtol=1e-3 --atol=1e-4 --expect=@%t/0.npy --expect=@%t/1.npy --expect=@%t/2.npy %s
// RUN: pjrt dump --collectives %s | FileCheck %s
// CHECK: total all-reduce: 1, 772 bytes in, 772 bytes out
// CHECK-NOT: total

module @jit_step attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg1: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg2: tensor<10x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg3: tensor<10x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<8x16xf32> {jax.result_info = "result[0][0]"}, tensor<16x4xf32> {jax.result_info = "result[0][1]"}, tensor<f32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.dot_general %arg2, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<10x8xf32>, tensor<8x16xf32>) -> tensor<10x16xf32>
    %1 = stablehlo.tanh %0 : tensor<10x16xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<10x16xf32>
    %3 = stablehlo.subtract %2, %1 : tensor<10x16xf32>
    %4 = sdy.sharding_constraint %1 <@mesh, [{"x"}, {}]> : tensor<10x16xf32>
    %5 = stablehlo.dot_general %4, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<10x16xf32>, tensor<16x4xf32>) -> tensor<10x4xf32>
    %6 = stablehlo.subtract %5, %arg3 : tensor<10x4xf32>
    %7 = stablehlo.multiply %6, %6 : tensor<10x4xf32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<10x4xf32>
    %9 = stablehlo.multiply %8, %6 : tensor<10x4xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%7 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<10x4xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<4.000000e+01> : tensor<f32>
    %11 = stablehlo.divide %10, %cst_2 : tensor<f32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_4 = stablehlo.constant dense<4.000000e+01> : tensor<f32>
    %12 = stablehlo.divide %cst_3, %cst_4 : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<f32>) -> tensor<10x4xf32>
    %14 = stablehlo.multiply %13, %9 : tensor<10x4xf32>
    %15 = stablehlo.dot_general %14, %4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<10x4xf32>, tensor<10x16xf32>) -> tensor<4x16xf32>
    %16 = stablehlo.transpose %15, dims = [1, 0] : (tensor<4x16xf32>) -> tensor<16x4xf32>
    %17 = stablehlo.dot_general %14, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<10x4xf32>, tensor<16x4xf32>) -> tensor<10x16xf32>
    %18 = sdy.sharding_constraint %17 <@mesh, [{"x"}, {}]> : tensor<10x16xf32>
    %19 = stablehlo.multiply %18, %3 : tensor<10x16xf32>
    %20 = stablehlo.multiply %19, %1 : tensor<10x16xf32>
    %21 = stablehlo.add %19, %20 : tensor<10x16xf32>
    %22 = stablehlo.dot_general %21, %arg2, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<10x16xf32>, tensor<10x8xf32>) -> tensor<16x8xf32>
    %23 = stablehlo.transpose %22, dims = [1, 0] : (tensor<16x8xf32>) -> tensor<8x16xf32>
    %cst_5 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %25 = stablehlo.multiply %24, %23 : tensor<8x16xf32>
    %26 = stablehlo.subtract %arg0, %25 : tensor<8x16xf32>
    %cst_6 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %28 = stablehlo.multiply %27, %16 : tensor<16x4xf32>
    %29 = stablehlo.subtract %arg1, %28 : tensor<16x4xf32>
    return %26, %29, %11 : tensor<8x16xf32>, tensor<16x4xf32>, tensor<f32>
  }
}
