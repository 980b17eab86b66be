// A ring that receives before it sends: a send that does not wait for what is received goes first. Where it does, all
// wait for each other for ever, which is told at once.
//
// RUN: pjrt run --device=%device --stacked --exact %s --input='3x2xf32=1 2 3 4 5 6' --expect='3x2xf32=5 6 1 2 3 4'
// RUN: sed -e 's/(%x, .token)/(%x, %0#1)/' %s > %t.mlir && exits 4 timeout 20 pjrt run --device=%device %t.mlir --input=2xf32=1 2>&1 | FileCheck %s
// CHECK: recv of device 0 (replica 0) from the queue channel 1 from 2 to 0 can never go on: device 1 (replica 1), which waits for the queue channel 1 from 0 to 1; device 2 (replica 2), which waits for the queue channel 1 from 1 to 2
module attributes {mhlo.num_replicas = 3 : i32} {
  func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    %token = stablehlo.after_all : !stablehlo.token
    %0:2 = "stablehlo.recv"(%token) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
    %1 = "stablehlo.send"(%x, %token) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
    return %0#0 : tensor<2xf32>
  }
}
