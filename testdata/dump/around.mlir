// The module before and after a pass: all runs of the pass that changed something, or the one that is numbered.

// OUTPUT: pjrt dump --before=dce %s | grep -v '^  %' | sed 's/run [0-9]*/run N/; s/, metadata=.*//'
//| // before dce#1 (run N of the passes, in cpu)
//| HloModule module, entry_computation_layout={(f32[2]{0})->f32[2]{0}}
//|
//| ENTRY %main (Arg_0: f32[2]) -> f32[2] {
//|   ROOT %add.5 = f32[2]{0} add(%cosine.1, %broadcast.2)
//| }
// OUTPUT: pjrt dump --after=dce#2 %s | sed 's/run [0-9]*/run N/; 1q'
//| // after dce#2 (run N of the passes, in simplification)
// OUTPUT: pjrt dump --after=algsimp#2 %s | sed 's/run [0-9]*/run N/; s/, metadata=.*//'
//| // after algsimp#2 (run N of the passes, in simplification)
//| HloModule module, entry_computation_layout={(f32[2]{0})->f32[2]{0}}
//|
//| ENTRY %main (Arg_0: f32[2]) -> f32[2] {
//|   %Arg_0 = f32[2]{0} parameter(0)
//|   ROOT %cosine.1 = f32[2]{0} cosine(%Arg_0)
//| }
// RUN: pjrt dump --after=dce#1 --format=json %s | FileCheck %s
// CHECK: "after": "dce#1"
// CHECK: "index": {{[0-9]+}}
// CHECK-NEXT: "ordinal": 1
// CHECK-NEXT: "group": "cpu"

// What comes out of one run goes into the next.
// RUN: pjrt dump --after=call-inliner#1 %s | tail -n +2 > %t.after
// RUN: pjrt dump --before=dce#1 %s | tail -n +2 | diff %t.after -

// OUTPUT: exits 3 pjrt dump --after=dce#99 %s
//| error: there is no dce#99: dce runs 3 times
// OUTPUT: exits 3 pjrt dump --after=layout-assignment#9 %s
//| error: there is no layout-assignment#9: layout-assignment runs once
// OUTPUT: exits 3 pjrt dump --before=dce#99 %s
//| error: there is no dce#99: dce runs 3 times
// OUTPUT: exits 3 pjrt dump --after=dce --before=dce %s
//| error: the argument '--after <PASS>' cannot be used with '--before <PASS>'
//|
//| Usage: pjrt dump --after <PASS> <PROGRAM>
//|
//| For more information, try '--help'.
// OUTPUT: exits 3 pjrt dump --before=schedule %s
//| error: the passes of native code do not include 'schedule': see pjrt opt --passes
// OUTPUT: exits 3 pjrt dump --after=dce#0 %s
//| error: there is no dce#0: the runs of a pass are counted from 1
// RUN: exits 3 pjrt dump --after=dce# %s

func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %zero = stablehlo.constant dense<-0.0> : tensor<2xf32>
  %dead = stablehlo.negate %x : tensor<2xf32>
  %y = call @f(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %z = stablehlo.add %y, %zero : tensor<2xf32>
  return %z : tensor<2xf32>
}
func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = stablehlo.cosine %x : tensor<2xf32>
  return %y : tensor<2xf32>
}
