// The second product reads what follows the first, and its own result meets the first again: nothing may wait for
// itself.
// RUN: pjrt run --device interpreter %s --input=random:1 --input=random:2 --output=@%t.npy && pjrt run --device cpu %s --input=random:1 --input=random:2 --expect=@%t.npy --rtol=1e-4 --atol=1e-5
func.func @main(%x: tensor<9x9xf32>, %w: tensor<9x9xf32>) -> tensor<9x9xf32> {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<9x9xf32>, tensor<9x9xf32>) -> tensor<9x9xf32>
  %a = stablehlo.tanh %y : tensor<9x9xf32>
  %z = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<9x9xf32>, tensor<9x9xf32>) -> tensor<9x9xf32>
  %s = stablehlo.add %z, %a : tensor<9x9xf32>
  %t = stablehlo.multiply %s, %y : tensor<9x9xf32>
  return %t : tensor<9x9xf32>
}
