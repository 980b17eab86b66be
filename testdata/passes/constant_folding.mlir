// Constants are computed beforehand; what would make the program larger is not.
//
// RUN: pjrt dump --stage=optimized --disable-pass=fusion %s | FileCheck %s
// RUN: pjrt run --device=%device --input=2xf32=1 --expect="2xf32=7 7" --expect='(ignored)' %s

// CHECK: ENTRY %main
// CHECK-NOT: f32[1024,1024]{1,0} constant
// CHECK: constant(6)
// CHECK-NOT: multiply
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<1024x1024xf32>) {
  %two = stablehlo.constant dense<2.0> : tensor<2xf32>
  %three = stablehlo.constant dense<3.0> : tensor<2xf32>
  %six = stablehlo.multiply %two, %three : tensor<2xf32>
  %0 = stablehlo.add %x, %six : tensor<2xf32>
  %large = stablehlo.constant dense<5.0> : tensor<1024x1024xf32>
  return %0, %large : tensor<2xf32>, tensor<1024x1024xf32>
}
