// Without a grid nobody is at the host's end.
//
// RUN: exits 77 pjrt run --device %device %s 2>&1 | FileCheck %s
// CHECK: unsupported: infeed: transfers between host and device
func.func @main() -> tensor<f32> {
  %token = stablehlo.after_all : !stablehlo.token
  %r:2 = "stablehlo.infeed"(%token) : (!stablehlo.token) -> (tensor<f32>, !stablehlo.token)
  return %r#0 : tensor<f32>
}
