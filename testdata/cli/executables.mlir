// What is no executable for this runtime and machine is refused as such; a damaged one is no text of a program.

// RUN: pjrt compile %s -o %t.pjx && pjrt run --device=cpu %t.pjx --input=f32=2 --expect=f32=4
// OUTPUT: pjrt compile %s -o %t.pjx && exits 77 pjrt run --device=interpreter %t.pjx --input=f32=2
//| error: the interpreter loads no compiled artifacts: give it the program itself
// RUN: pjrt compile %s --target-cpu=graniterapids -o %t.pjx; pjrt run --device=cpu %t.pjx --input=f32=2; [ $? = 77 ] || grep -q avx512_fp16 /proc/cpuinfo
// OUTPUT: pjrt compile %s -o %t.pjx && head -c 4 %t.pjx > %t.short.pjx; exits 2 pjrt run --device=cpu %t.short.pjx --input=f32=2
//| error: damaged .pjx file: it does not begin as one
// OUTPUT: pjrt compile %s -o %t.pjx && head -c 40 %t.pjx > %t.short.pjx; exits 2 pjrt run --device=cpu %t.short.pjx --input=f32=2
//| error: damaged .pjx file: 40 bytes are too short for a header
// OUTPUT: cp %s %t.pjx; exits 2 pjrt run --device=cpu %t.pjx --input=f32=2
//| error: damaged .pjx file: it does not begin as one

func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.multiply %x, %x : tensor<f32>
  return %0 : tensor<f32>
}
