// NaN is quantized to the storable number next to 0.
// RUN: pjrt run --device %device %s --input=2xf64=nan,0.006 --expect=2xui16=1,3
func.func @main(%x: tensor<2xf64>) -> tensor<2xui16> {
  %0 = stablehlo.uniform_quantize %x : (tensor<2xf64>) -> tensor<2x!quant.uniform<u16<1:65533>:f64, 0.003:1>>
  %1 = stablehlo.bitcast_convert %0 : (tensor<2x!quant.uniform<u16<1:65533>:f64, 0.003:1>>) -> tensor<2xui16>
  return %1 : tensor<2xui16>
}
