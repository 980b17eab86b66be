// A program takes arrays: a tuple among its arguments is given part by part, and may be overwritten part by part.

// RUN: pjrt run --device=%device %s --input=f32=1 --input='2xf32=2 3' --input='2xf32=4 5' --expect='2xf32=6 8'
// RUN: pjrt dump --stage=hlo %s | FileCheck %s
// CHECK: HloModule {{.*}}buffer_donor={ (0, {}), (1, {}) }
func.func @main(%t: tuple<tensor<f32>, tuple<tensor<2xf32>>> {jax.buffer_donor = true}, %x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: %Arg_0.0 = f32[] parameter(0)
  // CHECK: %Arg_0.1.0 = f32[2]{0} parameter(1)
  // CHECK: parameter(2)
  %0 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<f32>, tuple<tensor<2xf32>>>) -> tuple<tensor<2xf32>>
  %1 = stablehlo.get_tuple_element %0[0] : (tuple<tensor<2xf32>>) -> tensor<2xf32>
  %2 = stablehlo.add %1, %x : tensor<2xf32>
  return %2 : tensor<2xf32>
}
