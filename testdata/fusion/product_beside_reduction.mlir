// Reductions beside a product: of its own rows they are part of its fusion; of its columns, and of everything, they
// are not.
// RUN: pjrt run --device interpreter %s --input=random:1 --input=random:2 --output=@%t.npy && pjrt run --device cpu %s --input=random:1 --input=random:2 --expect=@%t.npy --rtol=1e-4 --atol=1e-5
func.func @main(%x: tensor<9x4xf32>, %w: tensor<4x13xf32>) -> tensor<9x13xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<9x4xf32>, tensor<4x13xf32>) -> tensor<9x13xf32>
  %row = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<9x13xf32>, tensor<f32>) -> tensor<9xf32>
  %rows = stablehlo.broadcast_in_dim %row, dims = [0] : (tensor<9xf32>) -> tensor<9x13xf32>
  %a = stablehlo.add %y, %rows : tensor<9x13xf32>
  %z = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<9x4xf32>, tensor<4x13xf32>) -> tensor<9x13xf32>
  %tanh = stablehlo.tanh %z : tensor<9x13xf32>
  %column = stablehlo.reduce(%tanh init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<9x13xf32>, tensor<f32>) -> tensor<13xf32>
  %columns = stablehlo.broadcast_in_dim %column, dims = [1] : (tensor<13xf32>) -> tensor<9x13xf32>
  %b = stablehlo.subtract %tanh, %columns : tensor<9x13xf32>
  %of_x = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<9x4xf32>, tensor<f32>) -> tensor<f32>
  %everywhere = stablehlo.broadcast_in_dim %of_x, dims = [] : (tensor<f32>) -> tensor<9x13xf32>
  %c = stablehlo.add %a, %everywhere : tensor<9x13xf32>
  %r = stablehlo.multiply %b, %c : tensor<9x13xf32>
  return %r : tensor<9x13xf32>
}
