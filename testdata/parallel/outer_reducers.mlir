// Devices reduce by computations that use values from outside: each by its own. Here a · scale + b.
//
// RUN: pjrt run --device=%device --devices=4 --stacked --exact %s --input='4x2xi32=1 2 3 4 5 6 7 8' --input='4xi32=2 3 10 100' --expect='4x2xi32=5 8 6 10 57 68 507 608' --expect='4x2xi32=15 22 23 36 135 246 7 8' --expect='4x1xi32=5 10 57 608' --expect='4x2xi32=5 8 0 0 0 0 7 8'
// RUN: exits 2 pjrt run --device=%device --num-replicas=2 --num-partitions=2 --stacked %s --input='4x2xi32=1 2 3 4 5 6 7 8' --input='4xi32=2 3 10 100' 2>&1 | FileCheck %s --check-prefix=FEWER
// FEWER: 2 is in its groups, and there are 2 replicas
func.func @main(%x: tensor<2xi32>, %scale: tensor<i32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<1xi32>, tensor<2xi32>) {
  %alike = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.multiply %a, %scale : tensor<i32>
      %d = stablehlo.add %c, %b : tensor<i32>
      stablehlo.return %d : tensor<i32>
  }) {replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
  %several = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.multiply %a, %scale : tensor<i32>
      %d = stablehlo.add %c, %b : tensor<i32>
      stablehlo.return %d : tensor<i32>
  }) {replica_groups = dense<[[0, 1, 2], [3, -1, -1]]> : tensor<2x3xi64>} : (tensor<2xi32>) -> tensor<2xi32>
  %part = "stablehlo.reduce_scatter"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.multiply %a, %scale : tensor<i32>
      %d = stablehlo.add %c, %b : tensor<i32>
      stablehlo.return %d : tensor<i32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>} : (tensor<2xi32>) -> tensor<1xi32>
  %kept = "stablehlo.collective_reduce"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.multiply %a, %scale : tensor<i32>
      %d = stablehlo.add %c, %b : tensor<i32>
      stablehlo.return %d : tensor<i32>
  }) {replica_groups = dense<[[0, 1], [3, -1]]> : tensor<2x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
  return %alike, %several, %part, %kept : tensor<2xi32>, tensor<2xi32>, tensor<1xi32>, tensor<2xi32>
}
