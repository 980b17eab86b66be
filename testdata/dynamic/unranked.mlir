// Not even the number of dimensions is declared: the inputs tell it.
// RUN: pjrt run --device %device %s --input=2x3xf32=2 --expect=2x3xf32=4 --exact
// RUN: pjrt run --device %device %s --input=f32=2 --expect=f32=4 --exact
// RUN: pjrt run --device %device %s --input=3x0x1xf32 --expect=3x0x1xf32= --exact
func.func @main(%x: tensor<*xf32>) -> tensor<*xf32> {
  %r = stablehlo.multiply %x, %x : tensor<*xf32>
  return %r : tensor<*xf32>
}
