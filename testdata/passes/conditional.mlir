// A conditional of a few scalar operations computes both branches and selects; a large one stays; one that is decided
// beforehand is its branch.
//
// RUN: pjrt dump --stage=optimized --disable-pass=fusion %s | FileCheck %s
// RUN: pjrt run --device=%device --input=i1=1 --input=f32=3 --input=1000xf32=1 --expect=f32=-3 --expect=1000xf32=-1 --expect=f32=9 %s

// CHECK: ENTRY %main
// CHECK-DAG: select(%Arg_0,
// CHECK-DAG: f32[1000]{0} conditional(%Arg_0,
// CHECK-DAG: %[[SQUARE:.+]] = f32[] multiply(%Arg_1, %Arg_1)
// CHECK: tuple({{.*}}, %[[SQUARE]])
func.func @main(%p: tensor<i1>, %x: tensor<f32>, %y: tensor<1000xf32>) -> (tensor<f32>, tensor<1000xf32>, tensor<f32>) {
  %small = "stablehlo.if"(%p) ({
    %0 = stablehlo.negate %x : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  }, {
    %0 = stablehlo.sqrt %x : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  %large = "stablehlo.if"(%p) ({
    %0 = stablehlo.negate %y : tensor<1000xf32>
    stablehlo.return %0 : tensor<1000xf32>
  }, {
    %0 = stablehlo.sqrt %y : tensor<1000xf32>
    stablehlo.return %0 : tensor<1000xf32>
  }) : (tensor<i1>) -> tensor<1000xf32>
  %second = stablehlo.constant dense<1> : tensor<i32>
  %decided = "stablehlo.case"(%second) ({
    stablehlo.return %x : tensor<f32>
  }, {
    %0 = stablehlo.multiply %x, %x : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return %small, %large, %decided : tensor<f32>, tensor<1000xf32>, tensor<f32>
}
