// Roots that are values: what one member has comes to all of its group, or what all have to one; who is in no group gets
// zeros. Members count from 0 in the order of their group.
//
// RUN: pjrt run --device %device --devices 4 --stacked --exact %s --input='4xi32=1 2 3 4' --expect='4xi32=2 2 0 0' --expect='4xi32=0 3 0 0' --expect='4xi32=3 0 0 0'
func.func @main(%x: tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  %root = stablehlo.constant dense<1> : tensor<1xi32>
  %told = "stablehlo.collective_broadcast"(%x, %root) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<i32>, tensor<1xi32>) -> tensor<i32>
  %kept = "stablehlo.collective_reduce"(%x, %root) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<i32>, tensor<1xi32>) -> tensor<i32>
  %first = "stablehlo.collective_reduce"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<i32>) -> tensor<i32>
  return %told, %kept, %first : tensor<i32>, tensor<i32>, tensor<i32>
}
