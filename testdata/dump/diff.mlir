// What passes changed, instruction by instruction.

// Instructions that are gone, and those that read others now.
// OUTPUT: pjrt dump --diff=cse %s | sed 's/run [0-9]*/run N/'
//| // cse#1 (run N of the passes, in simplification): 3 removed, 1 changed
//|
//| ENTRY %main
//|     … 4 unchanged
//|   - %constant.4 = f32[] constant(0.5)
//|   - %broadcast.5 = f32[8,8]{1,0} broadcast(%constant.4), dimensions={}
//|     … 1 unchanged
//|   - %multiply.9 = f32[8,8]{1,0} multiply(%Arg_0, %broadcast.5)
//|     … 1 unchanged
//|   - %cosine.11 = f32[8,8]{1,0} cosine(%multiply.9)
//|   + %cosine.11 = f32[8,8]{1,0} cosine(%multiply.8)
//|     … 3 unchanged

// What takes an operand's place is shown beside it.
// OUTPUT: pjrt dump --diff=algsimp#1 %s | sed 's/run [0-9]*/run N/'
//| // algsimp#1 (run N of the passes, in simplification): 2 removed, 1 changed
//|
//| ENTRY %main
//|     … 6 unchanged
//|   - %negate.6 = f32[8,8]{1,0} negate(%Arg_0)
//|   - %negate.7 = f32[8,8]{1,0} negate(%negate.6)
//|   - %multiply.8 = f32[8,8]{1,0} multiply(%negate.7, %broadcast.3)
//|   + %multiply.8 = f32[8,8]{1,0} multiply(%Arg_0, %broadcast.3)
//|     … 6 unchanged

// Instructions that went to other computations; what went to several is not new there.
// OUTPUT: pjrt dump --diff=fusion %s | sed 's/run [0-9]*/run N/'
//| // fusion#1 (run N of the passes, in cpu): 3 added, 2 changed, 6 moved
//|
//| %fused_computation  // added
//|   > %constant.2 = f32[] constant(0.5)  // from %main
//|   > %broadcast.3 = f32[8,8]{1,0} broadcast(%constant.2), dimensions={}  // from %main
//|   + %Arg_0 = f32[8,8]{1,0} parameter(0)
//|   > %multiply.8 = f32[8,8]{1,0} multiply(%Arg_0, %broadcast.3)  // from %main
//|   > %tanh.10 = f32[8,8]{1,0} tanh(%multiply.8)  // from %main
//|   > %cosine.11 = f32[8,8]{1,0} cosine(%multiply.8)  // from %main
//|   > %multiply.13 = f32[8,8]{1,0} multiply(%cosine.11, %broadcast.3)  // from %main
//|   + ROOT %tuple.7 = (f32[8,8]{1,0}, f32[8,8]{1,0}) tuple(%multiply.13, %tanh.10)
//|
//| ENTRY %main
//|     … 2 unchanged
//|   + %multiply_fusion = (f32[8,8]{1,0}, f32[8,8]{1,0}) fusion(%Arg_0), kind=kLoop, calls=%fused_computation
//|   < %constant.2  // to %fused_computation
//|   < %broadcast.3  // to %fused_computation
//|   < %multiply.8  // to %fused_computation
//|   - %tanh.10 = f32[8,8]{1,0} tanh(%multiply.8)
//|   + %get-tuple-element.17 = f32[8,8]{1,0} get-tuple-element(%multiply_fusion), index=1
//|   < %cosine.11  // to %fused_computation
//|     … 1 unchanged
//|   - %multiply.13 = f32[8,8]{1,0} multiply(%cosine.11, %broadcast.3)
//|   + %get-tuple-element.16 = f32[8,8]{1,0} get-tuple-element(%multiply_fusion), index=0
//|     … 1 unchanged

// OUTPUT: pjrt dump --diff=transpose-folding %s
//| // transpose-folding changed nothing
// OUTPUT: pjrt dump --diff=cse#1 --format=json %s | grep -v index
//| {
//|   "schema": 1,
//|   "diff": "cse#1",
//|   "runs": [
//|     {
//|       "ordinal": 1,
//|       "group": "simplification",
//|       "computations": [
//|         {
//|           "name": "main",
//|           "state": "changed",
//|           "changes": [
//|             {
//|               "kind": "removed",
//|               "before": "%constant.4 = f32[] constant(0.5)"
//|             },
//|             {
//|               "kind": "removed",
//|               "before": "%broadcast.5 = f32[8,8]{1,0} broadcast(%constant.4), dimensions={}"
//|             },
//|             {
//|               "kind": "removed",
//|               "before": "%multiply.9 = f32[8,8]{1,0} multiply(%Arg_0, %broadcast.5)"
//|             },
//|             {
//|               "kind": "changed",
//|               "before": "%cosine.11 = f32[8,8]{1,0} cosine(%multiply.9)",
//|               "after": "%cosine.11 = f32[8,8]{1,0} cosine(%multiply.8)"
//|             }
//|           ]
//|         }
//|       ]
//|     }
//|   ]
//| }
// RUN: pjrt dump --diff=fusion --format=json %s | FileCheck %s --check-prefix=MOVED
// MOVED: "kind": "moved_in"
// MOVED: "from": "main"
// MOVED: "kind": "moved_out"
// MOVED-NEXT: "name":
// MOVED-NEXT: "to": [

// Colours where they are asked for, none where output goes elsewhere.
// RUN: pjrt dump --diff=cse --color=always %s | grep -q "$(printf '\033\[31m')"
// RUN: pjrt dump --diff=cse %s > %t.plain && ! grep -q "$(printf '\033')" %t.plain
// RUN: pjrt dump --diff=cse --color=always %s | sed 's/\x1b\[[0-9;]*m//g' | diff - %t.plain
// RUN: exits 3 pjrt dump --diff=cse --format=dot %s
// RUN: exits 3 pjrt dump --diff=cse --stage=hlo %s

func.func @main(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %half = stablehlo.constant dense<0.5> : tensor<8x8xf32>
  %again = stablehlo.constant dense<0.5> : tensor<8x8xf32>
  %negated = stablehlo.negate %x : tensor<8x8xf32>
  %twice = stablehlo.negate %negated : tensor<8x8xf32>
  %a = stablehlo.multiply %twice, %half : tensor<8x8xf32>
  %b = stablehlo.multiply %x, %again : tensor<8x8xf32>
  %c = stablehlo.tanh %a : tensor<8x8xf32>
  %d = stablehlo.cosine %b : tensor<8x8xf32>
  %p = stablehlo.dot_general %c, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %q = stablehlo.multiply %d, %half : tensor<8x8xf32>
  return %p, %q : tensor<8x8xf32>, tensor<8x8xf32>
}
