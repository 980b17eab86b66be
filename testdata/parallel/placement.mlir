// Arguments and results of several devices: the same array on each, a file a device, or stacked; what does not say
// which device's it is, is refused.
//
// RUN: pjrt run --device %device --devices 2 %s --input='2xf32=1 2' --output='@%t.{device}.npy'
// RUN: pjrt run --device %device --devices 2 %s --input='@%t.{device}.npy' --expect='2xf32=7 11' --output='@%t.sum.{device}.npy'
// RUN: pjrt run --device %device --devices 2 %s --input='2xf32=3 5' --expect='@%t.sum.{device}.npy'
// RUN: pjrt run --device %device --devices 2 --stacked %s --input='2x2xf32=1 2 3 4' --expect='2x2xf32=5 7 5 7' --output=@%t.npy
// RUN: pjrt run --device %device --devices 2 --outputs-to %t.d %s --input='2xf32=1 2' && ls %t.d/0/0.npy %t.d/1/0.npy
// RUN: exits 3 pjrt run --device %device --devices 2 %s --input='2xf32=1 2' --output=@%t.npy 2>&1 | FileCheck --check-prefix=SHARED %s
// SHARED: several devices write to --output=@{{.*}}.npy: expected {device} in it, or --stacked
// RUN: exits 3 pjrt run --device %device --devices 1 --num-replicas 2 %s --input='2xf32=1 2' 2>&1 | FileCheck --check-prefix=FEW %s
// FEW: the program runs on 2 devices (2 replicas of 1 partition), and there is 1: expected --devices=2 or more
// RUN: exits 1 pjrt run --device %device --devices 2 --stacked %s --input='2x2xf32=1' --expect='2x2xf32=4' 2>&1 | FileCheck --check-prefix=WRONG %s
// RUN: exits 3 pjrt run --device=%device --num-replicas=60000 demo/softmax.mlir --input=iota 2>&1 | grep "at most 4096 devices"
// WRONG: [FAILED] result[0] (2x2xf32): element at index [0, 0] is 3, expected 4
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<2xf32>
  %id = stablehlo.replica_id : tensor<ui32>
  %f = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
  %sum = "stablehlo.all_reduce"(%x) <{replica_groups = dense<> : tensor<0x0xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  %r = stablehlo.add %sum, %one : tensor<2xf32>
  return %r : tensor<2xf32>
}
