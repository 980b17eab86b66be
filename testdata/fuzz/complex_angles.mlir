// Parts of a complex angle that are small beside the other, and the half turn it lies in.
// RUN: pjrt run --device %device %s --expect='6xcomplex<f32>=(-3.14159274,-1.75036989e-20),(5.0e-21,0),(3.14159274,0),(-3.14159274,0),(0.785398185,5.0e-13),(nan,nan)' --rtol=3e-7 --atol=0
func.func @main() -> tensor<6xcomplex<f32>> {
  %y = stablehlo.constant dense<[(-7.62693830e-19,5.44189618e-19), (1.0e-20,0.0), (0.0,0.0), (-0.0,0.0), (1.0,1.0e-12), (3.0,4.0)]> : tensor<6xcomplex<f32>>
  %x = stablehlo.constant dense<[(-29.2923584,1.17668319), (2.0,0.0), (-1.0,0.0), (-1.0,0.0), (1.0,0.0), (0x7F800000,0.0)]> : tensor<6xcomplex<f32>>
  %0 = stablehlo.atan2 %y, %x : tensor<6xcomplex<f32>>
  return %0 : tensor<6xcomplex<f32>>
}
