// dot_general C14 to C20, convolution C28 to C34.

!q = !quant.uniform<i8:f32, 0.5:-3>
!r = !quant.uniform<i8:f32, 0.25>
!w = !quant.uniform<i16:f32, 0.5>
!h = !quant.uniform<i8:f16, 0.5>
!a = !quant.uniform<i8:f32:0, {0.5, 0.25}>
!b = !quant.uniform<i8:f32:1, {0.5, 0.25}>

func.func @main(%x: tensor<2x2xf32>, %q: tensor<2x2x!q>, %r: tensor<2x2x!r>, %w: tensor<2x2x!w>, %h: tensor<2x2x!h>, %a: tensor<2x2x!a>, %b: tensor<2x2x!b>) {
  %c14 = stablehlo.dot_general %x, %r, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2x!r>) -> tensor<2x2x!r>
  %c14b = stablehlo.dot_general %q, %x, contracting_dims = [1] x [0] : (tensor<2x2x!q>, tensor<2x2xf32>) -> tensor<2x2x!r>
  %c15 = stablehlo.dot_general %q, %q, contracting_dims = [1] x [0] : (tensor<2x2x!q>, tensor<2x2x!q>) -> tensor<2x2x!r>
  %c16 = stablehlo.dot_general %q, %a, contracting_dims = [1] x [0] : (tensor<2x2x!q>, tensor<2x2x!a>) -> tensor<2x2x!r>
  %c17 = stablehlo.dot_general %q, %w, contracting_dims = [1] x [0] : (tensor<2x2x!q>, tensor<2x2x!w>) -> tensor<2x2x!r>
  %c18 = stablehlo.dot_general %q, %h, contracting_dims = [1] x [0] : (tensor<2x2x!q>, tensor<2x2x!h>) -> tensor<2x2x!r>
  %c19 = stablehlo.dot_general %q, %r, contracting_dims = [1] x [0] : (tensor<2x2x!q>, tensor<2x2x!r>) -> tensor<2x2x!b>
  %c20 = stablehlo.dot_general %x, %h, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2x!h>) -> tensor<2x2xf32>
  %lhs = stablehlo.dot_general %a, %r, contracting_dims = [1] x [0] : (tensor<2x2x!a>, tensor<2x2x!r>) -> tensor<2x2x!r>
  %shape = stablehlo.dot_general %q, %r, contracting_dims = [1] x [0] : (tensor<2x2x!q>, tensor<2x2x!r>) -> tensor<2x3x!r>
  %c29 = stablehlo.convolution(%q, %a) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x2x!q>, tensor<2x2x!a>) -> tensor<2x2x!r>
  %c30 = stablehlo.convolution(%q, %b) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x2x!q>, tensor<2x2x!b>) -> tensor<2x2x!a>
  return
}

// OUTPUT: exits 2 pjrt dump --stage=hlo %s
//| error: stablehlo.dot_general: expected left side and result to be both quantized, or both not
//|   --> testdata/quantized/errors/products.mlir:11:10
//|    |
//| 11 |   %c14 = stablehlo.dot_general %x, %r, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2x!r>) -> tensor<2x2x!r>
//|    |          ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dot_general: expected a quantized right side where any side is quantized
//|   --> testdata/quantized/errors/products.mlir:12:11
//|    |
//| 12 |   %c14b = stablehlo.dot_general %q, %x, contracting_dims = [1] x [0] : (tensor<2x2x!q>, tensor<2x2xf32>) -> tensor<2x2x!r>
//|    |           ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dot_general: expected a zero point of 0 on the right side, found -3
//|   --> testdata/quantized/errors/products.mlir:13:10
//|    |
//| 13 |   %c15 = stablehlo.dot_general %q, %q, contracting_dims = [1] x [0] : (tensor<2x2x!q>, tensor<2x2x!q>) -> tensor<2x2x!r>
//|    |          ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dot_general: expected a right side quantized along no contracting dimension, found 0
//|   --> testdata/quantized/errors/products.mlir:14:10
//|    |
//| 14 |   %c16 = stablehlo.dot_general %q, %a, contracting_dims = [1] x [0] : (tensor<2x2x!q>, tensor<2x2x!a>) -> tensor<2x2x!r>
//|    |          ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dot_general: expected a right side stored as i8, found i16
//|   --> testdata/quantized/errors/products.mlir:15:10
//|    |
//| 15 |   %c17 = stablehlo.dot_general %q, %w, contracting_dims = [1] x [0] : (tensor<2x2x!q>, tensor<2x2x!w>) -> tensor<2x2x!r>
//|    |          ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dot_general: expected left side and result of f16 as the right side, found f32
//|   --> testdata/quantized/errors/products.mlir:16:10
//|    |
//| 16 |   %c18 = stablehlo.dot_general %q, %h, contracting_dims = [1] x [0] : (tensor<2x2x!q>, tensor<2x2x!h>) -> tensor<2x2x!r>
//|    |          ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dot_general: expected result 0 to be quantized for the whole array as the right side is, found !quant.uniform<i8:f32:1, {0.5, 0.25}>
//|   --> testdata/quantized/errors/products.mlir:17:10
//|    |
//| 17 |   %c19 = stablehlo.dot_general %q, %r, contracting_dims = [1] x [0] : (tensor<2x2x!q>, tensor<2x2x!r>) -> tensor<2x2x!b>
//|    |          ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dot_general: expected left side and result of f16 as the right side, found f32
//|   --> testdata/quantized/errors/products.mlir:18:10
//|    |
//| 18 |   %c20 = stablehlo.dot_general %x, %h, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2x!h>) -> tensor<2x2xf32>
//|    |          ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dot_general: expected operand 0 to be quantized for the whole array, found !quant.uniform<i8:f32:0, {0.5, 0.25}>
//|   --> testdata/quantized/errors/products.mlir:19:10
//|    |
//| 19 |   %lhs = stablehlo.dot_general %a, %r, contracting_dims = [1] x [0] : (tensor<2x2x!a>, tensor<2x2x!r>) -> tensor<2x2x!r>
//|    |          ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dot_general: expected a result of dimensions [2, 2], found dimensions [2, 3]
//|   --> testdata/quantized/errors/products.mlir:20:12
//|    |
//| 20 |   %shape = stablehlo.dot_general %q, %r, contracting_dims = [1] x [0] : (tensor<2x2x!q>, tensor<2x2x!r>) -> tensor<2x3x!r>
//|    |            ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.convolution: expected the right side to be quantized along 1, the kernel_output_feature_dimension, found 0
//|   --> testdata/quantized/errors/products.mlir:21:10
//|    |
//| 21 |   %c29 = stablehlo.convolution(%q, %a) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_...
//|    |          ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.convolution: expected the result to be quantized along 1, the output_feature_dimension, found 0
//|   --> testdata/quantized/errors/products.mlir:22:10
//|    |
//| 22 |   %c30 = stablehlo.convolution(%q, %b) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_...
//|    |          ^^^^^^^^^^^^^^^^^^^^^
