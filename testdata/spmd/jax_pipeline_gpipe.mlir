// Stages of a pipeline; the last one's results, of which the device that has them gives them to all.
//
// RUN: pjrt run --device=%device --input=4x8x8xf32=random:1 --input=6x4x8xf32=0 --expect=6x4x8xf32=0 %s
// RUN: pjrt dump --collectives %s | FileCheck %s
// CHECK: total all-reduce: 1, 768 bytes in, 768 bytes out
// CHECK-NEXT: total collective-permute: 1, 128 bytes in, 128 bytes out
// CHECK-NOT: total

module @jit__lambda attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<4x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}, %arg1: tensor<6x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}) -> (tensor<6x4x8xf32> {jax.result_info = "result"}) {
    %0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"x"}, {}, {}]>, <@mesh, [{}, {}, {}]>] out_shardings=[<@mesh, [{"x"}, {}, {}, {}]>] manual_axes={"x"} (%arg2: tensor<1x8x8xf32>, %arg3: tensor<6x4x8xf32>) {
      %3 = stablehlo.reshape %arg2 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
      %c = stablehlo.constant dense<1> : tensor<ui32>
      %c_0 = stablehlo.constant dense<4> : tensor<ui32>
      %4 = stablehlo.partition_id : tensor<ui32>
      %5 = stablehlo.divide %4, %c : tensor<ui32>
      %6 = stablehlo.remainder %5, %c_0 : tensor<ui32>
      %7 = stablehlo.convert %6 : (tensor<ui32>) -> tensor<i32>
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %8 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
      %9 = stablehlo.iota dim = 0 : tensor<9xi32>
      %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %10 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<9x4x8xf32>
      %c_2 = stablehlo.constant dense<0> : tensor<i32>
      %11:7 = stablehlo.while(%iterArg = %9, %iterArg_3 = %7, %iterArg_4 = %arg3, %iterArg_5 = %3, %iterArg_6 = %c_2, %iterArg_7 = %8, %iterArg_8 = %10) : tensor<9xi32>, tensor<i32>, tensor<6x4x8xf32>, tensor<8x8xf32>, tensor<i32>, tensor<4x8xf32>, tensor<9x4x8xf32>
      cond {
        %c_9 = stablehlo.constant dense<9> : tensor<i32>
        %14 = stablehlo.compare LT, %iterArg_6, %c_9, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %14 : tensor<i1>
      } do {
        %14 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_6) : (tensor<9xi32>, tensor<i32>) -> tensor<i32>
        %15:2 = func.call @closed_call(%iterArg_3, %iterArg_4, %iterArg_5, %iterArg_7, %14) : (tensor<i32>, tensor<6x4x8xf32>, tensor<8x8xf32>, tensor<4x8xf32>, tensor<i32>) -> (tensor<4x8xf32>, tensor<4x8xf32>)
        %16 = func.call @dynamic_update_index_in_dim(%iterArg_8, %15#1, %iterArg_6) : (tensor<9x4x8xf32>, tensor<4x8xf32>, tensor<i32>) -> tensor<9x4x8xf32>
        %c_9 = stablehlo.constant dense<1> : tensor<i32>
        %17 = stablehlo.add %iterArg_6, %c_9 : tensor<i32>
        stablehlo.return %iterArg, %iterArg_3, %iterArg_4, %iterArg_5, %17, %15#0, %16 : tensor<9xi32>, tensor<i32>, tensor<6x4x8xf32>, tensor<8x8xf32>, tensor<i32>, tensor<4x8xf32>, tensor<9x4x8xf32>
      }
      %12 = stablehlo.slice %11#6 [3:9, 0:4, 0:8] : (tensor<9x4x8xf32>) -> tensor<6x4x8xf32>
      %13 = stablehlo.broadcast_in_dim %12, dims = [1, 2, 3] : (tensor<6x4x8xf32>) -> tensor<1x6x4x8xf32>
      sdy.return %13 : tensor<1x6x4x8xf32>
    } : (tensor<4x8x8xf32>, tensor<6x4x8xf32>) -> tensor<4x6x4x8xf32>
    %1 = stablehlo.slice %0 [3:4, 0:6, 0:4, 0:8] : (tensor<4x6x4x8xf32>) -> tensor<1x6x4x8xf32>
    %2 = stablehlo.reshape %1 : (tensor<1x6x4x8xf32>) -> tensor<6x4x8xf32>
    return %2 : tensor<6x4x8xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<9xi32>, %arg1: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1] : (tensor<9xi32>, tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.reshape %0 : (tensor<1xi32>) -> tensor<i32>
    return %1 : tensor<i32>
  }
  func.func private @closed_call(%arg0: tensor<i32>, %arg1: tensor<6x4x8xf32>, %arg2: tensor<8x8xf32>, %arg3: tensor<4x8xf32>, %arg4: tensor<i32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.compare EQ, %arg0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<5> : tensor<i32>
    %1 = stablehlo.minimum %arg4, %c_0 : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.compare LT, %1, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_2 = stablehlo.constant dense<6> : tensor<i32>
    %3 = stablehlo.add %1, %c_2 : tensor<i32>
    %4 = stablehlo.select %2, %3, %1 : tensor<i1>, tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.compare LT, %c_3, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %c_6 = stablehlo.constant dense<4> : tensor<i32>
    %6 = stablehlo.add %c_5, %c_6 : tensor<i32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.select %5, %6, %c_7 : tensor<i1>, tensor<i32>
    %c_8 = stablehlo.constant dense<0> : tensor<i32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %8 = stablehlo.compare LT, %c_8, %c_9, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_10 = stablehlo.constant dense<0> : tensor<i32>
    %c_11 = stablehlo.constant dense<8> : tensor<i32>
    %9 = stablehlo.add %c_10, %c_11 : tensor<i32>
    %c_12 = stablehlo.constant dense<0> : tensor<i32>
    %10 = stablehlo.select %8, %9, %c_12 : tensor<i1>, tensor<i32>
    %11 = stablehlo.dynamic_slice %arg1, %4, %7, %10, sizes = [1, 4, 8] : (tensor<6x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x8xf32>
    %12 = stablehlo.reshape %11 : (tensor<1x4x8xf32>) -> tensor<4x8xf32>
    %13 = call @_where(%0, %12, %arg3) : (tensor<i1>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %14 = stablehlo.dot_general %13, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %15 = call @relu(%14) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %16 = "stablehlo.collective_permute"(%15) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    return %16, %15 : tensor<4x8xf32>, tensor<4x8xf32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<4x8xf32>, %arg2: tensor<4x8xf32>) -> tensor<4x8xf32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<4x8xf32>
    return %0 : tensor<4x8xf32>
  }
  func.func private @relu(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<4x8xf32>
    return %1 : tensor<4x8xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<9x4x8xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<i32>) -> tensor<9x4x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<4x8xf32>) -> tensor<1x4x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<9x4x8xf32>, tensor<1x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<9x4x8xf32>
    return %1 : tensor<9x4x8xf32>
  }
}
