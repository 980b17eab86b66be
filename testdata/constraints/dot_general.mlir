// Constraints of the specification on dot_general: an operation that breaks each.

func.func @main(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // dot_general C5
  %0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [-1], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  // dot_general C6
  %1 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [-1], rhs_contracting_dimensions = [1]>} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  // dot_general C7
  %2 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [-1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  // dot_general C8
  %3 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [-1]>} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  // dot_general C11
  %4 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGH, DEFAULT] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  // dot_general C21
  %5 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGH, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  // dot_general C22
  %6 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 0, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  // dot_general C23
  %7 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = -1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  // dot_general C24
  %8 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 0, allow_imprecise_accumulation = false> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}
// -----
func.func @main(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // dot_general C1
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0, 1], contracting_dims = [2] x [2] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  // dot_general C2
  %1 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1, 2] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  // dot_general C3
  %2 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [0] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  // dot_general C4
  %3 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [0] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  // dot_general C5
  %4 = stablehlo.dot_general %a, %b, batching_dims = [3] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  // dot_general C6
  %5 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [3] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  // dot_general C7
  %6 = stablehlo.dot_general %a, %b, batching_dims = [0] x [3], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  // dot_general C8
  %7 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [3] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  // dot_general C9
  %8 = stablehlo.dot_general %a, %b, batching_dims = [1] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  // dot_general C10
  %9 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  // dot_general C12
  %10 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x5x3xf32>
  return
}
// -----
func.func @main(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>, %i: tensor<2x4x5xi32>, %x: tensor<2x3x4x!quant.uniform<i8:f32, 2.0:17>>, %y: tensor<2x4x5x!quant.uniform<i8:f32, 2.0>>, %y1: tensor<2x4x5x!quant.uniform<i8:f32, 2.0:17>>, %ya: tensor<2x4x5x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0, 4.0}>>, %y4: tensor<2x4x5x!quant.uniform<i4:f32, 2.0>>, %yb: tensor<2x4x5x!quant.uniform<i8:bf16, 2.0>>, %yo: tensor<2x4x5x!quant.uniform<i8:f32:2, {1.0, 2.0, 3.0, 4.0, 5.0}>>, %ah: tensor<2x3x4xf16>) {
  // dot_general C14
  %0 = stablehlo.dot_general %x, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32, 2.0:17>>, tensor<2x4x5xf32>) -> tensor<2x3x5x!quant.uniform<i32:f32, 4.0>>
  // dot_general C14
  %1 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5x!quant.uniform<i32:f32, 4.0>>
  // dot_general C15
  %2 = stablehlo.dot_general %x, %y1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32, 2.0:17>>, tensor<2x4x5x!quant.uniform<i8:f32, 2.0:17>>) -> tensor<2x3x5x!quant.uniform<i32:f32, 4.0>>
  // dot_general C16
  %3 = stablehlo.dot_general %x, %ya, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32, 2.0:17>>, tensor<2x4x5x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0, 4.0}>>) -> tensor<2x3x5x!quant.uniform<i32:f32, 4.0>>
  // dot_general C17
  %4 = stablehlo.dot_general %x, %y4, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32, 2.0:17>>, tensor<2x4x5x!quant.uniform<i4:f32, 2.0>>) -> tensor<2x3x5x!quant.uniform<i32:f32, 4.0>>
  // dot_general C18
  %5 = stablehlo.dot_general %x, %yb, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32, 2.0:17>>, tensor<2x4x5x!quant.uniform<i8:bf16, 2.0>>) -> tensor<2x3x5x!quant.uniform<i32:f32, 4.0>>
  // dot_general C19
  %6 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32, 2.0:17>>, tensor<2x4x5x!quant.uniform<i8:f32, 2.0>>) -> tensor<2x3x5x!quant.uniform<i32:f32:2, {1.0, 2.0, 3.0, 4.0, 5.0}>>
  // dot_general C20
  %7 = stablehlo.dot_general %ah, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf16>, tensor<2x4x5x!quant.uniform<i8:f32, 2.0>>) -> tensor<2x3x5xf16>
  return
}
// -----
func.func @main(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>, %i: tensor<2x4x5xi32>, %x: tensor<2x3x4x!quant.uniform<i8:f32, 2.0:17>>, %y: tensor<2x4x5x!quant.uniform<i8:f32, 2.0>>, %y1: tensor<2x4x5x!quant.uniform<i8:f32, 2.0:17>>, %ya: tensor<2x4x5x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0, 4.0}>>, %y4: tensor<2x4x5x!quant.uniform<i4:f32, 2.0>>, %yb: tensor<2x4x5x!quant.uniform<i8:bf16, 2.0>>, %yo: tensor<2x4x5x!quant.uniform<i8:f32:2, {1.0, 2.0, 3.0, 4.0, 5.0}>>, %ah: tensor<2x3x4xf16>) {
  // dot_general C13
  %0 = stablehlo.dot_general %a, %i, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xi32>) -> tensor<2x3x5xf32>
  return
}

// OUTPUT: exits 2 pjrt run --device=interpreter %s
//| error: stablehlo.dot_general: expected `lhs_batching_dimensions` to be at least 0, found -1
//|  --> testdata/constraints/dot_general.mlir:5:8
//|   |
//| 5 |   %0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [-1], rhs_batching_dimension...
//|   |        ^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dot_general: expected `lhs_contracting_dimensions` to be at least 0, found -1
//|  --> testdata/constraints/dot_general.mlir:7:8
//|   |
//| 7 |   %1 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions...
//|   |        ^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dot_general: expected `rhs_batching_dimensions` to be at least 0, found -1
//|  --> testdata/constraints/dot_general.mlir:9:8
//|   |
//| 9 |   %2 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions...
//|   |        ^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dot_general: expected `rhs_contracting_dimensions` to be at least 0, found -1
//|   --> testdata/constraints/dot_general.mlir:11:8
//|    |
//| 11 |   %3 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimension...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dot_general: expected a precision for each of 2 operands, found 3
//|   --> testdata/constraints/dot_general.mlir:13:8
//|    |
//| 13 |   %4 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGH, DEFAULT] :...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dot_general: expected precision DEFAULT beside an algorithm
//|   --> testdata/constraints/dot_general.mlir:15:8
//|    |
//| 15 |   %5 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGH, DEFAULT], algorithm...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dot_general: expected lhs_component_count to be at least 1, found 0
//|   --> testdata/constraints/dot_general.mlir:17:8
//|    |
//| 17 |   %6 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], algorithm = <lhs_precision_type = tf32...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dot_general: expected rhs_component_count to be at least 1, found -1
//|   --> testdata/constraints/dot_general.mlir:19:8
//|    |
//| 19 |   %7 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], algorithm = <lhs_precision_type = tf32...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dot_general: expected num_primitive_operations to be at least 1, found 0
//|   --> testdata/constraints/dot_general.mlir:21:8
//|    |
//| 21 |   %8 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], algorithm = <lhs_precision_type = tf32...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//| error: dot: expected batch dimensions of rhs of sizes [2], found [2,4]
//|   --> testdata/constraints/dot_general.mlir:27:8
//|    |
//| 27 |   %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0, 1], contracting_dims = [2] x [2] : (tensor<2x3x4xf32>, tensor<2x4x5xf...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %dot.2 of computation %main
//|
//| error: dot: expected contracting dimensions of rhs of sizes [4], found [4,5]
//|   --> testdata/constraints/dot_general.mlir:29:8
//|    |
//| 29 |   %1 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1, 2] : (tensor<2x3x4xf32>, tensor<2x4x5xf...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %dot.3 of computation %main
//|
//| error: dot: expected different batch and contracting dimensions of lhs, found [0,0]
//|   --> testdata/constraints/dot_general.mlir:31:8
//|    |
//| 31 |   %2 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [0] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %dot.4 of computation %main
//|
//| error: dot: expected different batch and contracting dimensions of rhs, found [0,0]
//|   --> testdata/constraints/dot_general.mlir:33:8
//|    |
//| 33 |   %3 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [0] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %dot.5 of computation %main
//|
//| error: dot: expected batch and contracting dimensions of lhs below 3, found [3,2]
//|   --> testdata/constraints/dot_general.mlir:35:8
//|    |
//| 35 |   %4 = stablehlo.dot_general %a, %b, batching_dims = [3] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %dot.6 of computation %main
//|
//| error: dot: expected batch and contracting dimensions of lhs below 3, found [0,3]
//|   --> testdata/constraints/dot_general.mlir:37:8
//|    |
//| 37 |   %5 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [3] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %dot.7 of computation %main
//|
//| error: dot: expected batch and contracting dimensions of rhs below 3, found [3,1]
//|   --> testdata/constraints/dot_general.mlir:39:8
//|    |
//| 39 |   %6 = stablehlo.dot_general %a, %b, batching_dims = [0] x [3], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %dot.8 of computation %main
//|
//| error: dot: expected batch and contracting dimensions of rhs below 3, found [0,3]
//|   --> testdata/constraints/dot_general.mlir:41:8
//|    |
//| 41 |   %7 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [3] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %dot.9 of computation %main
//|
//| error: dot: expected batch dimensions of rhs of sizes [3], found [2]
//|   --> testdata/constraints/dot_general.mlir:43:8
//|    |
//| 43 |   %8 = stablehlo.dot_general %a, %b, batching_dims = [1] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %dot.10 of computation %main
//|
//| error: dot: expected contracting dimensions of rhs of sizes [4], found [5]
//|   --> testdata/constraints/dot_general.mlir:45:8
//|    |
//| 45 |   %9 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %dot.11 of computation %main
//|
//| error: dot: expected a result of shape f32[2,3,5], found f32[2,5,3]
//|   --> testdata/constraints/dot_general.mlir:47:9
//|    |
//| 47 |   %10 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32...
//|    |         ^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %dot.12 of computation %main
//| error: stablehlo.dot_general: expected a quantized right side where any side is quantized
//|   --> testdata/constraints/dot_general.mlir:53:8
//|    |
//| 53 |   %0 = stablehlo.dot_general %x, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32, ...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dot_general: expected a quantized right side where any side is quantized
//|   --> testdata/constraints/dot_general.mlir:55:8
//|    |
//| 55 |   %1 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dot_general: expected a zero point of 0 on the right side, found 17
//|   --> testdata/constraints/dot_general.mlir:57:8
//|    |
//| 57 |   %2 = stablehlo.dot_general %x, %y1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32,...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dot_general: expected a right side quantized along no contracting dimension, found 1
//|   --> testdata/constraints/dot_general.mlir:59:8
//|    |
//| 59 |   %3 = stablehlo.dot_general %x, %ya, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32,...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dot_general: expected a right side stored as i8, found i4
//|   --> testdata/constraints/dot_general.mlir:61:8
//|    |
//| 61 |   %4 = stablehlo.dot_general %x, %y4, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32,...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dot_general: expected left side and result of bf16 as the right side, found f32
//|   --> testdata/constraints/dot_general.mlir:63:8
//|    |
//| 63 |   %5 = stablehlo.dot_general %x, %yb, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32,...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dot_general: expected result 0 to be quantized for the whole array as the right side is, found !quant.uniform<i32:f32:2, {1, 2, 3, 4, 5}>
//|   --> testdata/constraints/dot_general.mlir:65:8
//|    |
//| 65 |   %6 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32, ...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dot_general: expected left side and result of f32 as the right side, found f16
//|   --> testdata/constraints/dot_general.mlir:67:8
//|    |
//| 67 |   %7 = stablehlo.dot_general %ah, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf16>, tensor<2x4x5x!qu...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//| error: dot: expected operands of one kind, found f32 and s32
//|   --> testdata/constraints/dot_general.mlir:73:8
//|    |
//| 73 |   %0 = stablehlo.dot_general %a, %i, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xi32>...
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %dot.11 of computation %main
