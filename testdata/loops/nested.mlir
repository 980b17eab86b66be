// Loops and branches inside a small loop are part of its kernel: prefix sums of each row, of rows that are odd with
// the sign turned.
// RUN: pjrt dump %s --stage=thunks | FileCheck %s
// CHECK: kernel %while
// CHECK-NOT: {{^(while|conditional)}}
// RUN: pjrt run --device %device %s --input=iota --expect='3x4xf32=[0 1 3 6][-4 -9 -15 -22][8 17 27 38]'
func.func @main(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %rows = stablehlo.constant dense<3> : tensor<i32>
  %columns = stablehlo.constant dense<4> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %out = %x) : tensor<i32>, tensor<3x4xf32>
  cond {
    %c = stablehlo.compare LT, %i, %rows : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %start = stablehlo.constant dense<0.0> : tensor<1x1xf32>
    %1:3 = stablehlo.while(%j = %zero, %sum = %start, %all = %out) : tensor<i32>, tensor<1x1xf32>, tensor<3x4xf32>
    cond {
      %c = stablehlo.compare LT, %j, %columns : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %element = stablehlo.dynamic_slice %all, %i, %j, sizes = [1, 1] : (tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x1xf32>
      %bit = stablehlo.and %i, %one : tensor<i32>
      %signed = "stablehlo.case"(%bit) ({
        stablehlo.return %element : tensor<1x1xf32>
      }, {
        %wide = stablehlo.reshape %element : (tensor<1x1xf32>) -> tensor<1xf32>
        %many = stablehlo.broadcast_in_dim %wide, dims = [0] : (tensor<1xf32>) -> tensor<512xf32>
        %none = stablehlo.constant dense<0.0> : tensor<f32>
        %factor = stablehlo.constant dense<-0.001953125> : tensor<512xf32>
        %parts = stablehlo.multiply %many, %factor : tensor<512xf32>
        %turned = stablehlo.reduce(%parts init: %none) applies stablehlo.add across dimensions = [0] : (tensor<512xf32>, tensor<f32>) -> tensor<f32>
        %r = stablehlo.reshape %turned : (tensor<f32>) -> tensor<1x1xf32>
        stablehlo.return %r : tensor<1x1xf32>
      }) : (tensor<i32>) -> tensor<1x1xf32>
      %next = stablehlo.add %sum, %signed : tensor<1x1xf32>
      %written = stablehlo.dynamic_update_slice %all, %next, %i, %j : (tensor<3x4xf32>, tensor<1x1xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
      %more = stablehlo.add %j, %one : tensor<i32>
      stablehlo.return %more, %next, %written : tensor<i32>, tensor<1x1xf32>, tensor<3x4xf32>
    }
    %more = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %more, %1#2 : tensor<i32>, tensor<3x4xf32>
  }
  return %0#1 : tensor<3x4xf32>
}
