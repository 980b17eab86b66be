// Everything on the command line is read and checked before the program runs: this one never ends.

// OUTPUT: exits 3 timeout 20 pjrt run --device=cpu %s --input=f32=1 --expect=2xf32=1
//| error: --expect of result 0: expected rank 0, found rank 1 (expected f32, found 2xf32)
// OUTPUT: exits 3 timeout 20 pjrt run --device=cpu %s --input=f32=1 --expect=i32=1
//| error: --expect of result 0: expected elements of type f32, found i32
// OUTPUT: exits 3 timeout 20 pjrt run --device=cpu %s --input=f32=1 --expect=f32=one
//| error: --expect of result 0: 'one' is no value of type f32: invalid float literal
// OUTPUT: exits 3 timeout 20 pjrt run --device=cpu %s --input=f32=1 --expect=@missing.npy
//| error: --expect of result 0: cannot read missing.npy: No such file or directory (os error 2)
// OUTPUT: exits 3 timeout 20 pjrt run --device=cpu %s --input=f32=1 --expect=f32=1 --expect=f32=1
//| error: expected 1 --expect, found 2
//|   note: the program is @main(%arg0: tensor<f32>) -> tensor<f32>
// OUTPUT: exits 3 timeout 20 pjrt run --device=cpu %s --input=f32=1 --output=- --output=-
//| error: expected at most 1 --output, found 2
// OUTPUT: exits 3 timeout 20 pjrt run --device=cpu %s --input=f32=1 --output=x.txt
//| error: cannot read --output=x.txt: expected -, @FILE.npy or @FILE.bin
// OUTPUT: exits 3 timeout 20 pjrt run --device=cpu %s --input=f32=1 --eager --expect=f32=one
//| error: --expect of result 0: 'one' is no value of type f32: invalid float literal

func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.while(%i = %x) : tensor<f32>
  cond {
    %true = stablehlo.compare EQ, %i, %i : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %true : tensor<i1>
  } do {
    %next = stablehlo.negate %i : tensor<f32>
    stablehlo.return %next : tensor<f32>
  }
  return %0 : tensor<f32>
}
