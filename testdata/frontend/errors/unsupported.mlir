// What the specification has and is not done here is named, each with its place; the exit code says whose fault it is.

func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %x : tensor<2x3xf32>
}

// OUTPUT: exits 77 pjrt dump --stage=hlo %s
//| unsupported: stablehlo.all_reduce: collectives between devices
//|  --> testdata/frontend/errors/unsupported.mlir:4:8
//|   |
//| 4 |   %0 = "stablehlo.all_reduce"(%x) ({
//|   |        ^^^^^^^^^^^^^^^^^^^^^^
