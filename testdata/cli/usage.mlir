// Bad command lines exit with 3 and say what was expected; help and version are no errors.

// RUN: exits 3 pjrt
// RUN: exits 3 pjrt fly %s
// RUN: exits 3 pjrt run --device=cpu
// RUN: exits 3 pjrt run --device=cpu missing.mlir
// RUN: exits 3 pjrt run --device=cpu %s --threads=0
// RUN: exits 3 pjrt run --device=cpu %s --repeat=0
// RUN: exits 3 pjrt run --device=cpu %s --inputs-from=missing
// RUN: pjrt --version | grep -q '^pjrt '
// RUN: pjrt help dump | FileCheck %s
// CHECK: Show a program at a stage of its compilation
// CHECK: --stage
// CHECK: --list-passes
// RUN: pjrt completions bash > %t && grep -q -- --list-passes %t

// OUTPUT: exits 3 pjrt run --device=cpu missing.mlir
//| error: cannot read missing.mlir: No such file or directory (os error 2)
// OUTPUT: exits 3 pjrt dump --stage=optimised %s
//| error: invalid value 'optimised' for '--stage <STAGE>'
//|   [possible values: text, stablehlo, hlo, optimized, scheduled, thunks, buffers]
//|
//|   tip: a similar value exists: 'optimized'
//|
//| For more information, try '--help'.
// OUTPUT: exits 3 pjrt run --device=cpu %s --input=f32=x
//| error: argument 0 ('Arg_0') of @main(%arg0: tensor<f32>) -> tensor<f32>: 'x' is no value of type f32: invalid float literal
// OUTPUT: exits 3 pjrt run --device=cpu %s --input=f33=1
//| error: cannot read --input=f33=1: 'f33' is no element type (expected f32, i32, bf16, …)
// OUTPUT: exits 3 pjrt run --device=cpu %s --input=@missing.npy
//| error: argument 0 ('Arg_0') of @main(%arg0: tensor<f32>) -> tensor<f32>: cannot read missing.npy: No such file or directory (os error 2)
// OUTPUT: exits 3 pjrt run --device=cpu %s --inputs-from=missing
//| error: missing is not a folder
// OUTPUT: exits 3 pjrt run --device=cpu %s --input=random:x
//| error: 'x' is no seed: invalid digit found in string

func.func @main(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
