// Output that cannot be written is an error, not half a result.

// RUN: exits 4 bash -c 'pjrt run --device=%device %s >/dev/full' 2>&1 | FileCheck %s
// RUN: exits 4 bash -c 'pjrt dump %s >/dev/full' 2>&1 | FileCheck %s
// CHECK: error: cannot write to standard output: No space left on device

func.func @main() -> tensor<2xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
