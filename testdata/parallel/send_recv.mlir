// Devices send each other values through channels: a ring, in which all send before they receive; two values at once;
// who is no target has zeros.
//
// RUN: pjrt run --device=%device --stacked --exact %s --input='3x2xf32=1 2 3 4 5 6' --expect='3x2xf32=5 6 1 2 3 4' --expect='3x2xf32=0 0 2 4 0 0' --expect='3xi32=0 7 0'
// RUN: pjrt run --device=%device --num-replicas=1 --num-partitions=3 --stacked --exact %s --input='3x2xf32=1 2 3 4 5 6' --expect='3x2xf32=5 6 1 2 3 4' --expect='3x2xf32=0 0 2 4 0 0' --expect='3xi32=0 7 0'
//
// Both ends of a channel have to be there, and to agree.
// RUN: sed -e '/"stablehlo.send"(%x, /s/handle = 1/handle = 3/' %s > %t.mlir && exits 2 pjrt run --device=%device %t.mlir --input=random 2>&1 | FileCheck %s --check-prefix=ENDS
// RUN: sed -e '/"stablehlo.recv"/s/dense<.*2, 0]]>/dense<[[0, 1], [2, 0], [1, 2]]>/' %s > %t.mlir && exits 2 pjrt run --device=%device %t.mlir --input=random 2>&1 | FileCheck %s --check-prefix=PAIRS
// RUN: exits 2 pjrt run --device=%device --num-replicas=2 %s --input=random 2>&1 | FileCheck %s --check-prefix=DEVICES
// RUN: sed -e '/stablehlo.send/s/source_target_pairs = [^:]*: tensor<3x2xi64>/is_host_transfer = false/' %s > %t.mlir && exits 2 pjrt run --device=%device %t.mlir --input=random 2>&1 | FileCheck %s --check-prefix=NONE
// ENDS-DAG: error: recv %{{.*}}: nothing is sent on channel 1
// ENDS-DAG: error: send %{{.*}}: nobody receives on channel 3
// PAIRS: error: recv %{{.*}}: expected the pairs of send %{{.*}}, [(0, 1), (1, 2), (2, 0)], found [(0, 1), (2, 0), (1, 2)]
// DEVICES: error: send %{{.*}}: from device 1 to 2, and there are 2
// NONE: error: stablehlo.send: expected `source_target_pairs` of devices
module attributes {mhlo.num_replicas = 3 : i32} {
  func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<i32>) {
    %token = stablehlo.after_all : !stablehlo.token
    %0 = "stablehlo.send"(%x, %token) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
    %1:2 = "stablehlo.recv"(%token) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
    %seven = stablehlo.constant dense<7> : tensor<i32>
    %twice = stablehlo.add %x, %x : tensor<2xf32>
    %2 = "stablehlo.send"(%twice, %seven, %1#1) {channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>, tensor<i32>, !stablehlo.token) -> !stablehlo.token
    %3:3 = "stablehlo.recv"(%2) {channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<2xf32>, tensor<i32>, !stablehlo.token)
    return %1#0, %3#0, %3#1 : tensor<2xf32>, tensor<2xf32>, tensor<i32>
  }
}
