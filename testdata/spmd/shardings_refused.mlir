// Shardings that are none are told with their place.
//
// RUN: exits 2 pjrt dump --stage=hlo %s 2>&1 | FileCheck %s

module attributes {mhlo.num_partitions = 2 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    // CHECK: error: sdy.sharding_constraint: the mesh has no axis "y"
    // CHECK-NEXT: shardings_refused.mlir:[[@LINE+1]]:
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"y"}]> : tensor<4xf32>
    // CHECK: error: sdy.sharding_constraint: no mesh is named @other
    // CHECK-NEXT: shardings_refused.mlir:[[@LINE+1]]:
    %1 = sdy.sharding_constraint %arg0 <@other, [{"x"}]> : tensor<4xf32>
    return %0, %1 : tensor<4xf32>, tensor<4xf32>
  }
}
