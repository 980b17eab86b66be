// An expectation that fails says where it is, on every runtime.

// RUN: exits 1 pjrt run --device=%device %s 2>&1 | FileCheck %s
// CHECK: expectation_location.mlir:8:3: {{.*}}(custom-call): {{.*}}
func.func @main() {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %y = stablehlo.add %x, %x : tensor<f32>
  check.expect_eq_const %y, dense<3.0> : tensor<f32>
  return
}
