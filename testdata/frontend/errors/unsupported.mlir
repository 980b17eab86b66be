// What the specification has and is not done here is named, each with its place; the exit code says whose fault it is.

func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<1x6xf32>
  return %x : tensor<2x3xf32>
}

// OUTPUT: exits 77 pjrt dump --stage=hlo %s
//| unsupported: stablehlo.all_to_all: parts of dimension 0 put together along dimension 1
//|  --> testdata/frontend/errors/unsupported.mlir:4:8
//|   |
//| 4 |   %0 = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64,
//|   |        ^^^^^^^^^^^^^^^^^^^^^^
