// A loop over a sequence, as a recurrent network has it. Its state carries what never changes (weights, the sequence, a
// constant bound); of the passes on loops,
// * while-loop-constant-sinking lets the condition see the bound, so that the trip count is known,
// * while-loop-invariant-code-motion computes tanh of the weights once,
// * while-loop-dot-batching multiplies the whole sequence by them before the loop,
// * simplify-while-loops drops the state that is then unused: the bound, the sequence and the weights.
//
// RUN: pjrt dump --after=while-loop-trip-count-annotator %s | FileCheck %s
// RUN: pjrt run --device=%device --input=8x2x64xf32=1 --input=64x64xf32=100 --expect=2x64xf32=512 %s

// CHECK: %while_body{{.*}} (s32[], f32[2,64], f32[8,2,64])
// CHECK: dynamic-slice
// CHECK-NOT: dot(
// CHECK: ENTRY %main
// CHECK: %[[WEIGHTS:.+]] = f32[64,64]{1,0} tanh(%Arg_1)
// CHECK: f32[8,2,64]{2,1,0} dot(%Arg_0, %[[WEIGHTS]])
// CHECK: while({{.*}}backend_config={"known_trip_count":{"n":"8"}
func.func @main(%sequence: tensor<8x2x64xf32>, %weights: tensor<64x64xf32>) -> tensor<2x64xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %bound = stablehlo.constant dense<8> : tensor<i32>
  %start = stablehlo.constant dense<0.0> : tensor<2x64xf32>
  %0:5 = stablehlo.while(%i = %zero, %h = %start, %x = %sequence, %w = %weights, %n = %bound)
      : tensor<i32>, tensor<2x64xf32>, tensor<8x2x64xf32>, tensor<64x64xf32>, tensor<i32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %slice = stablehlo.dynamic_slice %x, %i, %zero, %zero, sizes = [1, 2, 64]
        : (tensor<8x2x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x64xf32>
    %step = stablehlo.reshape %slice : (tensor<1x2x64xf32>) -> tensor<2x64xf32>
    %saturated = stablehlo.tanh %w : tensor<64x64xf32>
    %product = stablehlo.dot_general %step, %saturated, contracting_dims = [1] x [0]
        : (tensor<2x64xf32>, tensor<64x64xf32>) -> tensor<2x64xf32>
    %sum = stablehlo.add %h, %product : tensor<2x64xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %sum, %x, %w, %n
        : tensor<i32>, tensor<2x64xf32>, tensor<8x2x64xf32>, tensor<64x64xf32>, tensor<i32>
  }
  return %0#1 : tensor<2x64xf32>
}
