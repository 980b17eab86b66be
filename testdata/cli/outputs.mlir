// Where results go: standard output, arrays, raw bytes, a folder that is made if need be.

// OUTPUT: pjrt run --device=cpu %s --input=2xf32=3
//| result[0]: 2xf32=9 9
//| result[1]: 2xf32=-3 -3
// OUTPUT: pjrt run --device=cpu %s --input=2xf32=3 --output=@%t.npy --output=- && pjrt run --device=cpu %s --input=@%t.npy
//| result[1]: 2xf32=-3 -3
//| result[0]: 2xf32=81 81
//| result[1]: 2xf32=-9 -9
// RUN: pjrt run --device=%device %s --input=2xf32=3 --outputs-to=%t.dir/new | FileCheck %s --allow-empty
// CHECK-NOT: result
// RUN: pjrt run --device=%device %s --input=2xf32=3 --outputs-to=%t.dir && pjrt run --device=%device %s --input=@%t.dir/0.npy --expect=2xf32=9 --expect=@%t.dir/1.npy; test $? = 1
// RUN: pjrt run --device=%device %s --input=2xf32=3 --output=@%t.bin && test $(wc -c < %t.bin) = 8
// OUTPUT: exits 3 pjrt run --device=cpu %s --input=2xf32=3 --output=@x.npy --output=x.npy
//| error: expected a file for each --output, found x.npy twice
// RUN: pjrt run --device=cpu %s --input=2xf32=3 --output=@/dev/null --output=@/dev/null
// RUN: exits 4 pjrt run --device=cpu %s --input=2xf32=3 --outputs-to=/dev/null/x
// RUN: touch %t.far.npy && ln -sf %t.far.npy %t.near.npy && pjrt run --device=cpu %s --input=2xf32=3 --output=@%t.near.npy && test -L %t.near.npy && pjrt run --device=cpu %s --input=@%t.far.npy --expect=2xf32=81 --expect=2xf32=-9
// OUTPUT: exits 4 pjrt run --device=cpu %s --input=2xf32=3 --output=@/nowhere/x.npy
//| error: cannot write /nowhere/x.npy: No such file or directory (os error 2)
// OUTPUT: mkdir %t.taken.npy; pjrt run --device=cpu %s --input=2xf32=3 --output=@%t.taken.npy 2>&1 | sed 's/write .*: /write FILE: /'
//| error: cannot write FILE: Is a directory (os error 21)

func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = stablehlo.multiply %x, %x : tensor<2xf32>
  %1 = stablehlo.negate %x : tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}
