// A saved executable gives the same values, and damaged ones are refused.
// RUN: pjrt compile %s -o %t.pjx
// RUN: pjrt compile %s -o %t.pjx && pjrt run --device cpu %t.pjx --input=4xf32=2 --expect=4xf32=4 --exact
// RUN: pjrt compile %s -o %t.pjx && head -c 200 %t.pjx > %t.short && exits 2 pjrt run --device cpu %t.short --input=4xf32=2
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = stablehlo.multiply %x, %x : tensor<4xf32>
  return %r : tensor<4xf32>
}
