// One program, inputs of several shapes: among them sizes 0 and 1.
// RUN: pjrt run --device %device %s --input=2x3xf32='1 2 3 4 5 6' --expect=2xf32='6 15' --exact
// RUN: pjrt run --device %device %s --input=1x3xf32='1 2 3' --expect=1xf32=6 --exact
// RUN: pjrt run --device %device %s --input=0x3xf32 --expect=0xf32= --exact
// RUN: pjrt run --device %device %s --input=5x3xf32=iota --output=@%t.npy && pjrt run --device %device %s --input=5x3xf32=iota --expect=@%t.npy --exact
// RUN: pjrt run --device %device %s --input=2x3xf32=random:3 --eager
// RUN: pjrt bench --device %device %s --input=4x3xf32=random --runs=2 | FileCheck %s --check-prefix=BENCH
// BENCH: compile
// RUN: pjrt compile %s --input=4x3xf32 -o %t.pjx && pjrt run --device cpu %t.pjx --input=4x3xf32=1 --expect=4xf32=3
// RUN: pjrt dump --stage=hlo %s --input=4x3xf32 | FileCheck %s --check-prefix=HLO
// HLO: f32[4,3]{1,0} parameter(0)
// HLO: f32[4]{0} reduce
func.func @main(%x: tensor<?x3xf32>) -> tensor<?xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x3xf32>, tensor<f32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
