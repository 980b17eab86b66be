// Selections that say too little, or ask for more than there is.

func.func private @greater(%a: tensor<f32>, %b: tensor<f32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}

func.func @main(%x: tensor<7xf32>, %n: tensor<f32>) {
  %0 = stablehlo.custom_call @ApproxTopK(%x, %n) {called_computations = [@greater], mhlo.backend_config = {reduction_dim = 0 : i64}} : (tensor<7xf32>, tensor<f32>) -> tensor<3xf32>
  %1 = stablehlo.custom_call @ApproxTopK(%x, %n) {called_computations = [@greater], mhlo.backend_config = {reduction_dim = 1 : i64, top_k = 3 : i64}} : (tensor<7xf32>, tensor<f32>) -> tensor<3xf32>
  %2 = stablehlo.custom_call @ApproxTopK(%x, %n) {called_computations = [@greater], mhlo.backend_config = {reduction_dim = 0 : i64, top_k = 3 : i64, aggregate_to_topk = true}} : (tensor<7xf32>, tensor<f32>) -> tensor<4xf32>
  %3 = stablehlo.custom_call @ApproxTopK(%x, %n) {called_computations = [@greater], mhlo.backend_config = {reduction_dim = 0 : i64, top_k = 9 : i64}} : (tensor<7xf32>, tensor<f32>) -> tensor<9xf32>
  %4 = stablehlo.custom_call @ApproxTopK(%x) {called_computations = [@greater], mhlo.backend_config = {reduction_dim = 0 : i64, top_k = 3 : i64}} : (tensor<7xf32>) -> tensor<3xf32>
  %5 = stablehlo.custom_call @ApproxTopK(%x, %n) {mhlo.backend_config = {reduction_dim = 0 : i64, top_k = 3 : i64}} : (tensor<7xf32>, tensor<f32>) -> tensor<3xf32>
  %6 = stablehlo.custom_call @ApproxTopK(%x, %n) {called_computations = [@sum], mhlo.backend_config = {reduction_dim = 0 : i64, top_k = 3 : i64}} : (tensor<7xf32>, tensor<f32>) -> tensor<3xf32>
  %7 = stablehlo.custom_call @ApproxTopK(%x, %n) {called_computations = [@greater], mhlo.backend_config = {reduction_dim = 0 : i64, top_k = 3 : i64}} : (tensor<7xf32>, tensor<f32>) -> tensor<3x1xf32>
  return
}
// OUTPUT: exits 2 pjrt run --device=cpu %s --input=random --input=random
//| error: stablehlo.custom_call: expected `reduction_dim` and `top_k` in the backend config
//|   --> testdata/frontend/errors/approx_top_k.mlir:13:8
//|    |
//| 13 |   %0 = stablehlo.custom_call @ApproxTopK(%x, %n) {called_computations = [@greater], mhlo.backend_config = {reduction_dim = 0 : i64}}...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.custom_call: expected a dimension of f32[7] as `reduction_dim`, found 1
//|   --> testdata/frontend/errors/approx_top_k.mlir:14:8
//|    |
//| 14 |   %1 = stablehlo.custom_call @ApproxTopK(%x, %n) {called_computations = [@greater], mhlo.backend_config = {reduction_dim = 1 : i64, ...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.custom_call: expected 3 elements of dimension 0, found 4
//|   --> testdata/frontend/errors/approx_top_k.mlir:15:8
//|    |
//| 15 |   %2 = stablehlo.custom_call @ApproxTopK(%x, %n) {called_computations = [@greater], mhlo.backend_config = {reduction_dim = 0 : i64, ...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| unsupported: stablehlo.custom_call: 9 of 7 elements
//|   --> testdata/frontend/errors/approx_top_k.mlir:16:8
//|    |
//| 16 |   %3 = stablehlo.custom_call @ApproxTopK(%x, %n) {called_computations = [@greater], mhlo.backend_config = {reduction_dim = 0 : i64, ...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.custom_call: expected arrays and as many scalars
//|   --> testdata/frontend/errors/approx_top_k.mlir:17:8
//|    |
//| 17 |   %4 = stablehlo.custom_call @ApproxTopK(%x) {called_computations = [@greater], mhlo.backend_config = {reduction_dim = 0 : i64, top_...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.custom_call: expected one computation that compares, found 0
//|   --> testdata/frontend/errors/approx_top_k.mlir:18:8
//|    |
//| 18 |   %5 = stablehlo.custom_call @ApproxTopK(%x, %n) {mhlo.backend_config = {reduction_dim = 0 : i64, top_k = 3 : i64}} : (tensor<7xf32>...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.custom_call: the result, declared tensor<3x1xf32>, has another shape: expected rank 2, found rank 1
//|   --> testdata/frontend/errors/approx_top_k.mlir:20:8
//|    |
//| 20 |   %7 = stablehlo.custom_call @ApproxTopK(%x, %n) {called_computations = [@greater], mhlo.backend_config = {reduction_dim = 0 : i64, ...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
