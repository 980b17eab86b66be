// Stages hand on what they have done. Without input nothing comes out.
//
// RUN: pjrt run --device=%device --input=4x8x8xf32=random:1 --input=6x4x8xf32=0 --expect=6x4x8xf32=0 %s
// RUN: pjrt dump --collectives %s | FileCheck %s
// CHECK: total all-reduce: 1, 768 bytes in, 768 bytes out
// CHECK-NEXT: total collective-permute: 1, 128 bytes in, 128 bytes out
// CHECK-NOT: total

module @jit_body attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<4x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}, %arg1: tensor<6x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}) -> (tensor<6x4x8xf32> {jax.result_info = "result"}) {
    %0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"x"}, {}, {}]>, <@mesh, [{}, {}, {}]>] out_shardings=[<@mesh, [{}, {}, {}]>] manual_axes={"x"} (%arg2: tensor<1x8x8xf32>, %arg3: tensor<6x4x8xf32>) {
      %1 = stablehlo.reshape %arg2 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x4x8xf32>
      %4 = stablehlo.iota dim = 0 : tensor<9xi32>
      %c = stablehlo.constant dense<0> : tensor<i32>
      %5:6 = stablehlo.while(%iterArg = %4, %iterArg_5 = %arg3, %iterArg_6 = %1, %iterArg_7 = %c, %iterArg_8 = %2, %iterArg_9 = %3) : tensor<9xi32>, tensor<6x4x8xf32>, tensor<8x8xf32>, tensor<i32>, tensor<4x8xf32>, tensor<6x4x8xf32>
      cond {
        %c_10 = stablehlo.constant dense<9> : tensor<i32>
        %13 = stablehlo.compare LT, %iterArg_7, %c_10, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %13 : tensor<i1>
      } do {
        %13 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_7) : (tensor<9xi32>, tensor<i32>) -> tensor<i32>
        %14:2 = func.call @closed_call(%iterArg_5, %iterArg_6, %iterArg_8, %iterArg_9, %13) : (tensor<6x4x8xf32>, tensor<8x8xf32>, tensor<4x8xf32>, tensor<6x4x8xf32>, tensor<i32>) -> (tensor<4x8xf32>, tensor<6x4x8xf32>)
        %c_10 = stablehlo.constant dense<1> : tensor<i32>
        %15 = stablehlo.add %iterArg_7, %c_10 : tensor<i32>
        stablehlo.return %iterArg, %iterArg_5, %iterArg_6, %15, %14#0, %14#1 : tensor<9xi32>, tensor<6x4x8xf32>, tensor<8x8xf32>, tensor<i32>, tensor<4x8xf32>, tensor<6x4x8xf32>
      }
      %c_1 = stablehlo.constant dense<1> : tensor<ui32>
      %c_2 = stablehlo.constant dense<4> : tensor<ui32>
      %6 = stablehlo.partition_id : tensor<ui32>
      %7 = stablehlo.divide %6, %c_1 : tensor<ui32>
      %8 = stablehlo.remainder %7, %c_2 : tensor<ui32>
      %9 = stablehlo.convert %8 : (tensor<ui32>) -> tensor<i32>
      %c_3 = stablehlo.constant dense<3> : tensor<i32>
      %10 = stablehlo.compare EQ, %9, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_4 = stablehlo.constant dense<0> : tensor<i32>
      %11 = func.call @_where_1(%10, %5#5, %c_4) : (tensor<i1>, tensor<6x4x8xf32>, tensor<i32>) -> tensor<6x4x8xf32>
      %12 = "stablehlo.all_reduce"(%11) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %13 = stablehlo.add %arg4, %arg5 : tensor<f32>
        stablehlo.return %13 : tensor<f32>
      }) : (tensor<6x4x8xf32>) -> tensor<6x4x8xf32>
      sdy.return %12 : tensor<6x4x8xf32>
    } : (tensor<4x8x8xf32>, tensor<6x4x8xf32>) -> tensor<6x4x8xf32>
    return %0 : tensor<6x4x8xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<9xi32>, %arg1: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1] : (tensor<9xi32>, tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.reshape %0 : (tensor<1xi32>) -> tensor<i32>
    return %1 : tensor<i32>
  }
  func.func private @closed_call(%arg0: tensor<6x4x8xf32>, %arg1: tensor<8x8xf32>, %arg2: tensor<4x8xf32>, %arg3: tensor<6x4x8xf32>, %arg4: tensor<i32>) -> (tensor<4x8xf32>, tensor<6x4x8xf32>) {
    %c = stablehlo.constant dense<1> : tensor<ui32>
    %c_0 = stablehlo.constant dense<4> : tensor<ui32>
    %0 = stablehlo.partition_id : tensor<ui32>
    %1 = stablehlo.divide %0, %c : tensor<ui32>
    %2 = stablehlo.remainder %1, %c_0 : tensor<ui32>
    %3 = stablehlo.convert %2 : (tensor<ui32>) -> tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %4 = stablehlo.compare EQ, %3, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_2 = stablehlo.constant dense<5> : tensor<i32>
    %5 = stablehlo.minimum %arg4, %c_2 : tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.compare LT, %5, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_4 = stablehlo.constant dense<6> : tensor<i32>
    %7 = stablehlo.add %5, %c_4 : tensor<i32>
    %8 = stablehlo.select %6, %7, %5 : tensor<i1>, tensor<i32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.compare LT, %c_5, %c_6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %c_8 = stablehlo.constant dense<4> : tensor<i32>
    %10 = stablehlo.add %c_7, %c_8 : tensor<i32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %11 = stablehlo.select %9, %10, %c_9 : tensor<i1>, tensor<i32>
    %c_10 = stablehlo.constant dense<0> : tensor<i32>
    %c_11 = stablehlo.constant dense<0> : tensor<i32>
    %12 = stablehlo.compare LT, %c_10, %c_11, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_12 = stablehlo.constant dense<0> : tensor<i32>
    %c_13 = stablehlo.constant dense<8> : tensor<i32>
    %13 = stablehlo.add %c_12, %c_13 : tensor<i32>
    %c_14 = stablehlo.constant dense<0> : tensor<i32>
    %14 = stablehlo.select %12, %13, %c_14 : tensor<i1>, tensor<i32>
    %15 = stablehlo.dynamic_slice %arg0, %8, %11, %14, sizes = [1, 4, 8] : (tensor<6x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x8xf32>
    %16 = stablehlo.reshape %15 : (tensor<1x4x8xf32>) -> tensor<4x8xf32>
    %17 = call @_where(%4, %16, %arg2) : (tensor<i1>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %18 = stablehlo.dot_general %17, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %19 = stablehlo.tanh %18 : tensor<4x8xf32>
    %c_15 = stablehlo.constant dense<3> : tensor<i32>
    %20 = stablehlo.compare EQ, %3, %c_15, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_16 = stablehlo.constant dense<3> : tensor<i32>
    %21 = stablehlo.compare GE, %arg4, %c_16, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %22 = stablehlo.and %20, %21 : tensor<i1>
    %c_17 = stablehlo.constant dense<3> : tensor<i32>
    %23 = stablehlo.subtract %arg4, %c_17 : tensor<i32>
    %c_18 = stablehlo.constant dense<0> : tensor<i32>
    %24 = stablehlo.maximum %23, %c_18 : tensor<i32>
    %c_19 = stablehlo.constant dense<0> : tensor<i32>
    %25 = stablehlo.compare LT, %24, %c_19, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_20 = stablehlo.constant dense<6> : tensor<i32>
    %26 = stablehlo.add %24, %c_20 : tensor<i32>
    %27 = stablehlo.select %25, %26, %24 : tensor<i1>, tensor<i32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %29 = "stablehlo.scatter"(%arg3, %28, %19) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
      stablehlo.return %arg6 : tensor<f32>
    }) : (tensor<6x4x8xf32>, tensor<1xi32>, tensor<4x8xf32>) -> tensor<6x4x8xf32>
    %30 = call @_where_0(%22, %29, %arg3) : (tensor<i1>, tensor<6x4x8xf32>, tensor<6x4x8xf32>) -> tensor<6x4x8xf32>
    %31 = "stablehlo.collective_permute"(%19) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    return %31, %30 : tensor<4x8xf32>, tensor<6x4x8xf32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<4x8xf32>, %arg2: tensor<4x8xf32>) -> tensor<4x8xf32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<4x8xf32>
    return %0 : tensor<4x8xf32>
  }
  func.func private @_where_0(%arg0: tensor<i1>, %arg1: tensor<6x4x8xf32>, %arg2: tensor<6x4x8xf32>) -> tensor<6x4x8xf32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<6x4x8xf32>
    return %0 : tensor<6x4x8xf32>
  }
  func.func private @_where_1(%arg0: tensor<i1>, %arg1: tensor<6x4x8xf32>, %arg2: tensor<i32>) -> tensor<6x4x8xf32> {
    %0 = stablehlo.convert %arg2 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<6x4x8xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<i1>, tensor<6x4x8xf32>
    return %2 : tensor<6x4x8xf32>
  }
}
