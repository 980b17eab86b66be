// A program and its host hand each other values: three rounds of infeed and outfeed, then a send and a recv.
//
// RUN: pjrt run --device=%device --infeed=2xf32=1,2 --infeed=2xf32=10 --infeed=2xf32=iota --recv=7:i32=5 %s | FileCheck %s
// CHECK: outfeed[0]: 2xf32=1 2
// CHECK-NEXT: outfeed[1]: i32=0
// CHECK-NEXT: outfeed[2]: 2xf32=11 12
// CHECK-NEXT: outfeed[3]: i32=1
// CHECK-NEXT: outfeed[4]: 2xf32=11 13
// CHECK-NEXT: outfeed[5]: i32=2
// CHECK-NEXT: channel 4[0]: 2xf32=11 13
// CHECK-NEXT: result[0]: 2xf32=11 13
// CHECK-NEXT: result[1]: i32=5
//
// Each device has its own.
// RUN: pjrt run --device=%device --devices=2 --infeed=2xf32=1 --infeed=2xf32=1 --infeed=2xf32=1 --recv=7:i32=5 --outputs-to=%t %s
// RUN: ls %t | tr '\n' ' ' | FileCheck %s --check-prefix=FILES
// FILES: 0 1 device 0.channel 4.0.npy device 0.outfeed.0.npy
// FILES-SAME: device 1.outfeed.5.npy
//
// What the host does not have, or has of another type.
// RUN: exits 4 pjrt run --device=%device --infeed=2xf32=1 --recv=7:i32=5 %s 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: host_transfers.mlir:42:14: {{.*}}: expected 2xf32 in the queue infeed, found nothing
// RUN: exits 4 pjrt run --device=%device --infeed=2xf32=1 --infeed=2xf32=1 --infeed=2xf32=1 --recv=7:f32=5 %s 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: host_transfers.mlir:50:10: {{.*}}: expected i32 in the queue channel 7, found f32
// RUN: exits 3 pjrt run --device=%device --recv=i32=5 %s 2>&1 | FileCheck %s --check-prefix=USAGE
// USAGE: error: --recv=i32=5: expected a channel and an array, as in 3:2xf32=1 2
// RUN: exits 4 pjrt bench --device=%device %s 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: pjrt run --device=%device --infeed=2xf32=1 --infeed=2xf32=1 --infeed=2xf32=1 --infeed=f32 --recv=7:i32=5 --recv=8:f32 %s 2>&1 | FileCheck %s --check-prefix=LEFT
// LEFT: warning: the program did not take the last 1 that were fed to the queue channel 8
// LEFT: warning: the program did not take the last 1 that were fed to the queue infeed
// ALONE: the host takes no part in this run, and so not in its infeed
func.func @main() -> (tensor<2xf32>, tensor<i32>) {
  %start = stablehlo.create_token : !stablehlo.token
  %zeros = stablehlo.constant dense<0.0> : tensor<2xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %rounds = stablehlo.constant dense<3> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %sum = %zeros, %token = %start) : tensor<i32>, tensor<2xf32>, !stablehlo.token cond {
    %more = stablehlo.compare LT, %i, %rounds : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %fed:2 = "stablehlo.infeed"(%token) {infeed_config = ""} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
    %next = stablehlo.add %sum, %fed#0 : tensor<2xf32>
    %given = "stablehlo.outfeed"(%next, %i, %fed#1) {outfeed_config = ""} : (tensor<2xf32>, tensor<i32>, !stablehlo.token) -> !stablehlo.token
    %after = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %after, %next, %given : tensor<i32>, tensor<2xf32>, !stablehlo.token
  }
  %sent = "stablehlo.send"(%r#1, %r#2) {channel_handle = #stablehlo.channel_handle<handle = 4, type = 2>, is_host_transfer = true}
    : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  %n:2 = "stablehlo.recv"(%sent) {channel_handle = #stablehlo.channel_handle<handle = 7, type = 3>, is_host_transfer = true}
    : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
  return %r#1, %n#0 : tensor<2xf32>, tensor<i32>
}
