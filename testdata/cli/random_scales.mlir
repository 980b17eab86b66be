// Random scales are numbers: the type has no sign, and no zero.

// RUN: pjrt run --device=%device %s --input=random | FileCheck %s
// CHECK-NOT: nan

func.func @main(%x: tensor<64xf8E8M0FNU>) -> tensor<64xf8E8M0FNU> {
  return %x : tensor<64xf8E8M0FNU>
}
