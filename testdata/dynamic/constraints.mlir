// Constraints of the dynamic operations.
func.func @main(%y: tensor<4xf32>, %image: tensor<1x4x4x1xf32>, %kernel: tensor<2x2x1x1xf16>) -> tensor<4xf32> {
  %n = stablehlo.constant dense<2> : tensor<1xi32>
  %r = stablehlo.set_dimension_size %y, %n, dim = 0 : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32, #stablehlo.bounds<4>>
  %padding = stablehlo.constant dense<0> : tensor<2x2xi32>
  %c = "stablehlo.dynamic_conv"(%image, %kernel, %padding) {
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    batch_group_count = 1 : i64, feature_group_count = 1 : i64
  } : (tensor<1x4x4x1xf32>, tensor<2x2x1x1xf16>, tensor<2x2xi32>) -> tensor<1x?x?x1xf32>
  return %y : tensor<4xf32>
}
// OUTPUT: exits 2 pjrt run --device cpu %s --input=random
//| error: stablehlo.set_dimension_size: expected a size of rank 0, found s32[1]
//|  --> testdata/dynamic/constraints.mlir:4:8
//|   |
//| 4 |   %r = stablehlo.set_dimension_size %y, %n, dim = 0 : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32, #stablehlo.bounds<4>>
//|   |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_conv: expected an input and a kernel of one element type, found f32 and f16
//|  --> testdata/dynamic/constraints.mlir:6:8
//|   |
//| 6 |   %c = "stablehlo.dynamic_conv"(%image, %kernel, %padding) {
//|   |        ^^^^^^^^^^^^^^^^^^^^^^^^
