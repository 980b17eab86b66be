// A program that states what its shapes have to be like, as jax.export writes it, with dimensions of the platform kind.
module @jit_f attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%platform: tensor<i32> {jax.global_constant = "_platform_index"}, %x: tensor<?xf32> {mhlo.sharding = "{replicated}"}) -> (tensor<?xf32> {jax.result_info = "result"}) {
    %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
    %b = stablehlo.convert %n : (tensor<i32>) -> tensor<i64>
    %two = stablehlo.constant dense<2> : tensor<i64>
    %even = stablehlo.remainder %b, %two : tensor<i64>
    %zero = stablehlo.constant dense<0> : tensor<i64>
    %holds = stablehlo.compare EQ, %even, %zero, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%holds, %even, %b) {api_version = 2 : i32, error_message = "Division had remainder {0} when computing the value of 'd', {1} divided by 2.", has_side_effect = true} : (tensor<i1>, tensor<i64>, tensor<i64>) -> ()
    %half = stablehlo.divide %b, %two : tensor<i64>
    %r = call @_wrapped_jax_export_main(%platform, %half, %x) : (tensor<i32>, tensor<i64>, tensor<?xf32>) -> tensor<?xf32>
    return %r : tensor<?xf32>
  }
  func.func private @_wrapped_jax_export_main(%platform: tensor<i32> {jax.global_constant = "_platform_index"}, %d: tensor<i64> {jax.global_constant = "d"}, %x: tensor<?xf32>) -> tensor<?xf32> {
    %two = stablehlo.constant dense<2> : tensor<1xi64>
    %d1 = stablehlo.reshape %d : (tensor<i64>) -> tensor<1xi64>
    %dims = stablehlo.concatenate %two, %d1, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
    %pairs = stablehlo.dynamic_reshape %x, %dims : (tensor<?xf32>, tensor<2xi64>) -> tensor<2x?xf32>
    %r = "stablehlo.case"(%platform) ({
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %s = stablehlo.reduce(%pairs init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2x?xf32>, tensor<f32>) -> tensor<?xf32>
      stablehlo.return %s : tensor<?xf32>
    }, {
      %i = stablehlo.dynamic_iota %d1, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
      stablehlo.return %i : tensor<?xf32>
    }) : (tensor<i32>) -> tensor<?xf32>
    return %r : tensor<?xf32>
  }
}
// RUN: pjrt run --device %device %s --input=i32=0 --input=4xf32=iota --expect=2xf32='2 4' --exact
// RUN: pjrt run --device %device %s --input=i32=1 --input=4xf32=iota --expect=2xf32='0 1' --exact
// RUN: exits 4 pjrt run --device %device %s --input=i32=0 --input=5xf32
// OUTPUT: exits 4 pjrt run --device cpu %s --input=i32=0 --input=5xf32
//| assertion failed: Division had remainder 1 when computing the value of 'd', 5 divided by 2.
//|   --> testdata/dynamic/assertion.mlir:10:5
//|    |
//| 10 |     stablehlo.custom_call @shape_assertion(%holds, %even, %b) {api_version = 2 : i32, error_message = "Division had remainder {0} wh...
//|    |     ^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: the arguments are (tensor<i32>, tensor<5xf32>)
