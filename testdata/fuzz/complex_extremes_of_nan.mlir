// The greater of two complex numbers is the second where neither is above the other.
// RUN: pjrt run --device %device %s --expect='4xcomplex<f32>=(2,1),(nan,2),(nan,4),(-0,1)' --expect='4xcomplex<f32>=(2,1),(nan,2),(nan,4),(-0,1)' --exact
func.func @main() -> (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) {
  %x = stablehlo.constant dense<[(0x7FC00000,1.0),(1.0,2.0),(0x7FC00000,3.0),(0.0,1.0)]> : tensor<4xcomplex<f32>>
  %y = stablehlo.constant dense<[(2.0,1.0),(0x7FC00000,2.0),(0x7FC00000,4.0),(-0.0,1.0)]> : tensor<4xcomplex<f32>>
  %0 = stablehlo.maximum %x, %y : tensor<4xcomplex<f32>>
  %1 = stablehlo.minimum %x, %y : tensor<4xcomplex<f32>>
  return %0, %1 : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>
}
