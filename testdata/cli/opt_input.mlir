// A program whose sizes its arguments decide on is optimized for those that are given.
//
// RUN: pjrt opt --passes=algsimp,dce %s --input=2x3xf32=1 --input='1xi64=6' | FileCheck %s
// RUN: exits 3 pjrt opt --passes=algsimp %s 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: expected 2 arguments, found 0

// CHECK: ENTRY %main (Arg_0: f32[2,3], Arg_1: s64[1]) -> f32[6]
// CHECK: ROOT {{.*}} = f32[6]{0} reshape(%Arg_0)
func.func @main(%x: tensor<?x3xf32>, %dims: tensor<1xi64>) -> tensor<?xf32> {
  %flat = stablehlo.dynamic_reshape %x, %dims : (tensor<?x3xf32>, tensor<1xi64>) -> tensor<?xf32>
  return %flat : tensor<?xf32>
}
