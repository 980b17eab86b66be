// The cube root of subnormal numbers, whose absolute value has no digits to spare.
// RUN: pjrt run --device %device %s --expect='2xcomplex<f64>=(1.84661770996853511e-108,4.94799724115078153e-109),(1.70318393600326029e-108,0)' --rtol=1e-14 --atol=0
func.func @main() -> tensor<2xcomplex<f64>> {
  %x = stablehlo.constant dense<[(4.94065645841246544e-324,4.94065645841246544e-324), (4.94065645841246544e-324,0.0)]> : tensor<2xcomplex<f64>>
  %0 = stablehlo.cbrt %x : tensor<2xcomplex<f64>>
  return %0 : tensor<2xcomplex<f64>>
}
