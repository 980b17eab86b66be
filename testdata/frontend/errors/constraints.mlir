// Constraints about attributes that HLO's operations do not have.

func.func @main(%x: tensor<2x3xf32>, %v: tensor<4xf32>, %a: tensor<2x2xf32>, %i: tensor<1x4x4x1xi64>, %k: tensor<3x3x1x1xi32>, %s: tensor<f32>) {
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT, DEFAULT] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 0, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %3 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = f32, rhs_precision_type = i8, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %4 = stablehlo.convolution(%i, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1xi64>, tensor<3x3x1x1xi32>) -> tensor<1x2x2x1xi64>
  %5 = "stablehlo.map"(%x) ({
  ^bb0(%e: tensor<f32>):
    stablehlo.return %e : tensor<f32>
  }) {dimensions = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %6 = stablehlo.imag %v : (tensor<4xf32>) -> tensor<4xf16>
  %7 = "stablehlo.triangular_solve"(%a, %a) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE_INVALID>} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %8 = "stablehlo.cosine"(%v) {result_accuracy = #stablehlo.result_accuracy<atol = 1.0, rtol = 0.0, ulps = 4, mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : (tensor<4xf32>) -> tensor<4xf32>
  %9 = "stablehlo.reduce_window"(%x, %s) ({
  ^bb0(%e: tensor<f32>, %f: tensor<f32>):
    stablehlo.return %e : tensor<f32>
  }) {window_dimensions = array<i64: 2, 1>, padding = dense<[[2], [2], [0], [0]]> : tensor<4x1xi64>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x3xf32>
  %10 = "stablehlo.custom_call"(%v) {call_target_name = "f", operand_layouts = [dense<0> : tensor<1xindex>]} : (tensor<4xf32>) -> tensor<4xf32>
  %11 = "stablehlo.custom_call"(%v) {call_target_name = "f", operand_layouts = [], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<4xf32>) -> tensor<4xf32>
  %12 = "stablehlo.custom_call"(%x) {call_target_name = "f", operand_layouts = [dense<[0, 2]> : tensor<2xindex>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<2x3xf32>) -> tensor<4xf32>
  %13 = "stablehlo.custom_call"(%v) {call_target_name = "f", api_version = 4 : i32, backend_config = "text"} : (tensor<4xf32>) -> tensor<4xf32>
  %14 = "stablehlo.custom_call"(%v) {call_target_name = "f", api_version = 2 : i32, backend_config = {key = 1 : i32}} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// OUTPUT: exits 2 pjrt dump --stage=hlo %s
//| error: stablehlo.dot_general: expected a precision for each of 2 operands, found 3
//|  --> testdata/frontend/errors/constraints.mlir:4:8
//|   |
//| 4 |   %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT, DEFAULT] : (tensor<2x2xf32>, tensor...
//|   |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dot_general: expected precision DEFAULT beside an algorithm
//|  --> testdata/frontend/errors/constraints.mlir:5:8
//|   |
//| 5 |   %1 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST], algorithm = <lhs_precision_type = ...
//|   |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dot_general: expected rhs_component_count to be at least 1, found 0
//|  --> testdata/frontend/errors/constraints.mlir:6:8
//|   |
//| 6 |   %2 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32,...
//|   |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dot_general: no algorithm multiplies f32 by i8 in 1 products summed in f32
//|  --> testdata/frontend/errors/constraints.mlir:7:8
//|   |
//| 7 |   %3 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = f32, rhs_precision_type = i8, ac...
//|   |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.convolution: expected an input and a kernel of one element type, found i64 and i32
//|  --> testdata/frontend/errors/constraints.mlir:8:8
//|   |
//| 8 |   %4 = stablehlo.convolution(%i, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64,...
//|   |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.map: expected dimensions [0, 1], found [1, 0]
//|  --> testdata/frontend/errors/constraints.mlir:9:8
//|   |
//| 9 |   %5 = "stablehlo.map"(%x) ({
//|   |        ^^^^^^^^^^^^^^^
//|
//| error: stablehlo.imag: expected elements of type f16, found f32
//|   --> testdata/frontend/errors/constraints.mlir:13:8
//|    |
//| 13 |   %6 = stablehlo.imag %v : (tensor<4xf32>) -> tensor<4xf16>
//|    |        ^^^^^^^^^^^^^^
//|
//| error: stablehlo.triangular_solve: expected NO_TRANSPOSE, TRANSPOSE or ADJOINT, found `TRANSPOSE_INVALID`
//|   --> testdata/frontend/errors/constraints.mlir:14:8
//|    |
//| 14 |   %7 = "stablehlo.triangular_solve"(%a, %a) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpo...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.cosine: expected no tolerance under the accuracy HIGHEST, found one above zero
//|   --> testdata/frontend/errors/constraints.mlir:15:8
//|    |
//| 15 |   %8 = "stablehlo.cosine"(%v) {result_accuracy = #stablehlo.result_accuracy<atol = 1.0, rtol = 0.0, ulps = 4, mode = #stablehlo.resu...
//|    |        ^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.reduce_window: expected padding of shape [n, 2], found [4, 1]
//|   --> testdata/frontend/errors/constraints.mlir:16:8
//|    |
//| 16 |   %9 = "stablehlo.reduce_window"(%x, %s) ({
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.custom_call: expected layouts of operands and results, or of neither
//|   --> testdata/frontend/errors/constraints.mlir:20:9
//|    |
//| 20 |   %10 = "stablehlo.custom_call"(%v) {call_target_name = "f", operand_layouts = [dense<0> : tensor<1xindex>]} : (tensor<4xf32>) -> te...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.custom_call: expected 1 operand layouts, found 0
//|   --> testdata/frontend/errors/constraints.mlir:21:9
//|    |
//| 21 |   %11 = "stablehlo.custom_call"(%v) {call_target_name = "f", operand_layouts = [], result_layouts = [dense<0> : tensor<1xindex>]} : ...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.custom_call: expected the layout of operand 0 to be a permutation of 2 dimensions, found [0, 2]
//|   --> testdata/frontend/errors/constraints.mlir:22:9
//|    |
//| 22 |   %12 = "stablehlo.custom_call"(%x) {call_target_name = "f", operand_layouts = [dense<[0, 2]> : tensor<2xindex>], result_layouts = [...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.custom_call: expected backend_config to be a dictionary under api_version 4
//|   --> testdata/frontend/errors/constraints.mlir:23:9
//|    |
//| 23 |   %13 = "stablehlo.custom_call"(%v) {call_target_name = "f", api_version = 4 : i32, backend_config = "text"} : (tensor<4xf32>) -> te...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.custom_call: expected backend_config to be a string under api_version 2
//|   --> testdata/frontend/errors/constraints.mlir:24:9
//|    |
//| 24 |   %14 = "stablehlo.custom_call"(%v) {call_target_name = "f", api_version = 2 : i32, backend_config = {key = 1 : i32}} : (tensor<4xf3...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^
