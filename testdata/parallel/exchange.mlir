// Parts of one dimension, put together along another: a transpose over two devices. A sharded 2x4 matrix, rows on
// devices, becomes one of columns on devices.
//
// RUN: pjrt run --device %device --devices 2 --stacked --exact %s --input='2x1x4xi32=1 2 3 4 5 6 7 8' --expect='2x2x2xi32=1 2 5 6 3 4 7 8' --expect='2x1x4xi32=1 2 3 4 5 6 7 8'
func.func @main(%x: tensor<1x4xi32>) -> (tensor<2x2xi32>, tensor<1x4xi32>) {
  %columns = "stablehlo.all_to_all"(%x) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<1x4xi32>) -> tensor<2x2xi32>
  %rows = "stablehlo.all_to_all"(%columns) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x2xi32>) -> tensor<1x4xi32>
  return %columns, %rows : tensor<2x2xi32>, tensor<1x4xi32>
}
