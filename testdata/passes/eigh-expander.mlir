// Eigenvalues asked for by XLA's custom call are a loop of rotations: of the triangle that its config names, in order
// where it says so. The vectors are orthonormal, and each is turned into a multiple of itself.
//
// RUN: pjrt opt --passes=eigh_expander %s | FileCheck %s
// RUN: pjrt opt --passes=eigh_expander %s | pjrt run --device=%device --input="3x3xf64=2 nan nan 1 2 nan 0 0 -7" --expect="3xf64=-7 1 3" --expect="3x3xf64=1 0 0 0 1 0 0 0 1" --expect="3x3xf64=2 1 0 1 2 0 0 0 -7" --rtol=1e-12 --atol=1e-12 -
// RUN: pjrt run --device=cpu --input="3x3xf64=2 nan nan 1 2 nan 0 0 -7" --expect="3xf64=-7 1 3" --expect="3x3xf64=1 0 0 0 1 0 0 0 1" --expect="3x3xf64=2 1 0 1 2 0 0 0 -7" --rtol=1e-12 --atol=1e-12 %s

// CHECK: %eigh_body
// CHECK-NOT: custom_call_target="Eigh"
func.func @main(%a: tensor<3x3xf64>) -> (tensor<3xf64>, tensor<3x3xf64>, tensor<3x3xf64>) {
  %v, %w = stablehlo.custom_call @Eigh(%a) { backend_config = "1,1,100,1e-6" }
      : (tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<3xf64>)
  %product = stablehlo.dot_general %v, %v, contracting_dims = [0] x [0] : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
  %values = stablehlo.broadcast_in_dim %w, dims = [1] : (tensor<3xf64>) -> tensor<3x3xf64>
  %scaled = stablehlo.multiply %v, %values : tensor<3x3xf64>
  %whole = stablehlo.dot_general %scaled, %v, contracting_dims = [1] x [1] : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
  return %w, %product, %whole : tensor<3xf64>, tensor<3x3xf64>, tensor<3x3xf64>
}
