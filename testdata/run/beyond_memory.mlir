// More than the machine has is told before it is asked for.

// RUN: exits 4 pjrt run --device=%device %s 2>&1 | FileCheck %s
// CHECK: error: {{[0-9]+}} MiB are needed, this machine has {{[0-9]+}} MiB of memory

func.func @main() -> tensor<4000000x1000000xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<4000000x1000000xf32>
  return %0 : tensor<4000000x1000000xf32>
}
