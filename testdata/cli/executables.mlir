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
// Flags that say how a program is compiled come too late.
// OUTPUT: pjrt compile %s -o %t.pjx && exits 3 pjrt run --device=cpu %t.pjx --num-replicas=2 --input=f32=2
//| error: --num-replicas is for a program: a saved executable is compiled already
// OUTPUT: pjrt compile %s -o %t.pjx && exits 3 pjrt run --device=cpu %t.pjx --devices=2 --input=f32=2
//| error: --devices=2 replicates a program: a saved executable for one device stays on it
// RUN: pjrt compile %s -o %t.pjx; for flag in --num-partitions=2 --disable-pass=fusion --verify --target-cpu=x86-64-v3 --eager; do exits 3 pjrt run --device=cpu %t.pjx $flag --input=f32=2 2>&1 | grep -q -e "error: ${flag%%=*} is for a program" || exit 1; done
// RUN: pjrt compile %s -o %t.pjx; exits 3 pjrt bench --device=cpu %t.pjx --verify
// RUN: pjrt compile %s -o %t.pjx; exits 3 pjrt dump --stage=thunks %t.pjx --disable-pass=fusion

func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.multiply %x, %x : tensor<f32>
  return %0 : tensor<f32>
}
