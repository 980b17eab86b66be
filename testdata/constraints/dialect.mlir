// Rules of the dialects that the specification does not number: an operation that breaks each.

func.func @main(%t: !stablehlo.token, %lhs: tensor<17x19x11x5xf32>, %rhs: tensor<17x19x5x7xf32>, %sizes: tensor<19x3xi64>) {
  // infeed: a layout an array
  %0:3 = "stablehlo.infeed"(%t) {infeed_config = "", layout = [[0, 1]]} : (!stablehlo.token) -> (tensor<2x3xi32>, tensor<i1>, !stablehlo.token)
  // infeed: a layout is a list
  %1:2 = "stablehlo.infeed"(%t) {infeed_config = "", layout = [0]} : (!stablehlo.token) -> (tensor<3xi32>, !stablehlo.token)
  // infeed: of dimensions
  %2:2 = "stablehlo.infeed"(%t) {infeed_config = "", layout = [[0, []]]} : (!stablehlo.token) -> (tensor<2x3xi32>, !stablehlo.token)
  // recv: a token last
  %3 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> tensor<4xf32>
  // chlo.ragged_dot: sizes of groups for each batch before the ragged one
  %4 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = []>, precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>]} : (tensor<17x19x11x5xf32>, tensor<17x19x5x7xf32>, tensor<19x3xi64>) -> tensor<17x19x11x7xf32>
  // async_start: one region
  %5 = "stablehlo.async_start"(%lhs) ({
  ^bb0(%p: tensor<17x19x11x5xf32>):
    %q = "stablehlo.slice"(%p) {start_indices = array<i64: 0, 0, 0, 0>, limit_indices = array<i64: 1, 1, 1, 1>, strides = array<i64: 1, 1, 1, 1>} : (tensor<17x19x11x5xf32>) -> tensor<1x1x1x1xf32>
    stablehlo.return %q : tensor<1x1x1x1xf32>
  }, {
  }) : (tensor<17x19x11x5xf32>) -> !stablehlo.future<tensor<1x1x1x1xf32>>
  // interpreter.run_parallel: the results of all programs
  %6 = stablehlo.constant dense<0> : tensor<i64>
  "interpreter.run_parallel"(%6) {programs = [[@same]]} : (tensor<i64>) -> ()
  // interpreter.run_parallel: an infeed is of functions
  "interpreter.run_parallel"() {infeed = [], programs = [[@nothing]]} : () -> ()
  // interpreter.run_parallel: which return an array each
  "interpreter.run_parallel"() {infeed = [@two], programs = [[@nothing]]} : () -> ()
  "interpreter.run_parallel"() {infeed = [@token], programs = [[@nothing]]} : () -> ()
  return
}
func.func private @same(%x: tensor<i64>) -> tensor<i64> {
  return %x : tensor<i64>
}
func.func private @nothing() {
  return
}
func.func private @two() -> (tensor<i64>, tensor<i64>) {
  %0 = stablehlo.constant dense<1> : tensor<i64>
  return %0, %0 : tensor<i64>, tensor<i64>
}
func.func private @token() -> !stablehlo.token {
  %0 = stablehlo.after_all : !stablehlo.token
  return %0 : !stablehlo.token
}

// OUTPUT: exits 2 pjrt run --device=interpreter %s
//| error: stablehlo.infeed: expected 2 layouts, found 1
//|  --> testdata/constraints/dialect.mlir:5:10
//|   |
//| 5 |   %0:3 = "stablehlo.infeed"(%t) {infeed_config = "", layout = [[0, 1]]} : (!stablehlo.token) -> (tensor<2x3xi32>, tensor<i1>, !stable...
//|   |          ^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.infeed: expected a layout as a list of dimensions, found 0 : i64
//|  --> testdata/constraints/dialect.mlir:7:10
//|   |
//| 7 |   %1:2 = "stablehlo.infeed"(%t) {infeed_config = "", layout = [0]} : (!stablehlo.token) -> (tensor<3xi32>, !stablehlo.token)
//|   |          ^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.infeed: expected dimensions in a layout, found []
//|  --> testdata/constraints/dialect.mlir:9:10
//|   |
//| 9 |   %2:2 = "stablehlo.infeed"(%t) {infeed_config = "", layout = [[0, []]]} : (!stablehlo.token) -> (tensor<2x3xi32>, !stablehlo.token)
//|   |          ^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.recv: expected a token as the last result, found tensor<4xf32>
//|   --> testdata/constraints/dialect.mlir:11:8
//|    |
//| 11 |   %3 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true} : (!stablehl...
//|    |        ^^^^^^^^^^^^^^^^
//|
//| error: chlo.ragged_dot: expected sizes of groups for each of [17], found [19]
//|   --> testdata/constraints/dialect.mlir:13:8
//|    |
//| 13 |   %4 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0, 1], rhs_...
//|    |        ^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.async_start: expected one region, found 2
//|   --> testdata/constraints/dialect.mlir:15:8
//|    |
//| 15 |   %5 = "stablehlo.async_start"(%lhs) ({
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: interpreter.run_parallel: expected the 1 results of all programs, found 0
//|   --> testdata/constraints/dialect.mlir:23:3
//|    |
//| 23 |   "interpreter.run_parallel"(%6) {programs = [[@same]]} : (tensor<i64>) -> ()
//|    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: interpreter.run_parallel: expected at least one function in `infeed`, found none
//|   --> testdata/constraints/dialect.mlir:25:3
//|    |
//| 25 |   "interpreter.run_parallel"() {infeed = [], programs = [[@nothing]]} : () -> ()
//|    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: interpreter.run_parallel: expected @two, which fills the infeed, to return one array, found (s64[], s64[])
//|   --> testdata/constraints/dialect.mlir:27:3
//|    |
//| 27 |   "interpreter.run_parallel"() {infeed = [@two], programs = [[@nothing]]} : () -> ()
//|    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: interpreter.run_parallel: expected @token, which fills the infeed, to return one array, found token[]
//|   --> testdata/constraints/dialect.mlir:28:3
//|    |
//| 28 |   "interpreter.run_parallel"() {infeed = [@token], programs = [[@nothing]]} : () -> ()
//|    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^
