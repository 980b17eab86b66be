// Two results that read the same arguments are one kernel, though neither reads the other.
// RUN: pjrt dump %s --stage=thunks | FileCheck %s
// CHECK: kernel {{.*}} -> ({{.*}}, {{.*}})
// CHECK-NOT: kernel
// RUN: pjrt run --device %device %s --input=iota --input=9xf32=2 --expect='9xf32=[2 3 4 5 6 7 8 9 10]' --expect='9xf32=[0 2 4 6 8 10 12 14 16]'
func.func @main(%x: tensor<9xf32>, %y: tensor<9xf32>) -> (tensor<9xf32>, tensor<9xf32>) {
  %a = stablehlo.add %x, %y : tensor<9xf32>
  %b = stablehlo.multiply %x, %y : tensor<9xf32>
  return %a, %b : tensor<9xf32>, tensor<9xf32>
}
