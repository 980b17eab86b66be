// One program runs on all devices, so that what its shapes depend on is the same on all.
//
// RUN: pjrt run --device=%device --devices=2 --stacked %s --input=2x2x3xf32 '--input=2xi64=3 3' | FileCheck %s
// CHECK: result[0]: 2x3xf32=[0 1 2][0 1 2]
//
// RUN: exits 3 pjrt run --device=%device --devices=2 --stacked %s --input=2x2x3xf32 '--input=2xi64=5 6' 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: exits 3 pjrt run --device=%device --devices=2 --stacked --eager %s --input=2x2x3xf32 '--input=2xi64=5 6' 2>&1 | FileCheck %s --check-prefix=VALUE
// VALUE: error: argument 1 decides on shapes, and has another value on another device: a program of dynamic shapes has the same on all devices
func.func @main(%x: tensor<?x3xf32>, %n: tensor<i64>) -> tensor<?xf32> {
  %0 = stablehlo.reshape %n : (tensor<i64>) -> tensor<1xi64>
  %1 = stablehlo.dynamic_iota %0, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
