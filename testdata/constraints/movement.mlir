// Constraints of the specification on operations that move elements: an operation that breaks each.

func.func @main(%m: tensor<2x3xf32>, %d: tensor<2x3xf64>, %q: tensor<3x3xf32>, %u: tensor<1x2xf32>, %s: tensor<f32>, %e: tensor<f64>, %i: tensor<i32>, %l: tensor<i64>) {
  // broadcast_in_dim C1
  %0 = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf64>
  // broadcast_in_dim C2
  %1 = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // broadcast_in_dim C3
  %2 = stablehlo.broadcast_in_dim %m, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // broadcast_in_dim C3
  %3 = "stablehlo.broadcast_in_dim"(%m) {broadcast_dimensions = array<i64: 0, -1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // broadcast_in_dim C4
  %4 = stablehlo.broadcast_in_dim %q, dims = [1, 1] : (tensor<3x3xf32>) -> tensor<2x3xf32>
  // broadcast_in_dim C5
  %5 = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<4x3xf32>
  // concatenate C3
  %6 = "stablehlo.concatenate"() {dimension = 0 : i64} : () -> tensor<2xf32>
  // concatenate C4
  %7 = "stablehlo.concatenate"(%m, %m) {dimension = -1 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  // dynamic_slice C2
  %8 = stablehlo.dynamic_slice %m, %i, sizes = [1, 2] : (tensor<2x3xf32>, tensor<i32>) -> tensor<1x2xf32>
  // dynamic_slice C2
  %9 = stablehlo.dynamic_slice %m, %i, %i, sizes = [1] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
  // dynamic_slice C4
  %10 = stablehlo.dynamic_slice %m, %i, %i, sizes = [-1, 2] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
  // dynamic_update_slice C4
  %11 = stablehlo.dynamic_update_slice %m, %u, %i : (tensor<2x3xf32>, tensor<1x2xf32>, tensor<i32>) -> tensor<2x3xf32>
  // get_dimension_size C1
  %12 = stablehlo.get_dimension_size %m, dim = 2 : (tensor<2x3xf32>) -> tensor<i32>
  // get_dimension_size C1
  %13 = "stablehlo.get_dimension_size"(%m) {dimension = -1 : i64} : (tensor<2x3xf32>) -> tensor<i32>
  // iota C1
  %14 = "stablehlo.iota"() {iota_dimension = -1 : i64} : () -> tensor<4xf32>
  // pad C2
  %15 = stablehlo.pad %m, %s, low = [0], high = [0, 1], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x4xf32>
  // pad C2
  %16 = stablehlo.pad %m, %s, low = [0, 0], high = [1], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x4xf32>
  // pad C2
  %17 = stablehlo.pad %m, %s, low = [0, 0], high = [0, 1], interior = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x4xf32>
  // pad C3
  %18 = stablehlo.pad %m, %s, low = [0, 0], high = [0, 1], interior = [0, -1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x2xf32>
  // reverse C3
  %19 = "stablehlo.reverse"(%m) {dimensions = array<i64: -1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // slice C3
  %20 = "stablehlo.slice"(%m) {start_indices = array<i64: -1, 0>, limit_indices = array<i64: 2, 3>, strides = array<i64: 1, 1>} : (tensor<2x3xf32>) -> tensor<3x3xf32>
  // slice C4
  %21 = "stablehlo.slice"(%m) {start_indices = array<i64: 0, 0>, limit_indices = array<i64: 2, 3>, strides = array<i64: -1, 1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @main(%m: tensor<2x3xf32>, %d: tensor<2x3xf64>, %q: tensor<3x3xf32>, %u: tensor<1x2xf32>, %s: tensor<f32>, %e: tensor<f64>, %i: tensor<i32>, %l: tensor<i64>) {
  // concatenate C1
  %0 = "stablehlo.concatenate"(%m, %d) {dimension = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf64>) -> tensor<4x3xf32>
  // concatenate C2
  %1 = "stablehlo.concatenate"(%m, %q) {dimension = 1 : i64} : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<2x6xf32>
  // concatenate C4
  %2 = "stablehlo.concatenate"(%m, %m) {dimension = 2 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  // concatenate C5
  %3 = "stablehlo.concatenate"(%m, %m) {dimension = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf64>
  // concatenate C6
  %4 = "stablehlo.concatenate"(%m, %m) {dimension = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<5x3xf32>
  // dynamic_slice C1
  %5 = stablehlo.dynamic_slice %m, %i, %i, sizes = [1, 2] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf64>
  // dynamic_slice C3
  %6 = stablehlo.dynamic_slice %m, %i, %l, sizes = [1, 2] : (tensor<2x3xf32>, tensor<i32>, tensor<i64>) -> tensor<1x2xf32>
  // dynamic_slice C4
  %7 = stablehlo.dynamic_slice %m, %i, %i, sizes = [1, 4] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
  // dynamic_slice C5
  %8 = stablehlo.dynamic_slice %m, %i, %i, sizes = [1, 2] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
  // dynamic_update_slice C1
  %9 = stablehlo.dynamic_update_slice %m, %u, %i, %i : (tensor<2x3xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<3x3xf32>
  // dynamic_update_slice C2
  %10 = stablehlo.dynamic_update_slice %d, %u, %i, %i : (tensor<2x3xf64>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf64>
  // dynamic_update_slice C3
  %11 = stablehlo.dynamic_update_slice %m, %s, %i, %i : (tensor<2x3xf32>, tensor<f32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  // dynamic_update_slice C5
  %12 = stablehlo.dynamic_update_slice %m, %u, %i, %l : (tensor<2x3xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i64>) -> tensor<2x3xf32>
  // dynamic_update_slice C6
  %13 = stablehlo.dynamic_update_slice %m, %q, %i, %i : (tensor<2x3xf32>, tensor<3x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  // iota C1
  %14 = stablehlo.iota dim = 1 : tensor<4xf32>
  // pad C1
  %15 = stablehlo.pad %m, %e, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<2x3xf32>, tensor<f64>) -> tensor<2x4xf32>
  // pad C1
  %16 = stablehlo.pad %m, %s, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x4xf64>
  // pad C4
  %17 = stablehlo.pad %m, %s, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x5xf32>
  // pad C4
  %18 = stablehlo.pad %m, %s, low = [0, 0], high = [-3, 0], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  // reshape C1
  %19 = stablehlo.reshape %m : (tensor<2x3xf32>) -> tensor<6xf64>
  // reshape C2
  %20 = stablehlo.reshape %m : (tensor<2x3xf32>) -> tensor<7xf32>
  // reverse C1
  %21 = "stablehlo.reverse"(%m) {dimensions = array<i64: 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  // reverse C2
  %22 = stablehlo.reverse %m, dims = [0, 0] : tensor<2x3xf32>
  // reverse C3
  %23 = stablehlo.reverse %m, dims = [2] : tensor<2x3xf32>
  // slice C1
  %24 = stablehlo.slice %m [0:2, 0:2] : (tensor<2x3xf32>) -> tensor<2x2xf64>
  // slice C2
  %25 = stablehlo.slice %m [0:2] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // slice C2
  %26 = "stablehlo.slice"(%m) {start_indices = array<i64: 0, 0>, limit_indices = array<i64: 2>, strides = array<i64: 1, 1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // slice C2
  %27 = "stablehlo.slice"(%m) {start_indices = array<i64: 0, 0>, limit_indices = array<i64: 2, 3>, strides = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // slice C3
  %28 = stablehlo.slice %m [0:2, 0:4] : (tensor<2x3xf32>) -> tensor<2x4xf32>
  // slice C3
  %29 = stablehlo.slice %m [0:2, 2:1] : (tensor<2x3xf32>) -> tensor<2x0xf32>
  // slice C4
  %30 = stablehlo.slice %m [0:2:0, 0:3] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // slice C5
  %31 = stablehlo.slice %m [0:2, 0:3:2] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // transpose C1
  %32 = stablehlo.transpose %m, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf64>
  // transpose C2
  %33 = stablehlo.transpose %m, dims = [0, 0] : (tensor<2x3xf32>) -> tensor<2x2xf32>
  // transpose C2
  %34 = stablehlo.transpose %m, dims = [1, 2] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  // transpose C3
  %35 = stablehlo.transpose %m, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// OUTPUT: exits 2 pjrt run --device=interpreter %s
//| error: stablehlo.broadcast_in_dim: the result, declared tensor<2x3xf64>, has another shape: expected elements of type f64, found f32
//|  --> testdata/constraints/movement.mlir:5:8
//|   |
//| 5 |   %0 = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf64>
//|   |        ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.broadcast_in_dim: expected one dimension for each of the operand's 2, found 1
//|  --> testdata/constraints/movement.mlir:7:8
//|   |
//| 7 |   %1 = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
//|   |        ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.broadcast_in_dim: expected dimensions below the result's 2, found 2
//|  --> testdata/constraints/movement.mlir:9:8
//|   |
//| 9 |   %2 = stablehlo.broadcast_in_dim %m, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x3xf32>
//|   |        ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.broadcast_in_dim: expected `broadcast_dimensions` to be at least 0, found -1
//|   --> testdata/constraints/movement.mlir:11:8
//|    |
//| 11 |   %3 = "stablehlo.broadcast_in_dim"(%m) {broadcast_dimensions = array<i64: 0, -1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.broadcast_in_dim: dimension 1 is named twice
//|   --> testdata/constraints/movement.mlir:13:8
//|    |
//| 13 |   %4 = stablehlo.broadcast_in_dim %q, dims = [1, 1] : (tensor<3x3xf32>) -> tensor<2x3xf32>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.broadcast_in_dim: operand dimension 0 of size 2 cannot become one of size 4
//|   --> testdata/constraints/movement.mlir:15:8
//|    |
//| 15 |   %5 = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<4x3xf32>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: expected size 1, or the same size
//|
//| error: stablehlo.concatenate: expected at least 1 operands, found 0
//|   --> testdata/constraints/movement.mlir:17:8
//|    |
//| 17 |   %6 = "stablehlo.concatenate"() {dimension = 0 : i64} : () -> tensor<2xf32>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.concatenate: expected `dimension` to be at least 0, found -1
//|   --> testdata/constraints/movement.mlir:19:8
//|    |
//| 19 |   %7 = "stablehlo.concatenate"(%m, %m) {dimension = -1 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_slice: expected 3 operands, found 2
//|   --> testdata/constraints/movement.mlir:21:8
//|    |
//| 21 |   %8 = stablehlo.dynamic_slice %m, %i, sizes = [1, 2] : (tensor<2x3xf32>, tensor<i32>) -> tensor<1x2xf32>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_slice: expected 2 operands, found 3
//|   --> testdata/constraints/movement.mlir:23:8
//|    |
//| 23 |   %9 = stablehlo.dynamic_slice %m, %i, %i, sizes = [1] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_slice: expected `slice_sizes` to be at least 0, found -1
//|   --> testdata/constraints/movement.mlir:25:9
//|    |
//| 25 |   %10 = stablehlo.dynamic_slice %m, %i, %i, sizes = [-1, 2] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.dynamic_update_slice: expected 4 operands, found 3
//|   --> testdata/constraints/movement.mlir:27:9
//|    |
//| 27 |   %11 = stablehlo.dynamic_update_slice %m, %u, %i : (tensor<2x3xf32>, tensor<1x2xf32>, tensor<i32>) -> tensor<2x3xf32>
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.get_dimension_size: expected a dimension below 2, found 2
//|   --> testdata/constraints/movement.mlir:29:9
//|    |
//| 29 |   %12 = stablehlo.get_dimension_size %m, dim = 2 : (tensor<2x3xf32>) -> tensor<i32>
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.get_dimension_size: expected `dimension` to be at least 0, found -1
//|   --> testdata/constraints/movement.mlir:31:9
//|    |
//| 31 |   %13 = "stablehlo.get_dimension_size"(%m) {dimension = -1 : i64} : (tensor<2x3xf32>) -> tensor<i32>
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.iota: expected `iota_dimension` to be at least 0, found -1
//|   --> testdata/constraints/movement.mlir:33:9
//|    |
//| 33 |   %14 = "stablehlo.iota"() {iota_dimension = -1 : i64} : () -> tensor<4xf32>
//|    |         ^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.pad: expected low, high and interior padding for 2 dimensions
//|   --> testdata/constraints/movement.mlir:35:9
//|    |
//| 35 |   %15 = stablehlo.pad %m, %s, low = [0], high = [0, 1], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x4xf32>
//|    |         ^^^^^^^^^^^^^
//|
//| error: stablehlo.pad: expected low, high and interior padding for 2 dimensions
//|   --> testdata/constraints/movement.mlir:37:9
//|    |
//| 37 |   %16 = stablehlo.pad %m, %s, low = [0, 0], high = [1], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x4xf32>
//|    |         ^^^^^^^^^^^^^
//|
//| error: stablehlo.pad: expected low, high and interior padding for 2 dimensions
//|   --> testdata/constraints/movement.mlir:39:9
//|    |
//| 39 |   %17 = stablehlo.pad %m, %s, low = [0, 0], high = [0, 1], interior = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x4xf32>
//|    |         ^^^^^^^^^^^^^
//|
//| error: stablehlo.pad: expected `interior_padding` to be at least 0, found -1
//|   --> testdata/constraints/movement.mlir:41:9
//|    |
//| 41 |   %18 = stablehlo.pad %m, %s, low = [0, 0], high = [0, 1], interior = [0, -1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x2xf32>
//|    |         ^^^^^^^^^^^^^
//|
//| error: stablehlo.reverse: expected `dimensions` to be at least 0, found -1
//|   --> testdata/constraints/movement.mlir:43:9
//|    |
//| 43 |   %19 = "stablehlo.reverse"(%m) {dimensions = array<i64: -1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
//|    |         ^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.slice: expected `start_indices` to be at least 0, found -1
//|   --> testdata/constraints/movement.mlir:45:9
//|    |
//| 45 |   %20 = "stablehlo.slice"(%m) {start_indices = array<i64: -1, 0>, limit_indices = array<i64: 2, 3>, strides = array<i64: 1, 1>} : (t...
//|    |         ^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.slice: expected `strides` to be at least 0, found -1
//|   --> testdata/constraints/movement.mlir:47:9
//|    |
//| 47 |   %21 = "stablehlo.slice"(%m) {start_indices = array<i64: 0, 0>, limit_indices = array<i64: 2, 3>, strides = array<i64: -1, 1>} : (t...
//|    |         ^^^^^^^^^^^^^^^^^
//| error: concatenate: expected operand 1 with element type f32, found f64
//|   --> testdata/constraints/movement.mlir:53:8
//|    |
//| 53 |   %0 = "stablehlo.concatenate"(%m, %d) {dimension = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf64>) -> tensor<4x3xf32>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %concatenate.8 of computation %main
//|
//| error: concatenate: expected operand 1 with dimensions [2,3] except in dimension 1, found [3,3]
//|   --> testdata/constraints/movement.mlir:55:8
//|    |
//| 55 |   %1 = "stablehlo.concatenate"(%m, %q) {dimension = 1 : i64} : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<2x6xf32>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %concatenate.9 of computation %main
//|
//| error: concatenate: expected a dimension below 2, found [2]
//|   --> testdata/constraints/movement.mlir:57:8
//|    |
//| 57 |   %2 = "stablehlo.concatenate"(%m, %m) {dimension = 2 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %concatenate.10 of computation %main
//|
//| error: concatenate: expected a result of shape f32[4,3], found f64[4,3]
//|   --> testdata/constraints/movement.mlir:59:8
//|    |
//| 59 |   %3 = "stablehlo.concatenate"(%m, %m) {dimension = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf64>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %concatenate.11 of computation %main
//|
//| error: concatenate: expected a result of shape f32[4,3], found f32[5,3]
//|   --> testdata/constraints/movement.mlir:61:8
//|    |
//| 61 |   %4 = "stablehlo.concatenate"(%m, %m) {dimension = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<5x3xf32>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %concatenate.12 of computation %main
//|
//| error: dynamic-slice: expected a result of shape f32[1,2], found f64[1,2]
//|   --> testdata/constraints/movement.mlir:63:8
//|    |
//| 63 |   %5 = stablehlo.dynamic_slice %m, %i, %i, sizes = [1, 2] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf64>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %dynamic-slice.13 of computation %main
//|
//| error: dynamic-slice: expected start index 1 of shape s32[], found s64[]
//|   --> testdata/constraints/movement.mlir:65:8
//|    |
//| 65 |   %6 = stablehlo.dynamic_slice %m, %i, %l, sizes = [1, 2] : (tensor<2x3xf32>, tensor<i32>, tensor<i64>) -> tensor<1x2xf32>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %dynamic-slice.14 of computation %main
//|
//| error: dynamic-slice: expected slice sizes up to [2,3], found [1,4]
//|   --> testdata/constraints/movement.mlir:67:8
//|    |
//| 67 |   %7 = stablehlo.dynamic_slice %m, %i, %i, sizes = [1, 4] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %dynamic-slice.15 of computation %main
//|
//| error: dynamic-slice: expected a result of shape f32[1,2], found f32[2,2]
//|   --> testdata/constraints/movement.mlir:69:8
//|    |
//| 69 |   %8 = stablehlo.dynamic_slice %m, %i, %i, sizes = [1, 2] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %dynamic-slice.16 of computation %main
//|
//| error: dynamic-update-slice: expected a result of shape f32[2,3], found f32[3,3]
//|   --> testdata/constraints/movement.mlir:71:8
//|    |
//| 71 |   %9 = stablehlo.dynamic_update_slice %m, %u, %i, %i : (tensor<2x3xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<3x3xf32>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %dynamic-update-slice.17 of computation %main
//|
//| error: dynamic-update-slice: expected an update with element type f64, found f32
//|   --> testdata/constraints/movement.mlir:73:9
//|    |
//| 73 |   %10 = stablehlo.dynamic_update_slice %d, %u, %i, %i : (tensor<2x3xf64>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf64>
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %dynamic-update-slice.18 of computation %main
//|
//| error: dynamic-update-slice: expected an update of rank 2, found 0
//|   --> testdata/constraints/movement.mlir:75:9
//|    |
//| 75 |   %11 = stablehlo.dynamic_update_slice %m, %s, %i, %i : (tensor<2x3xf32>, tensor<f32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %dynamic-update-slice.19 of computation %main
//|
//| error: dynamic-update-slice: expected start index 1 of shape s32[], found s64[]
//|   --> testdata/constraints/movement.mlir:77:9
//|    |
//| 77 |   %12 = stablehlo.dynamic_update_slice %m, %u, %i, %l : (tensor<2x3xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i64>) -> tensor<2x3xf32>
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %dynamic-update-slice.20 of computation %main
//|
//| error: dynamic-update-slice: expected an update of sizes up to [2,3], found [3,3]
//|   --> testdata/constraints/movement.mlir:79:9
//|    |
//| 79 |   %13 = stablehlo.dynamic_update_slice %m, %q, %i, %i : (tensor<2x3xf32>, tensor<3x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %dynamic-update-slice.21 of computation %main
//|
//| error: iota: expected an iota dimension below 1, found [1]
//|   --> testdata/constraints/movement.mlir:81:9
//|    |
//| 81 |   %14 = stablehlo.iota dim = 1 : tensor<4xf32>
//|    |         ^^^^^^^^^^^^^^
//|    |
//|    = note: in %iota.22 of computation %main
//|
//| error: pad: expected a padding value with element type f32, found f64
//|   --> testdata/constraints/movement.mlir:83:9
//|    |
//| 83 |   %15 = stablehlo.pad %m, %e, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<2x3xf32>, tensor<f64>) -> tensor<2x4xf32>
//|    |         ^^^^^^^^^^^^^
//|    |
//|    = note: in %pad.23 of computation %main
//|
//| error: pad: expected a result of shape f32[2,4], found f64[2,4]
//|   --> testdata/constraints/movement.mlir:85:9
//|    |
//| 85 |   %16 = stablehlo.pad %m, %s, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x4xf64>
//|    |         ^^^^^^^^^^^^^
//|    |
//|    = note: in %pad.24 of computation %main
//|
//| error: pad: expected a result of shape f32[2,4], found f32[2,5]
//|   --> testdata/constraints/movement.mlir:87:9
//|    |
//| 87 |   %17 = stablehlo.pad %m, %s, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x5xf32>
//|    |         ^^^^^^^^^^^^^
//|    |
//|    = note: in %pad.25 of computation %main
//|
//| error: pad: expected a size of at least 0 in dimension 0, found -1
//|   --> testdata/constraints/movement.mlir:89:9
//|    |
//| 89 |   %18 = stablehlo.pad %m, %s, low = [0, 0], high = [-3, 0], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
//|    |         ^^^^^^^^^^^^^
//|    |
//|    = note: in %pad.26 of computation %main
//|
//| error: reshape: expected a result of shape f32[6], found f64[6]
//|   --> testdata/constraints/movement.mlir:91:9
//|    |
//| 91 |   %19 = stablehlo.reshape %m : (tensor<2x3xf32>) -> tensor<6xf64>
//|    |         ^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %reshape.27 of computation %main
//|
//| error: reshape: expected a number of elements of 6, found 7
//|   --> testdata/constraints/movement.mlir:93:9
//|    |
//| 93 |   %20 = stablehlo.reshape %m : (tensor<2x3xf32>) -> tensor<7xf32>
//|    |         ^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %reshape.28 of computation %main
//|
//| error: reverse: expected a result of shape f32[2,3], found f32[3,2]
//|   --> testdata/constraints/movement.mlir:95:9
//|    |
//| 95 |   %21 = "stablehlo.reverse"(%m) {dimensions = array<i64: 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
//|    |         ^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %reverse.29 of computation %main
//|
//| error: reverse: expected different reversed dimensions, found [0,0]
//|   --> testdata/constraints/movement.mlir:97:9
//|    |
//| 97 |   %22 = stablehlo.reverse %m, dims = [0, 0] : tensor<2x3xf32>
//|    |         ^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %reverse.30 of computation %main
//|
//| error: reverse: expected reversed dimensions below 2, found [2]
//|   --> testdata/constraints/movement.mlir:99:9
//|    |
//| 99 |   %23 = stablehlo.reverse %m, dims = [2] : tensor<2x3xf32>
//|    |         ^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %reverse.31 of computation %main
//|
//| error: slice: expected a result of shape f32[2,2], found f64[2,2]
//|    --> testdata/constraints/movement.mlir:101:9
//|     |
//| 101 |   %24 = stablehlo.slice %m [0:2, 0:2] : (tensor<2x3xf32>) -> tensor<2x2xf64>
//|     |         ^^^^^^^^^^^^^^^
//|     |
//|     = note: in %slice.32 of computation %main
//|
//| error: slice: expected a number of starts of 2, found 1
//|    --> testdata/constraints/movement.mlir:103:9
//|     |
//| 103 |   %25 = stablehlo.slice %m [0:2] : (tensor<2x3xf32>) -> tensor<2x3xf32>
//|     |         ^^^^^^^^^^^^^^^
//|     |
//|     = note: in %slice.33 of computation %main
//|
//| error: slice: expected a number of limits of 2, found 1
//|    --> testdata/constraints/movement.mlir:105:9
//|     |
//| 105 |   %26 = "stablehlo.slice"(%m) {start_indices = array<i64: 0, 0>, limit_indices = array<i64: 2>, strides = array<i64: 1, 1>} : (tens...
//|     |         ^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %slice.34 of computation %main
//|
//| error: slice: expected a number of strides of 2, found 1
//|    --> testdata/constraints/movement.mlir:107:9
//|     |
//| 107 |   %27 = "stablehlo.slice"(%m) {start_indices = array<i64: 0, 0>, limit_indices = array<i64: 2, 3>, strides = array<i64: 1>} : (tens...
//|     |         ^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %slice.35 of computation %main
//|
//| error: slice: expected start <= limit <= 3 in dimension 1, found start 0 and limit 4
//|    --> testdata/constraints/movement.mlir:109:9
//|     |
//| 109 |   %28 = stablehlo.slice %m [0:2, 0:4] : (tensor<2x3xf32>) -> tensor<2x4xf32>
//|     |         ^^^^^^^^^^^^^^^
//|     |
//|     = note: in %slice.36 of computation %main
//|
//| error: slice: expected start <= limit <= 3 in dimension 1, found start 2 and limit 1
//|    --> testdata/constraints/movement.mlir:111:9
//|     |
//| 111 |   %29 = stablehlo.slice %m [0:2, 2:1] : (tensor<2x3xf32>) -> tensor<2x0xf32>
//|     |         ^^^^^^^^^^^^^^^
//|     |
//|     = note: in %slice.37 of computation %main
//|
//| error: slice: expected positive strides, found [0,1]
//|    --> testdata/constraints/movement.mlir:113:9
//|     |
//| 113 |   %30 = stablehlo.slice %m [0:2:0, 0:3] : (tensor<2x3xf32>) -> tensor<2x3xf32>
//|     |         ^^^^^^^^^^^^^^^
//|     |
//|     = note: in %slice.38 of computation %main
//|
//| error: slice: expected a result of shape f32[2,2], found f32[2,3]
//|    --> testdata/constraints/movement.mlir:115:9
//|     |
//| 115 |   %31 = stablehlo.slice %m [0:2, 0:3:2] : (tensor<2x3xf32>) -> tensor<2x3xf32>
//|     |         ^^^^^^^^^^^^^^^
//|     |
//|     = note: in %slice.39 of computation %main
//|
//| error: transpose: expected a result of shape f32[3,2], found f64[3,2]
//|    --> testdata/constraints/movement.mlir:117:9
//|     |
//| 117 |   %32 = stablehlo.transpose %m, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf64>
//|     |         ^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %transpose.40 of computation %main
//|
//| error: transpose: expected a permutation of 2 dimensions, found [0,0]
//|    --> testdata/constraints/movement.mlir:119:9
//|     |
//| 119 |   %33 = stablehlo.transpose %m, dims = [0, 0] : (tensor<2x3xf32>) -> tensor<2x2xf32>
//|     |         ^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %transpose.41 of computation %main
//|
//| error: transpose: expected a permutation of 2 dimensions, found [1,2]
//|    --> testdata/constraints/movement.mlir:121:9
//|     |
//| 121 |   %34 = stablehlo.transpose %m, dims = [1, 2] : (tensor<2x3xf32>) -> tensor<3x2xf32>
//|     |         ^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %transpose.42 of computation %main
//|
//| error: transpose: expected a result of shape f32[3,2], found f32[2,3]
//|    --> testdata/constraints/movement.mlir:123:9
//|     |
//| 123 |   %35 = stablehlo.transpose %m, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
//|     |         ^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %transpose.43 of computation %main
