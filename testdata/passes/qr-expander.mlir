// QR factors asked for by XLA's custom calls are loops of reflections; a column with nothing below its diagonal is left as
// it is. Calls on narrow floats stay. Of complex matrices: qr-expander-complex.mlir.
//
// RUN: pjrt opt --passes=qr_expander %s | FileCheck %s
// RUN: pjrt opt --passes=qr_expander %s | pjrt run --device=%device --input="2x2xf64=3 1 4 2" --input="1x3x2xf64=1 2 0 0 0 2" --expect="2x2xf64=-5 -2.2 0.5 0.4" --expect="2xf64=1.6 0" --expect="2x2xf64=-0.6 -0.8 -0.8 0.6" --expect="1x3x2xf64=1 2 0 -2 0 1" --expect="1x2xf64=0 1" --rtol=1e-12 --atol=1e-12 -
// RUN: pjrt run --device=cpu --input="2x2xf64=3 1 4 2" --input="1x3x2xf64=1 2 0 0 0 2" --expect="2x2xf64=-5 -2.2 0.5 0.4" --expect="2xf64=1.6 0" --expect="2x2xf64=-0.6 -0.8 -0.8 0.6" --expect="1x3x2xf64=1 2 0 -2 0 1" --expect="1x2xf64=0 1" --rtol=1e-12 --atol=1e-12 %s

// CHECK-DAG: %qr_body
// CHECK-DAG: %reflections_body
// CHECK-NOT: custom_call_target="Qr"
// CHECK-NOT: custom_call_target="ProductOf
func.func @main(%a: tensor<2x2xf64>, %b: tensor<1x3x2xf64>)
    -> (tensor<2x2xf64>, tensor<2xf64>, tensor<2x2xf64>, tensor<1x3x2xf64>, tensor<1x2xf64>) {
  %r, %tau = stablehlo.custom_call @Qr(%a) : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>)
  %q = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%r, %tau)
      : (tensor<2x2xf64>, tensor<2xf64>) -> tensor<2x2xf64>
  %s, %sigma = stablehlo.custom_call @Qr(%b) : (tensor<1x3x2xf64>) -> (tensor<1x3x2xf64>, tensor<1x2xf64>)
  return %r, %tau, %q, %s, %sigma
      : tensor<2x2xf64>, tensor<2xf64>, tensor<2x2xf64>, tensor<1x3x2xf64>, tensor<1x2xf64>
}
