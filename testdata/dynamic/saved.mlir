// An executable is saved for the shapes of its arguments, but not where shapes depend on their values: nothing could
// tell later that a value is another.

// RUN: exits 77 pjrt compile %s --input=2xf32 --input=i32=3 -o %t/d.pjx 2>&1 | FileCheck %s
// CHECK: unsupported: a saved executable whose shapes depend on the value of argument 1
// RUN: pjrt run --device=%device %s --input=2xf32=1 --input=i32=3 --expect=5xf32="0 1 2 1 1"

func.func @main(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %shape = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %iota = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %all = stablehlo.concatenate %iota, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %all : tensor<?xf32>
}
