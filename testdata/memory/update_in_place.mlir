// A dynamic-update-slice writes its operand's memory. An argument is not ours to write: each update works on a copy, which
// is made where the result shall be.
//
// RUN: pjrt dump --stage=thunks %s | FileCheck %s
// RUN: pjrt run --device=%device --input=4xf32=1.0 --input=2xf32=9.0 --input=i32=7 --expect=4xf32="1 1 9 9" --expect=4xf32="9 9 1 1" %s

func.func @main(%x: tensor<4xf32>, %u: tensor<2xf32>, %i: tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<4xf32>
  %1 = stablehlo.dynamic_update_slice %x, %u, %zero : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK: copy {{.*}} (0[0, 16]) -> ([[FIRST:[0-9]+]][0, 16])
// CHECK-NEXT: update-slice {{.*}} (1[0, 8], 2[0, 4]) -> ([[FIRST]][0, 16])
// CHECK-NEXT: copy {{.*}} (0[0, 16]) -> ([[SECOND:[0-9]+]][0, 16])
// CHECK-NEXT: update-slice {{.*}} -> ([[SECOND]][0, 16])
