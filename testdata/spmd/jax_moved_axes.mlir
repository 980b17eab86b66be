// Axes change places.
//
// RUN: pjrt run --device=interpreter --num-partitions=1 --input=random:1 --outputs-to=%t %s && pjrt run --device=%device --input=random:1 --rtol=1e-4 --atol=1e-5 --expect=@%t/0.npy --expect=@%t/1.npy %s
// RUN: pjrt dump --collectives %s | FileCheck %s
// CHECK: total all-to-all: 3, 384 bytes in, 384 bytes out
// CHECK-NEXT: total collective-permute: 1, 128 bytes in, 128 bytes out
// CHECK-NOT: total
//
// Of eight devices a part of an axis moves first.
// RUN: sed -e 's/num_partitions = 4/num_partitions = 8/; s/"x"=2/"x"=4/; s/"x", size = 2/"x", size = 4/' %s > %t.mlir && pjrt dump --collectives %t.mlir | FileCheck %s --check-prefix=EIGHT
// RUN: pjrt run --device=interpreter --num-partitions=1 --input=random:1 --outputs-to=%t %s && pjrt run --device=%device --input=random:1 --rtol=1e-4 --atol=1e-5 --expect=@%t/0.npy --expect=@%t/1.npy %t.mlir
// EIGHT: total all-to-all: 4, 256 bytes in, 256 bytes out
// EIGHT-NEXT: total collective-permute: 1, 64 bytes in, 64 bytes out
// EIGHT-NOT: total

module @jit_f attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<4x4x8xf32> {jax.result_info = "result[0]"}, tensor<8x16xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1 = stablehlo.add %arg0, %0 : tensor<16x8xf32>
    %2 = sdy.sharding_constraint %1 <@mesh, [{"y"}, {"x"}]> : tensor<16x8xf32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %4 = stablehlo.multiply %2, %3 : tensor<16x8xf32>
    %5 = sdy.sharding_constraint %4 <@mesh, [{"x", "y"}, {}]> : tensor<16x8xf32>
    %6 = stablehlo.reshape %5 : (tensor<16x8xf32>) -> tensor<4x4x8xf32>
    %7 = sdy.sharding_constraint %6 <@mesh, [{"x"}, {}, {"y"}]> : tensor<4x4x8xf32>
    %8 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<16x8xf32>) -> tensor<8x16xf32>
    %9 = sdy.sharding_constraint %8 <@mesh, [{"y"}, {"x"}]> : tensor<8x16xf32>
    return %7, %9 : tensor<4x4x8xf32>, tensor<8x16xf32>
  }
}
