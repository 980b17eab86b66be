// A loop's state lives in one buffer each: the update of %x happens where %x is, for all rounds, and that place is the
// result's. %w passes through and is never copied, not even into the loop. Only the counter's start, a constant, is.
//
// RUN: pjrt dump --stage=thunks %s | FileCheck %s
// RUN: pjrt run --device=%device --input=8192xf32=1.0 --input=8192xf32=2.0 --expect=8192xf32=10 %s

func.func @main(%x: tensor<8192xf32>, %w: tensor<8192xf32>) -> tensor<8192xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %start = stablehlo.negate %x : tensor<8192xf32>
  %0:3 = stablehlo.while(%i = %zero, %s = %start, %v = %w) : tensor<i32>, tensor<8192xf32>, tensor<8192xf32>
  cond {
    %n = stablehlo.constant dense<5> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %more = stablehlo.add %s, %v : tensor<8192xf32>
    stablehlo.return %next, %more, %v : tensor<i32>, tensor<8192xf32>, tensor<8192xf32>
  }
  %abs = stablehlo.abs %0#1 : tensor<8192xf32>
  %one = stablehlo.constant dense<1.0> : tensor<8192xf32>
  %r = stablehlo.add %abs, %one : tensor<8192xf32>
  return %r : tensor<8192xf32>
}

// CHECK: kernel %negate{{.*}} (0[0, 32768]) -> ([[STATE:[0-9]+]][0, 32768])
// CHECK: copy %copy{{.*}} -> ([[ARENA:[0-9]+]][0, 4])
// CHECK: while %while{{.*}} 5 times
// CHECK: do
// CHECK: kernel %add{{.*}} ([[STATE]][0, 32768], 1[0, 32768]) -> ([[STATE]][0, 32768])
// CHECK-NOT: copy
// CHECK: kernel %add_fusion ([[STATE]][0, 32768]) -> ([[STATE]][0, 32768])
