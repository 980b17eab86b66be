// Sizes that depend on the values of arguments: a module is made for them, and for no other values than those.
// RUN: pjrt run --device %device %s --input=i64=3 --input=2xi32='2 1' --input=i64=7 | FileCheck %s
// CHECK: result[0]: 3xi64=7 8 9
// CHECK: result[1]: 2x1xi64={{\[}}3]{{\[}}3]
// RUN: pjrt run --device %device %s --input=i64=0 --input=2xi32=0 --input=i64=7 | FileCheck %s --check-prefix=EMPTY
// EMPTY: result[0]: 0xi64=
// EMPTY: result[1]: 0x0xi64=
// RUN: exits 2 pjrt run --device %device %s --input=i64=-1 --input=2xi32=0 --input=i64=7 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: error: stablehlo.dynamic_iota: expected sizes of at least 0 in operand 0, found -1
func.func @main(%n: tensor<i64>, %dims: tensor<2xi32>, %start: tensor<i64>) -> (tensor<?xi64>, tensor<?x?xi64>) {
  %size = stablehlo.reshape %n : (tensor<i64>) -> tensor<1xi64>
  %iota = stablehlo.dynamic_iota %size, dim = 0 : (tensor<1xi64>) -> tensor<?xi64>
  %starts = stablehlo.dynamic_broadcast_in_dim %start, %size, dims = [] : (tensor<i64>, tensor<1xi64>) -> tensor<?xi64>
  %r = stablehlo.add %iota, %starts : tensor<?xi64>
  %table = stablehlo.dynamic_broadcast_in_dim %n, %dims, dims = [] : (tensor<i64>, tensor<2xi32>) -> tensor<?x?xi64>
  return %r, %table : tensor<?xi64>, tensor<?x?xi64>
}
