// Sums and movements of narrow, wide, complex and boolean elements, with signed zeros, infinities, NaNs and wrapping.
//
// RUN: pjrt run --device %device --devices 2 %s | FileCheck %s
// CHECK: result[0] of device 0: 3xbf16=-0 nan inf
// CHECK: result[1] of device 0: 2xi8=-128 127
// CHECK: result[2] of device 0: 2xi1=true false
// CHECK: result[3] of device 0: complex<f32>=(0,2)
// CHECK: result[4] of device 0: f64=5e-324
// CHECK: result[5] of device 0: 0x2xf32
// CHECK: result[0] of device 1: 3xbf16=-0 nan inf
// CHECK: result[5] of device 1: 0x2xf32
func.func @main() -> (tensor<3xbf16>, tensor<2xi8>, tensor<2xi1>, tensor<complex<f32>>, tensor<f64>, tensor<0x2xf32>) {
  %b = stablehlo.constant dense<[-0.0, 0x7FC0, 0x7F80]> : tensor<3xbf16>
  %0 = "stablehlo.all_reduce"(%b) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
      %s = stablehlo.add %x, %y : tensor<bf16>
      stablehlo.return %s : tensor<bf16>
  }) : (tensor<3xbf16>) -> tensor<3xbf16>
  %i = stablehlo.constant dense<[64, -128]> : tensor<2xi8>
  %w = stablehlo.constant dense<[64, -1]> : tensor<2xi8>
  %id = stablehlo.replica_id : tensor<ui32>
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %p = stablehlo.compare EQ, %id, %zero : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %v = stablehlo.select %p, %i, %w : tensor<i1>, tensor<2xi8>
  %1 = "stablehlo.all_reduce"(%v) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x: tensor<i8>, %y: tensor<i8>):
      %s = stablehlo.add %x, %y : tensor<i8>
      stablehlo.return %s : tensor<i8>
  }) : (tensor<2xi8>) -> tensor<2xi8>
  %no = stablehlo.constant dense<false> : tensor<i1>
  %q = stablehlo.reshape %p : (tensor<i1>) -> tensor<1xi1>
  %n = stablehlo.reshape %no : (tensor<i1>) -> tensor<1xi1>
  %pair = stablehlo.concatenate %q, %n, dim = 0 : (tensor<1xi1>, tensor<1xi1>) -> tensor<2xi1>
  %2 = "stablehlo.all_reduce"(%pair) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x: tensor<i1>, %y: tensor<i1>):
      %s = stablehlo.or %x, %y : tensor<i1>
      stablehlo.return %s : tensor<i1>
  }) : (tensor<2xi1>) -> tensor<2xi1>
  %c = stablehlo.constant dense<(1.0, 1.0)> : tensor<complex<f32>>
  %3 = "stablehlo.all_reduce"(%c) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
      %s = stablehlo.multiply %x, %y : tensor<complex<f32>>
      stablehlo.return %s : tensor<complex<f32>>
  }) : (tensor<complex<f32>>) -> tensor<complex<f32>>
  %t = stablehlo.constant dense<4.9406564584124654e-324> : tensor<f64>
  %4 = "stablehlo.all_reduce"(%t) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x: tensor<f64>, %y: tensor<f64>):
      %s = stablehlo.maximum %x, %y : tensor<f64>
      stablehlo.return %s : tensor<f64>
  }) : (tensor<f64>) -> tensor<f64>
  %e = stablehlo.constant dense<> : tensor<0x2xf32>
  %5 = "stablehlo.all_reduce"(%e) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) : (tensor<0x2xf32>) -> tensor<0x2xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<3xbf16>, tensor<2xi8>, tensor<2xi1>, tensor<complex<f32>>, tensor<f64>, tensor<0x2xf32>
}
