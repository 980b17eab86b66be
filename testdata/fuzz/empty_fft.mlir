// A transform of no points.
// RUN: pjrt run --device %device %s --input 2x0xf32= --expect '2x0xcomplex<f32>='

func.func @main(%x: tensor<2x0xf32>) -> tensor<2x0xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = RFFT, length = [0] : (tensor<2x0xf32>) -> tensor<2x0xcomplex<f32>>
  return %0 : tensor<2x0xcomplex<f32>>
}
