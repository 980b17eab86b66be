// Functions are inlined where they are called, also through other functions; nothing is left of them.
//
// RUN: pjrt dump --after=call-inliner %s | FileCheck %s
// RUN: pjrt run --device=%device --input=f32=3 --expect=f32=12 %s

// CHECK-NOT: %double
// CHECK: ENTRY %main (Arg_0: f32[]) -> f32[]
// CHECK: %[[ONCE:.+]] = f32[] add(%Arg_0, %Arg_0)
// CHECK: ROOT %{{.+}} = f32[] add(%[[ONCE]], %[[ONCE]])
func.func private @double(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %x, %x : tensor<f32>
  return %0 : tensor<f32>
}

func.func private @quadruple(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @double(%x) : (tensor<f32>) -> tensor<f32>
  %1 = func.call @double(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @quadruple(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
