// A process compiles once for each combination of shapes, and of the values that shapes depend on: those of %n, not of %y.
// Five runs: the second has other values of %x and %y, the third another %n, the fourth another shape of %x.
// RUN: arguments() { mkdir -p %t/$1 && pjrt run --device cpu testdata/dynamic/inputs/three.mlir --input=$2 --input=f32=$3 --input=i32=$4 --outputs-to=%t/$1 --max-elements=0 > %t/log; }; arguments a 2xf32=1 1 2 && arguments b 2xf32=5 2 2 && arguments c 2xf32=1 1 3 && arguments d 3xf32=1 1 2 && pjrt run --device %device %s --inputs-from=%t/a --inputs-from=%t/b --inputs-from=%t/c --inputs-from=%t/d --inputs-from=%t/a --metrics 2>&1 | FileCheck %s
// CHECK: result[0]: 2xf32=1 2
// CHECK: result[1]: 2xf32=1 1
// CHECK: result[0]: 2xf32=2 3
// CHECK: result[1]: 2xf32=5 5
// CHECK: result[0]: 3xf32=1 2 3
// CHECK: result[0]: 2xf32=1 2
// CHECK: result[1]: 3xf32=1 1 1
// CHECK: result[0]: 2xf32=1 2
// CHECK: Metric: CompileTime
// CHECK-NEXT: TotalSamples: 3
func.func @main(%x: tensor<?xf32>, %y: tensor<f32>, %n: tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %size = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %iota = stablehlo.dynamic_iota %size, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %ys = stablehlo.dynamic_broadcast_in_dim %y, %size, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %r = stablehlo.add %iota, %ys : tensor<?xf32>
  return %r, %x : tensor<?xf32>, tensor<?xf32>
}
