// Operations that need the whole of a divided dimension gather it.
//
// RUN: pjrt run --device=interpreter --num-partitions=1 --input=random:1 --outputs-to=%t %s && pjrt run --device=%device --input=random:1 --rtol=1e-4 --atol=1e-5 --expect=@%t/0.npy --expect=@%t/1.npy --expect=@%t/2.npy --expect=@%t/3.npy --expect=@%t/4.npy --expect=@%t/5.npy --expect=@%t/6.npy %s
// RUN: pjrt dump --collectives %s | FileCheck %s
// CHECK: total all-gather: 1, 256 bytes in, 512 bytes out
// CHECK-NOT: total

module @jit_f attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x8xf32> {jax.result_info = "result[0]"}, tensor<19x9xf32> {jax.result_info = "result[1]"}, tensor<16x8xf32> {jax.result_info = "result[2]"}, tensor<16x8xf32> {jax.result_info = "result[3]"}, tensor<16x8xf32> {jax.result_info = "result[4]"}, tensor<16x8xf32> {jax.result_info = "result[5]"}, tensor<8xi32> {jax.result_info = "result[6]"}) {
    %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %1 = stablehlo.slice %0 [2:10, 0:8] : (tensor<16x8xf32>) -> tensor<8x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2 = call @_pad(%0, %c) : (tensor<16x8xf32>, tensor<i32>) -> tensor<19x9xf32>
    %3 = stablehlo.reverse %0, dims = [0] : tensor<16x8xf32>
    %4 = call @_roll_static(%0) : (tensor<16x8xf32>) -> tensor<16x8xf32>
    %5 = call @cumsum(%0) : (tensor<16x8xf32>) -> tensor<16x8xf32>
    %6 = call @sort(%0) : (tensor<16x8xf32>) -> tensor<16x8xf32>
    %7 = call @argmax(%0) : (tensor<16x8xf32>) -> tensor<8xi32>
    return %1, %2, %4, %3, %5, %6, %7 : tensor<8x8xf32>, tensor<19x9xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<8xi32>
  }
  func.func private @_pad(%arg0: tensor<16x8xf32>, %arg1: tensor<i32>) -> tensor<19x9xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.pad %arg0, %0, low = [1, 0], high = [2, 1], interior = [0, 0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<19x9xf32>
    return %1 : tensor<19x9xf32>
  }
  func.func private @_roll_static(%arg0: tensor<16x8xf32>) -> tensor<16x8xf32> {
    %0 = stablehlo.slice %arg0 [15:16, 0:8] : (tensor<16x8xf32>) -> tensor<1x8xf32>
    %1 = stablehlo.slice %arg0 [0:15, 0:8] : (tensor<16x8xf32>) -> tensor<15x8xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1x8xf32>, tensor<15x8xf32>) -> tensor<16x8xf32>
    return %2 : tensor<16x8xf32>
  }
  func.func private @cumsum(%arg0: tensor<16x8xf32>) -> tensor<16x8xf32> {
    %0 = call @cumsum_0(%arg0) : (tensor<16x8xf32>) -> tensor<16x8xf32>
    return %0 : tensor<16x8xf32>
  }
  func.func private @cumsum_0(%arg0: tensor<16x8xf32>) -> tensor<16x8xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[15, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 16, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<16x8xf32>, tensor<f32>) -> tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
  func.func private @sort(%arg0: tensor<16x8xf32>) -> tensor<16x8xf32> {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %2 = stablehlo.select %1, %cst_0, %arg1 : tensor<i1>, tensor<f32>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %4 = stablehlo.select %3, %cst_1, %2 : tensor<i1>, tensor<f32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %5 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %6 = stablehlo.select %5, %cst_3, %arg2 : tensor<i1>, tensor<f32>
      %7 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %8 = stablehlo.select %7, %cst_4, %6 : tensor<i1>, tensor<f32>
      %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    }) : (tensor<16x8xf32>) -> tensor<16x8xf32>
    return %0 : tensor<16x8xf32>
  }
  func.func private @argmax(%arg0: tensor<16x8xf32>) -> tensor<8xi32> {
    %0 = stablehlo.iota dim = 0 : tensor<16x8xi32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [0] : (tensor<16x8xf32>, tensor<16x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<8xf32>, tensor<8xi32>)
     reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f32>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<f32>, tensor<i32>
    }
    return %1#1 : tensor<8xi32>
  }
}
