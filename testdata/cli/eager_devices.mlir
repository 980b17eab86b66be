// One operation at a time, on all devices: those of one shape and those whose shapes are those of the arguments, and the
// two instructions of a collective that may run beside others.

// RUN: pjrt run --device=%device --devices=2 --eager %s --input=3xf32='1 2 3' | FileCheck %s
// RUN: pjrt run --device=%device --devices=2 %s --input=3xf32='1 2 3' | FileCheck %s
// CHECK: result[0] of device 0: 3xf32=2 4 6
// CHECK-NEXT: result[1] of device 0: f32=0
// CHECK-NEXT: result[0] of device 1: 3xf32=2 4 6
// CHECK-NEXT: result[1] of device 1: f32=1
// RUN: pjrt run --device=%device --devices=2 --eager --stacked %s --input=2x3xf32='1 2 3 4 5 6' --expect=2x3xf32='5 7 9 5 7 9' --expect=2xf32='0 1'
//
// What devices send each other waits for a run to receive it, which is over with the operation.
// RUN: exits 77 pjrt run --device=%device --eager testdata/parallel/send_recv.mlir --input=2xf32=1 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: unsupported: --eager: a transfer between devices

module attributes {mhlo.num_replicas = 2 : i32} {
  func.func @main(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<f32>) {
    %index = stablehlo.replica_id : tensor<ui32>
    %number = stablehlo.convert %index : (tensor<ui32>) -> tensor<f32>
    %0 = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<?xf32>) -> tensor<?xf32>
    return %0, %number : tensor<?xf32>, tensor<f32>
  }
}
