// Eigenvalues of Hermitian matrices: real, of the triangle that is named; imaginary parts on the diagonal are not read. The
// vectors are orthonormal, and the matrix is theirs again.
//
// RUN: pjrt opt --passes=eigh_expander %s | FileCheck %s
// RUN: pjrt opt --passes=eigh_expander %s | pjrt run --device=%device --input="3x3xcomplex<f64>=2 nan nan nan nan nan 0 1 2 0 nan nan 0 0 0 0 -7 5" --expect="3xf64=-7 1 3" --expect="3x3xcomplex<f64>=1 0 0 0 0 0 0 0 1 0 0 0 0 0 0 0 1 0" --expect="3x3xcomplex<f64>=2 0 0 -1 0 0 0 1 2 0 0 0 0 0 0 0 -7 0" --rtol=1e-12 --atol=1e-12 -
// RUN: pjrt run --device=cpu --input="3x3xcomplex<f64>=2 nan nan nan nan nan 0 1 2 0 nan nan 0 0 0 0 -7 5" --expect="3xf64=-7 1 3" --expect="3x3xcomplex<f64>=1 0 0 0 0 0 0 0 1 0 0 0 0 0 0 0 1 0" --expect="3x3xcomplex<f64>=2 0 0 -1 0 0 0 1 2 0 0 0 0 0 0 0 -7 0" --rtol=1e-12 --atol=1e-12 %s

// CHECK: %eigh_body
// CHECK-NOT: custom_call_target="Eigh"
func.func @main(%a: tensor<3x3xcomplex<f64>>) -> (tensor<3xf64>, tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) {
  %v, %w = stablehlo.custom_call @Eigh(%a) { backend_config = "1,1,100,1e-6" }
      : (tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>, tensor<3xf64>)
  %re = stablehlo.real %v : (tensor<3x3xcomplex<f64>>) -> tensor<3x3xf64>
  %im = stablehlo.imag %v : (tensor<3x3xcomplex<f64>>) -> tensor<3x3xf64>
  %minus = stablehlo.negate %im : tensor<3x3xf64>
  %c = stablehlo.complex %re, %minus : tensor<3x3xcomplex<f64>>
  %product = stablehlo.dot_general %c, %v, contracting_dims = [0] x [0]
      : (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
  %values = stablehlo.convert %w : (tensor<3xf64>) -> tensor<3xcomplex<f64>>
  %across = stablehlo.broadcast_in_dim %values, dims = [1] : (tensor<3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
  %scaled = stablehlo.multiply %v, %across : tensor<3x3xcomplex<f64>>
  %whole = stablehlo.dot_general %scaled, %c, contracting_dims = [1] x [1]
      : (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
  return %w, %product, %whole : tensor<3xf64>, tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>
}
