// The grammar of --input and --expect.
// RUN: pjrt run --device %device %s --input='2x3xf32=[1 2 3][4 5 6]' --input=i32=10 | FileCheck %s
// CHECK: result[0]: 2x3xf32=[11 12 13][14 15 16]
// RUN: pjrt run --device %device %s --input=2x3xf32=1.5 --input=i32=0 --expect=2x3xf32=1.5 --exact
// RUN: pjrt run --device %device %s --input=iota --input=iota | FileCheck %s --check-prefix=IOTA
// IOTA: result[0]: 2x3xf32=[0 1 2][3 4 5]
// RUN: pjrt run --device %device %s --input=2x3xf32 --input=i32=3 --output=@%t.npy
// RUN: pjrt run --device %device %s --input=2x3xf32=4 --input=i32=0 --output=@%t.npy && pjrt run --device %device %s --input=@%t.npy --input=i32=-4 --expect=2x3xf32=0
// RUN: exits 1 pjrt run --device %device %s --input=zeros --expect=2x3xf32=1
// RUN: exits 3 pjrt run --device %device %s --input=zeros --input=zeros --input=zeros
func.func @main(%x: tensor<2x3xf32>, %n: tensor<i32>) -> tensor<2x3xf32> {
  %f = stablehlo.convert %n : (tensor<i32>) -> tensor<f32>
  %b = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %r = stablehlo.add %x, %b : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}
