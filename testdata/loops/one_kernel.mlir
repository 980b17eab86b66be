// A loop of small steps is one kernel: no step is handed to the executor, and nothing is called.
// RUN: pjrt dump %s --stage=thunks | FileCheck %s
// CHECK: kernel %while{{.*}} x1
// CHECK-NOT: {{^while}}
// RUN: pjrt compile %s --emit=llvm | FileCheck %s --check-prefix=LLVM
// LLVM: define void @k{{[0-9]+}}_while
// LLVM-NOT: call void
// LLVM: ret void
// RUN: pjrt run --device %device %s --input=i32=27 --expect=i32=111 --expect=i32=9232
// The 3n+1 sequence: its length and its largest number.
func.func @main(%n: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %0:3 = stablehlo.while(%x = %n, %count = %zero, %most = %n) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %c = stablehlo.compare NE, %x, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %bit = stablehlo.and %x, %one : tensor<i32>
    %odd = stablehlo.compare EQ, %bit, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %half = stablehlo.divide %x, %two : tensor<i32>
    %triple = stablehlo.multiply %x, %three : tensor<i32>
    %up = stablehlo.add %triple, %one : tensor<i32>
    %next = stablehlo.select %odd, %up, %half : tensor<i1>, tensor<i32>
    %longer = stablehlo.add %count, %one : tensor<i32>
    %larger = stablehlo.maximum %most, %next : tensor<i32>
    stablehlo.return %next, %longer, %larger : tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %0#1, %0#2 : tensor<i32>, tensor<i32>
}
