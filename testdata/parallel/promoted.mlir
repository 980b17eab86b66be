// Devices reduce in a wider type than they bring.
//
// RUN: pjrt run --device=%device --devices=2 --stacked --exact %s --input='2x2xi8=100 1 100 2' --expect='2x2xi32=200 3 200 3' --expect='2x1xi64=200 3' --expect='2x2xi16=0 0 200 3'
func.func @main(%x: tensor<2xi8>) -> (tensor<2xi32>, tensor<1xi64>, tensor<2xi16>) {
  %all = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi8>) -> tensor<2xi32>
  %part = "stablehlo.reduce_scatter"(%x) ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
      %s = stablehlo.add %a, %b : tensor<i64>
      stablehlo.return %s : tensor<i64>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi8>) -> tensor<1xi64>
  %root = stablehlo.constant dense<1> : tensor<1xi32>
  %kept = "stablehlo.collective_reduce"(%x, %root) ({
    ^bb0(%a: tensor<i16>, %b: tensor<i16>):
      %s = stablehlo.add %a, %b : tensor<i16>
      stablehlo.return %s : tensor<i16>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<2xi8>, tensor<1xi32>) -> tensor<2xi16>
  return %all, %part, %kept : tensor<2xi32>, tensor<1xi64>, tensor<2xi16>
}
