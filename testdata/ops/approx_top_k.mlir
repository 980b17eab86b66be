// JAX's approximate selection, as `jax.lax.approx_max_k` writes it for TPUs: here the exact one, of recall 1.

// RUN: pjrt run --device=%device %s

func.func private @greater(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

func.func private @one_of_each_row(%x: tensor<2x7xf32>) -> (tensor<2x4xf32>, tensor<2x4xi32>) {
  %i = stablehlo.iota dim = 1 : tensor<2x7xi32>
  %none = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %nowhere = stablehlo.constant dense<-1> : tensor<i32>
  %r:2 = stablehlo.custom_call @ApproxTopK(%x, %i, %none, %nowhere) {called_computations = [@greater], mhlo.backend_config = {aggregate_to_topk = false, recall_target = 0.949999988 : f32, reduction_dim = 1 : i64, reduction_input_size_override = -1 : i64, top_k = 2 : i64}} : (tensor<2x7xf32>, tensor<2x7xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x4xf32>, tensor<2x4xi32>)
  return %r#0, %r#1 : tensor<2x4xf32>, tensor<2x4xi32>
}

func.func @main() {
  %x = stablehlo.constant dense<[3.0, 1.0, 4.0, 2.0, 5.0, 6.0, 7.0]> : tensor<7xf32>
  %i = stablehlo.iota dim = 0 : tensor<7xi32>
  %none = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %nowhere = stablehlo.constant dense<-1> : tensor<i32>
  %r:2 = stablehlo.custom_call @ApproxTopK(%x, %i, %none, %nowhere) {called_computations = [@greater], mhlo.backend_config = {aggregate_to_topk = true, recall_target = 0.949999988 : f32, reduction_dim = 0 : i64, reduction_input_size_override = -1 : i64, top_k = 3 : i64}} : (tensor<7xf32>, tensor<7xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
  check.expect_eq_const %r#0, dense<[7.0, 6.0, 5.0]> : tensor<3xf32>
  check.expect_eq_const %r#1, dense<[6, 5, 4]> : tensor<3xi32>

  // More than asked for, to be selected from again; of equal elements the first.
  %y = stablehlo.constant dense<[[0.0, 2.0, -0.0, 2.0, 1.0, -1.0, 0xFF800000], [1.0, 1.0, 1.0, 1.0, 1.0, 0x7F800000, 1.0]]> : tensor<2x7xf32>
  %s:2 = call @one_of_each_row(%y) : (tensor<2x7xf32>) -> (tensor<2x4xf32>, tensor<2x4xi32>)
  check.expect_eq_const %s#0, dense<[[2.0, 2.0, 1.0, 0.0], [0x7F800000, 1.0, 1.0, 1.0]]> : tensor<2x4xf32>
  check.expect_eq_const %s#1, dense<[[1, 3, 4, 0], [5, 0, 1, 2]]> : tensor<2x4xi32>
  return
}
