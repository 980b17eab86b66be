// Integers that pass through floats saturate in the type that they end in.
// RUN: pjrt run --device %device %s --input=3xui32=2787197985,5,0 --input=3xi16=-255,3,1 --expect=3xi32=2147483647,5,0 --expect=3xui2=0,3,1
func.func @main(%x: tensor<3xui32>, %y: tensor<3xi16>) -> (tensor<3xi32>, tensor<3xui2>) {
  %0 = stablehlo.convert %x : (tensor<3xui32>) -> tensor<3xf64>
  %1 = stablehlo.convert %0 : (tensor<3xf64>) -> tensor<3xi32>
  %2 = stablehlo.convert %y : (tensor<3xi16>) -> tensor<3xf32>
  %3 = stablehlo.convert %2 : (tensor<3xf32>) -> tensor<3xui2>
  return %1, %3 : tensor<3xi32>, tensor<3xui2>
}
