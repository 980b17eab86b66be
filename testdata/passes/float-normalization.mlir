// A sum of narrow floats is taken in f32 and rounded once: adding ones one by one in bf16 would stop at 256. Elementwise
// operations keep their type, and their rounding.
//
// RUN: pjrt dump --after=float-normalization %s | FileCheck %s
// RUN: pjrt run --device=%device --input=4096xbf16=1 --expect=bf16=8192 --exact %s

// CHECK: ENTRY %main
// CHECK: %[[TWICE:.+]] = bf16[4096]{0} add(%Arg_0, %Arg_0)
// CHECK: %[[WIDE:.+]] = f32[4096]{0} convert(%[[TWICE]])
// CHECK: %[[SUM:.+]] = f32[] reduce(%[[WIDE]],
// CHECK: ROOT %{{.+}} = bf16[] convert(%[[SUM]])
func.func @main(%x: tensor<4096xbf16>) -> tensor<bf16> {
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %0 = stablehlo.add %x, %x : tensor<4096xbf16>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0]
      : (tensor<4096xbf16>, tensor<bf16>) -> tensor<bf16>
  return %1 : tensor<bf16>
}
