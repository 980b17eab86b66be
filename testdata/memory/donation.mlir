// A donated argument's memory becomes the result's: allocation 0 is both, and there is no other.
//
// RUN: pjrt dump --stage=buffers %s | FileCheck %s
// RUN: pjrt run --device=%device --input=8xf32=1.0 --expect=8xf32=2.0 %s

func.func @main(%x: tensor<8xf32> {tf.aliasing_output = 0 : i32}) -> tensor<8xf32> {
  %0 = stablehlo.add %x, %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK: arguments 32 bytes
// CHECK: results 0 bytes
// CHECK: arena 0 bytes
// CHECK: allocation 0: argument 0, 32 bytes
