// Bad command lines exit with 3 and say what was expected; help and version are no errors.

// RUN: exits 3 pjrt
// RUN: exits 3 pjrt fly %s
// RUN: exits 3 pjrt run --device=cpu
// RUN: exits 3 pjrt run --device=cpu missing.mlir
// RUN: exits 3 pjrt run --device=cpu %s --threads=0
// RUN: exits 3 pjrt run --device=cpu %s --repeat=0
// RUN: exits 3 pjrt run --device=cpu %s --inputs-from=missing
// RUN: exits 3 pjrt convert %s -o %t.json
// RUN: exits 3 pjrt convert %s -o %t
// OUTPUT: exits 3 pjrt run --device=cpu %s --input=@
//| error: expected a file behind @, as in @x.npy
// OUTPUT: exits 3 pjrt run --device=cpu %s --input=f32=3 --rtol=1e-2
//| error: expected --expect beside --rtol=1e-2
// RUN: pjrt convert %s --to=proto -o - | pjrt run --device=cpu - --input=f32=3 --expect=f32=3
// RUN: exits 3 pjrt run --device=cpu %s --target-cpu=znver33 --input=f32=1
// RUN: pjrt run --device=cpu --metrics %s --input=f32=1 2>&1 | FileCheck %s --check-prefix=METRICS
// RUN: pjrt run --device=cpu %s --metrics=json --input=f32=1 2>&1 | FileCheck %s --check-prefix=METRICS
// METRICS: CompileTime
// RUN: pjrt --version | grep -q '^pjrt '
// RUN: pjrt help dump | FileCheck %s
// CHECK: Show a program at a stage of its compilation
// CHECK: --stage
// CHECK: --list-passes
// CHECK: How to compile:
// CHECK: --verify
// Flags with a heading of their own come last: what follows them would be read under theirs.
// RUN: pjrt help run | FileCheck %s --check-prefix=HEADINGS
// HEADINGS: Options:
// HEADINGS: --input <SPEC>
// HEADINGS: --repeat
// HEADINGS: Where to run:
// HEADINGS: --threads
// HEADINGS: How to compile:
// HEADINGS: --verify
// HEADINGS-NOT: --outputs-to
// HEADINGS: What results should be:
// HEADINGS: --rtol
// HEADINGS: hand each other:
// HEADINGS: --recv
// A full disk is told of.
// OUTPUT: exits 4 pjrt --version > /dev/full
//| error: cannot write to standard output: No space left on device (os error 28)
// RUN: exits 4 pjrt run --help > /dev/full
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
// OUTPUT: exits 3 pjrt convert %s -o x.json
//| error: expected --to, or an output named .mlir, .mlirbc, .hlo, .txt or .pb; found x.json
// OUTPUT: exits 3 pjrt convert %s --to=hlo --locations
//| error: --locations is for StableHLO text, and the output is not
// OUTPUT: exits 3 pjrt convert %s -o %t.pb --target-version=1.0.0
//| error: --target-version is for StableHLO bytecode, and the output is not
// OUTPUT: pjrt convert %s -o - | head -1
//| HloModule module, entry_computation_layout={(f32[])->f32[]}
// OUTPUT: exits 3 pjrt compare - - < %s
//| error: expected two programs, found standard input for both: it can be read once
// OUTPUT: exits 3 pjrt run --device=cpu %s --input=f32=x
//| error: argument 0 ('Arg_0') of @main(%arg0: tensor<f32>) -> tensor<f32>: 'x' is no value of type f32: invalid float literal
// OUTPUT: exits 3 pjrt run --device=cpu %s --input=f33=1
//| error: cannot read --input=f33=1: 'f33' is no element type (expected f32, i32, bf16, …)
// OUTPUT: exits 3 pjrt run --device=cpu %s --input=-1xf32
//| error: cannot read --input=-1xf32: -1 is no size of a dimension
// OUTPUT: exits 3 pjrt run --device=cpu %s --input=f32=@/dev/zero
//| error: argument 0 ('Arg_0') of @main(%arg0: tensor<f32>) -> tensor<f32>: expected 4 bytes, found more
// OUTPUT: exits 3 pjrt run --device=cpu %s --input=@/dev/zero
//| error: argument 0 ('Arg_0') of @main(%arg0: tensor<f32>) -> tensor<f32>: /dev/zero is not a usable .npy file: magic not found for NPY file
// RUN: printf '\x93NUMPY\x01\x00v\x00{' > %t.npy; exits 3 pjrt run --device=%device %s --input=@%t.npy 2>&1 | grep -q 'not a usable .npy file: the file ends in its header'
// OUTPUT: exits 3 pjrt dump --stage=text --format=json %s
//| error: expected --format=text: --stage=text shows the program as it was given
// OUTPUT: exits 3 pjrt compile --emit=hlo --locations %s
//| error: --locations is for StableHLO text, and the output is not
// OUTPUT: exits 3 pjrt compile --emit=hlo --target-version=current %s
//| error: --target-version is for StableHLO bytecode, and the output is not
// RUN: pjrt compile --emit=optimized-stablehlo --locations %s | grep 'loc("' > %t
// OUTPUT: exits 3 pjrt opt --passes=fuson %s
//| error: invalid value 'fuson' for '--passes <PASS,…>'
//|
//|   tip: a similar value exists: 'fusion'
//|   tip: `pjrt opt --list-passes` names all passes
//|
//| For more information, try '--help'.
// RUN: exits 3 pjrt dump --cost-model=nvlink %s
// RUN: pjrt dump --cost-model=nvlink --cost %s
// RUN: exits 3 pjrt dump --cost --collectives %s
// RUN: pjrt dump --cost-model=nvlink --collectives %s
// OUTPUT: exits 3 pjrt run --device=cpu %s --input=@missing.npy
//| error: argument 0 ('Arg_0') of @main(%arg0: tensor<f32>) -> tensor<f32>: cannot read missing.npy: No such file or directory (os error 2)
// OUTPUT: exits 3 pjrt run --device=cpu %s --inputs-from=missing
//| error: missing is not a folder
// OUTPUT: exits 3 pjrt run --device=cpu %s --input=random:x
//| error: 'x' is no seed: invalid digit found in string

func.func @main(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
