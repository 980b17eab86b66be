// Two state elements that trade places need a third buffer for a moment: three copies, in an order in which none
// overwrites what a later one reads.
//
// RUN: pjrt dump --stage=thunks %s | FileCheck %s
// RUN: pjrt run --device=%device --input=16384xf32=1.0 --input=16384xf32=2.0 --expect=16384xf32=2.0 --expect=16384xf32=1.0 %s

func.func @main(%a: tensor<16384xf32>, %b: tensor<16384xf32>) -> (tensor<16384xf32>, tensor<16384xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %s = %a, %t = %b) : tensor<i32>, tensor<16384xf32>, tensor<16384xf32>
  cond {
    %n = stablehlo.constant dense<5> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %t, %s : tensor<i32>, tensor<16384xf32>, tensor<16384xf32>
  }
  return %0#1, %0#2 : tensor<16384xf32>, tensor<16384xf32>
}

// CHECK: do
// CHECK: copy {{.*}} ([[A:[0-9]+]][0, 65536]) -> ([[SAVED:[0-9]+]][0, 65536])
// CHECK-NEXT: copy {{.*}} ([[B:[0-9]+]][0, 65536]) -> ([[A]][0, 65536])
// CHECK-NEXT: copy {{.*}} ([[SAVED]][0, 65536]) -> ([[B]][0, 65536])
