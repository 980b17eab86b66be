// A slice of a size that the shapes tell, from a place that a run tells: what jax.lax.scan makes of its inputs.
// RUN: pjrt run --device %device %s --input=3x2xf32=iota --expect=2xf32='8 15' --exact
// RUN: pjrt run --device %device %s --input=1x4xf32=iota --expect=4xf32='0 1 2 3' --exact
func.func @main(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %m1 = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %nothing = stablehlo.constant dense<0> : tensor<1xi32>
  %ones = stablehlo.constant dense<1> : tensor<2xi32>
  %sizes = stablehlo.concatenate %one, %m1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %zeros = stablehlo.dynamic_broadcast_in_dim %z, %m1, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %twos = stablehlo.dynamic_broadcast_in_dim %two, %m1, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%step = %i, %sum = %zeros) : tensor<i32>, tensor<?xf32>
    cond {
      %more = stablehlo.compare LT, %step, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %start = stablehlo.reshape %step : (tensor<i32>) -> tensor<1xi32>
      %starts = stablehlo.concatenate %start, %nothing, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
      %limits = stablehlo.add %starts, %sizes : tensor<2xi32>
      %row = stablehlo.real_dynamic_slice %x, %starts, %limits, %ones : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<1x?xf32>
      %flat = stablehlo.dynamic_reshape %row, %m1 : (tensor<1x?xf32>, tensor<1xi32>) -> tensor<?xf32>
      %doubled = stablehlo.multiply %sum, %twos : tensor<?xf32>
      %next = stablehlo.add %doubled, %flat : tensor<?xf32>
      %c1 = stablehlo.constant dense<1> : tensor<i32>
      %following = stablehlo.add %step, %c1 : tensor<i32>
      stablehlo.return %following, %next : tensor<i32>, tensor<?xf32>
    }
  return %r#1 : tensor<?xf32>
}
