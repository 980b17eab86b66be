// Quantized numbers are storable: NaN is the one next to 0, and bounds hold that floats cannot.
// RUN: pjrt run --device %device %s --input=2xf64=nan,0.006 --input=2xf32=-3e9,3e9 --expect=2xui16=1,3 --expect=2xi32=-2147483647,2147483645
func.func @main(%x: tensor<2xf64>, %y: tensor<2xf32>) -> (tensor<2xui16>, tensor<2xi32>) {
  %0 = stablehlo.uniform_quantize %x : (tensor<2xf64>) -> tensor<2x!quant.uniform<u16<1:65533>:f64, 0.003:1>>
  %1 = stablehlo.bitcast_convert %0 : (tensor<2x!quant.uniform<u16<1:65533>:f64, 0.003:1>>) -> tensor<2xui16>
  %2 = stablehlo.uniform_quantize %y : (tensor<2xf32>) -> tensor<2x!quant.uniform<i32<-2147483647:2147483645>:f32, 1.0>>
  %3 = stablehlo.bitcast_convert %2 : (tensor<2x!quant.uniform<i32<-2147483647:2147483645>:f32, 1.0>>) -> tensor<2xi32>
  return %1, %3 : tensor<2xui16>, tensor<2xi32>
}
