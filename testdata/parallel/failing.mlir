// The error of one device ends the others, and says which device it was.
//
// RUN: exits 1 pjrt run --device %device --devices 2 %s 2>&1 | FileCheck %s
// CHECK: error: device 1 (replica 1): {{.*}}expected 0, actual 1
func.func @main() -> tensor<ui32> {
  %id = stablehlo.replica_id : tensor<ui32>
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  check.expect_eq %id, %zero : tensor<ui32>
  %sum = "stablehlo.all_reduce"(%id) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):
      %s = stablehlo.add %a, %b : tensor<ui32>
      stablehlo.return %s : tensor<ui32>
  }) : (tensor<ui32>) -> tensor<ui32>
  check.expect_eq %sum, %sum : tensor<ui32>
  return %sum : tensor<ui32>
}
