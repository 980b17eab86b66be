// Each section's results go to a folder of its own; one file cannot take them all.

// RUN: pjrt run --device=%device %s --outputs-to=%t/all && test -f %t/all/0/0.npy && test -f %t/all/1/0.npy
// RUN: exits 3 pjrt run --device=%device %s --output=@%t/one.npy 2>&1 | FileCheck %s
// CHECK: expected --outputs-to with several sections, found --output

func.func @main() -> tensor<2xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
// -----
func.func @main() -> tensor<3xf32> {
  %0 = stablehlo.constant dense<2.0> : tensor<3xf32>
  return %0 : tensor<3xf32>
}
