// What regions use of the values around them. HLO's computations see no outer values: a loop carries them in its
// state, branches get them in a tuple, small constants are copied.
//
// RUN: pjrt dump --stage=hlo %s | FileCheck %s
// RUN: pjrt run --device=%device --input=f32=1.5 --input=i32=3 --input=i1=1 --expect=f32=9 %s

func.func @main(%x: tensor<f32>, %n: tensor<i32>, %p: tensor<i1>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %sum = %x) : tensor<i32>, tensor<f32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %more = stablehlo.add %sum, %x : tensor<f32>
    stablehlo.return %next, %more : tensor<i32>, tensor<f32>
  }
  %1 = "stablehlo.if"(%p) ({
    %2 = stablehlo.add %0#1, %x : tensor<f32>
    %3 = stablehlo.add %2, %x : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %1 : tensor<f32>
}

// The state: the loop's two values, then %n and %x, which pass through.
// CHECK: %while_condition ([[ARG:.+]]: (s32[], f32[], s32[], f32[])) -> pred[]
// CHECK: %while_body
// CHECK: %[[ONE:.+]] = s32[] constant(1)
// CHECK: add(%{{.+}}, %[[ONE]])
// CHECK: %if_region ({{.+}}: (f32[], f32[])) -> f32[]
// CHECK: ENTRY
// CHECK: conditional(%Arg_2, %[[TUPLE:.+]], %[[TUPLE]])
