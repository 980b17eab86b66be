// What `compile` writes, and its report.

// RUN: pjrt compile %s --emit=llvm | FileCheck %s --check-prefix=LLVM
// LLVM: define {{.*}}@k0_
// RUN: pjrt compile %s --emit=asm | FileCheck %s --check-prefix=ASM
// ASM: k0_{{.*}}:
// RUN: pjrt compile %s --emit=asm -o - | FileCheck %s --check-prefix=ASM
// RUN: pjrt compile %s -o - | pjrt run --device=cpu - --input=zeros | grep -q 'result.0.: 32xf32'
// RUN: exits 3 pjrt compile %s
// RUN: exits 3 pjrt compile %s --emit=obj
// RUN: exits 4 pjrt compile %s -o /nowhere/x.pjx
// RUN: exits 3 pjrt compile %s --target-cpu=abacus -o %t.pjx
// RUN: pjrt compile %s -v -o %t.pjx 2>&1 | FileCheck %s
// CHECK: passes
// CHECK-NEXT: 0 {{[-_a-z]+}} {{ *[0-9.]+}}
// CHECK: call-inliner
// CHECK: algsimp {{ *[0-9.]+}}{{ *}}changed
// CHECK: kernels {{.*}}phases    emit ms code bytes  instructions
// CHECK: k0_{{.*}}%{{.*}} %{{.*}} (equal, one code)
// CHECK: LLVM on module 0: {{[0-9.]+}} ms
// CHECK: memory
// CHECK: arguments {{ *}}128 bytes
// CHECK: most live at a time
// CHECK: time
// CHECK: total {{ *[0-9.]+}} ms

func.func @main(%x: tensor<32xf32>) -> tensor<32xf32> {
  %0 = stablehlo.exponential %x : tensor<32xf32>
  %1 = "stablehlo.sort"(%0) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<32xf32>) -> tensor<32xf32>
  %2 = stablehlo.exponential %1 : tensor<32xf32>
  %one = stablehlo.constant dense<1.0> : tensor<32xf32>
  %3 = stablehlo.multiply %2, %one : tensor<32xf32>
  return %3 : tensor<32xf32>
}
