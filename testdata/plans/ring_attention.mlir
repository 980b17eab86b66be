// Ring attention: keys and values go to the next device while the product with those at hand runs, in every round of the
// loop.
//
// RUN: pjrt dump --collectives --cost-model=nvlink %s | FileCheck %s
// CHECK-COUNT-2: while_body collective-permute f32 1048576 1048576 [0, 1, 2, 3] 1 yes {{[0-9.]+}} µs {{.*}}: 100% async-collective-creator#1
// CHECK-NEXT: total collective-permute: 2, 2097152 bytes in, 2097152 bytes out, {{[0-9.]+}} µs, 0.0 µs of it waited for
// CHECK-NEXT: step: {{[0-9]+}} µs, 0.0 µs of it waiting, on nvlink
//
// The page: a picture of the entry and of the loop's body. A click on a collective shows what runs beside it.
// RUN: pjrt dump --collectives --cost-model=nvlink --format=html %s > %t.html
// RUN: ! grep -iE 'https:|src=|href=|@import' %t.html
// RUN: ! command -v chromium || testdata/dump/browse.sh %t.html '' 'document.querySelector("tr.row").click()' | FileCheck %s --check-prefix=PAGE
// PAGE: <h1 id="name">ring_attention</h1>
// PAGE: of which the device waits 0.0 µs · nvlink:
// PAGE: <h2>main{{.*}} · {{[0-9]+}} µs</h2>
// PAGE: <h2>while_body{{.*}} · {{[0-9.]+}} µs</h2>
// PAGE: class="link chosen"
// PAGE: class="compute beside"
// PAGE: <tr class="row chosen"
// PAGE: <td>collective-permute</td>

module @ring_attention attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<8192x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<8192x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg2: tensor<8192x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8192x128xf32> {jax.result_info = "result"}) {
    %0 = sdy.manual_computation(%arg0, %arg1, %arg2) in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg3: tensor<2048x128xf32>, %arg4: tensor<2048x128xf32>, %arg5: tensor<2048x128xf32>) {
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2048x128xf32>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2048x1xf32>
      %c = stablehlo.constant dense<0> : tensor<i32>
      %3:6 = stablehlo.while(%iterArg = %arg3, %iterArg_1 = %c, %iterArg_2 = %arg4, %iterArg_3 = %arg5, %iterArg_4 = %1, %iterArg_5 = %2) : tensor<2048x128xf32>, tensor<i32>, tensor<2048x128xf32>, tensor<2048x128xf32>, tensor<2048x128xf32>, tensor<2048x1xf32>
      cond {
        %c_6 = stablehlo.constant dense<4> : tensor<i32>
        %6 = stablehlo.compare LT, %iterArg_1, %c_6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %6 : tensor<i1>
      } do {
        %6:4 = func.call @closed_call(%iterArg, %iterArg_2, %iterArg_3, %iterArg_4, %iterArg_5) : (tensor<2048x128xf32>, tensor<2048x128xf32>, tensor<2048x128xf32>, tensor<2048x128xf32>, tensor<2048x1xf32>) -> (tensor<2048x128xf32>, tensor<2048x128xf32>, tensor<2048x128xf32>, tensor<2048x1xf32>)
        %c_6 = stablehlo.constant dense<1> : tensor<i32>
        %7 = stablehlo.add %iterArg_1, %c_6 : tensor<i32>
        stablehlo.return %iterArg, %7, %6#0, %6#1, %6#2, %6#3 : tensor<2048x128xf32>, tensor<i32>, tensor<2048x128xf32>, tensor<2048x128xf32>, tensor<2048x128xf32>, tensor<2048x1xf32>
      }
      %4 = stablehlo.broadcast_in_dim %3#5, dims = [0, 1] : (tensor<2048x1xf32>) -> tensor<2048x128xf32>
      %5 = stablehlo.divide %3#4, %4 : tensor<2048x128xf32>
      sdy.return %5 : tensor<2048x128xf32>
    } : (tensor<8192x128xf32>, tensor<8192x128xf32>, tensor<8192x128xf32>) -> tensor<8192x128xf32>
    return %0 : tensor<8192x128xf32>
  }
  func.func private @closed_call(%arg0: tensor<2048x128xf32>, %arg1: tensor<2048x128xf32>, %arg2: tensor<2048x128xf32>, %arg3: tensor<2048x128xf32>, %arg4: tensor<2048x1xf32>) -> (tensor<2048x128xf32>, tensor<2048x128xf32>, tensor<2048x128xf32>, tensor<2048x1xf32>) {
    %0 = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<2048x128xf32>) -> tensor<128x2048xf32>
    %1 = stablehlo.dot_general %arg0, %0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x128xf32>, tensor<128x2048xf32>) -> tensor<2048x2048xf32>
    %2 = stablehlo.exponential %1 : tensor<2048x2048xf32>
    %3 = stablehlo.dot_general %2, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x2048xf32>, tensor<2048x128xf32>) -> tensor<2048x128xf32>
    %4 = stablehlo.add %arg3, %3 : tensor<2048x128xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<2048x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<2048xf32>) -> tensor<2048x1xf32>
    %7 = stablehlo.add %arg4, %6 : tensor<2048x1xf32>
    %8 = "stablehlo.collective_permute"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>}> : (tensor<2048x128xf32>) -> tensor<2048x128xf32>
    %9 = "stablehlo.collective_permute"(%arg2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>}> : (tensor<2048x128xf32>) -> tensor<2048x128xf32>
    return %8, %9, %4, %7 : tensor<2048x128xf32>, tensor<2048x128xf32>, tensor<2048x128xf32>, tensor<2048x1xf32>
  }
}
