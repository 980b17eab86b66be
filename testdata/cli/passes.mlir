// Passes are named as XLA names them; a misspelt name is refused with the nearest one.

// RUN: pjrt opt --list-passes | FileCheck %s --check-prefix=LIST
// RUN: pjrt dump --list-passes | FileCheck %s --check-prefix=LIST
// LIST: algsimp {{ *}}Simplifies by algebra, rule by rule until none applies.
// LIST: dce {{ *}}Removes instructions and computations whose results and effects nobody can observe.
// LIST: zero_sized_hlo_elimination

// RUN: exits 3 pjrt opt --passes=dce,algsmp %s 2>&1 | FileCheck %s --check-prefix=NEAREST
// RUN: exits 3 pjrt run --device=cpu --disable-pass=algsmp %s 2>&1 | FileCheck %s --check-prefix=NEAREST
// RUN: exits 3 pjrt dump --after=algsmp %s 2>&1 | FileCheck %s --check-prefix=NEAREST
// NEAREST: error: invalid value 'algsmp'
// NEAREST: tip: a similar value exists: 'algsimp'

// RUN: pjrt opt --passes=dce %s | FileCheck %s --check-prefix=DCE
// DCE-NOT: negate
// DCE: ROOT %add.4 = f32[2]{0} add(%Arg_0, %broadcast.2)
// RUN: pjrt opt --disable-pass=algsimp %s | FileCheck %s --check-prefix=KEPT
// KEPT: add(
// RUN: pjrt opt %s | FileCheck %s --check-prefix=ALL
// ALL-NOT: add(
// RUN: pjrt opt --passes=dce --stage=scheduled %s | FileCheck %s --check-prefix=SCHEDULED
// SCHEDULED: HloModule {{.*}}is_scheduled=true
// RUN: exits 3 pjrt opt --passes=dce --pipeline=cpu %s

// RUN: pjrt dump --after=dce %s | FileCheck %s --check-prefix=AFTER
// AFTER: // after dce#1 (run {{[0-9]+}} of the passes, in cpu)
// AFTER-NEXT: HloModule
// OUTPUT: exits 3 pjrt dump --after=schedule %s
//| error: the passes of native code do not include 'schedule': see pjrt opt --passes
// OUTPUT: pjrt dump --after=transpose-folding %s
//| // transpose-folding changed nothing

func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %zero = stablehlo.constant dense<-0.0> : tensor<2xf32>
  %dead = stablehlo.negate %x : tensor<2xf32>
  %y = stablehlo.add %x, %zero : tensor<2xf32>
  return %y : tensor<2xf32>
}
