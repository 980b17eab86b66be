// Regions compute on quantized scalars, and sums saturate at each step unless the region widens the storage.
// RUN: pjrt run --device %device %s

!q = !quant.uniform<i8:f32, 0.5:-3>
!w = !quant.uniform<i32:f32, 0.25:1>

func.func @main() {
  %x = stablehlo.constant() <{value = dense<[[97, 97, -103], [-3, -1, 1]]> : tensor<2x3xi8>}> : () -> tensor<2x3x!q>
  %zero = stablehlo.constant() <{value = dense<-3> : tensor<i8>}> : () -> tensor<!q>
  // 50, 50, -50; 0, 1, 2
  %narrow = "stablehlo.reduce"(%x, %zero) ({
  ^bb0(%a: tensor<!q>, %b: tensor<!q>):
    %s = stablehlo.maximum %a, %b : tensor<!q>
    stablehlo.return %s : tensor<!q>
  }) {dimensions = array<i64: 1>} : (tensor<2x3x!q>, tensor<!q>) -> tensor<2x!q>
  %narrow_i = stablehlo.bitcast_convert %narrow : (tensor<2x!q>) -> tensor<2xi8>
  check.expect_eq_const %narrow_i, dense<[97, 1]> : tensor<2xi8>
  %column = "stablehlo.reduce"(%x, %zero) ({
  ^bb0(%a: tensor<!q>, %b: tensor<!q>):
    %s = stablehlo.add %a, %b : tensor<!q>
    stablehlo.return %s : tensor<!q>
  }) {dimensions = array<i64: 0>} : (tensor<2x3x!q>, tensor<!q>) -> tensor<3x!q>
  %column_i = stablehlo.bitcast_convert %column : (tensor<3x!q>) -> tensor<3xi8>
  check.expect_eq_const %column_i, dense<[97, 99, -99]> : tensor<3xi8>
  %wide = "stablehlo.reduce"(%x, %zero) ({
  ^bb0(%a: tensor<!w>, %b: tensor<!w>):
    %s = stablehlo.add %a, %b : tensor<!w>
    stablehlo.return %s : tensor<!w>
  }) {dimensions = array<i64: 0, 1>} : (tensor<2x3x!q>, tensor<!q>) -> tensor<!w>
  %wide_i = stablehlo.bitcast_convert %wide : (tensor<!w>) -> tensor<i32>
  check.expect_eq_const %wide_i, dense<213> : tensor<i32>

  %window = "stablehlo.reduce_window"(%x, %zero) ({
  ^bb0(%a: tensor<!q>, %b: tensor<!q>):
    %s = stablehlo.add %a, %b : tensor<!q>
    stablehlo.return %s : tensor<!q>
  }) {window_dimensions = array<i64: 1, 2>, padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>} : (tensor<2x3x!q>, tensor<!q>) -> tensor<2x3x!q>
  %window_i = stablehlo.bitcast_convert %window : (tensor<2x3x!q>) -> tensor<2x3xi8>
  check.expect_eq_const %window_i, dense<[[97, 127, -3], [-3, -1, 3]]> : tensor<2x3xi8>

  %source = stablehlo.constant() <{value = dense<[[7], [17]]> : tensor<2x1xi8>}> : () -> tensor<2x1x!q>
  %scattered = "stablehlo.select_and_scatter"(%x, %source, %zero) ({
  ^bb0(%a: tensor<!q>, %b: tensor<!q>):
    %p = stablehlo.compare GE, %a, %b : (tensor<!q>, tensor<!q>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<!q>, %b: tensor<!q>):
    %s = stablehlo.add %a, %b : tensor<!q>
    stablehlo.return %s : tensor<!q>
  }) {window_dimensions = array<i64: 1, 3>} : (tensor<2x3x!q>, tensor<2x1x!q>, tensor<!q>) -> tensor<2x3x!q>
  %scattered_i = stablehlo.bitcast_convert %scattered : (tensor<2x3x!q>) -> tensor<2x3xi8>
  check.expect_eq_const %scattered_i, dense<[[7, -3, -3], [-3, -3, 17]]> : tensor<2x3xi8>

  // Comparison in eight bits, sums in thirty-two: 50 and 50 meet no bound.
  %eight = stablehlo.constant() <{value = dense<[[97, 97]]> : tensor<1x2xi8>}> : () -> tensor<1x2x!q>
  %overlap = "stablehlo.select_and_scatter"(%eight, %eight, %zero) ({
  ^bb0(%a: tensor<!q>, %b: tensor<!q>):
    %p = stablehlo.compare GE, %a, %b, TOTALORDER : (tensor<!q>, tensor<!q>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<!w>, %b: tensor<!w>):
    %s = stablehlo.add %a, %b : tensor<!w>
    stablehlo.return %s : tensor<!w>
  }) {window_dimensions = array<i64: 1, 2>, padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>} : (tensor<1x2x!q>, tensor<1x2x!q>, tensor<!q>) -> tensor<1x2x!w>
  %overlap_i = stablehlo.bitcast_convert %overlap : (tensor<1x2x!w>) -> tensor<1x2xi32>
  check.expect_eq_const %overlap_i, dense<[[401, 1]]> : tensor<1x2xi32>

  %rows = stablehlo.constant dense<[1, 1]> : tensor<2xi32>
  %updates = stablehlo.constant() <{value = dense<[[-1, -1, -1], [5, 5, 127]]> : tensor<2x3xi8>}> : () -> tensor<2x3x!q>
  %scatter = "stablehlo.scatter"(%x, %rows, %updates) ({
  ^bb0(%a: tensor<!q>, %b: tensor<!q>):
    %s = stablehlo.add %a, %b : tensor<!q>
    stablehlo.return %s : tensor<!q>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<2x3x!q>, tensor<2xi32>, tensor<2x3x!q>) -> tensor<2x3x!q>
  %scatter_i = stablehlo.bitcast_convert %scatter : (tensor<2x3x!q>) -> tensor<2x3xi8>
  check.expect_eq_const %scatter_i, dense<[[97, 97, -103], [7, 9, 127]]> : tensor<2x3xi8>

  %sorted:2 = "stablehlo.sort"(%x, %updates) ({
  ^bb0(%a: tensor<!q>, %b: tensor<!q>, %c: tensor<!q>, %d: tensor<!q>):
    %p = stablehlo.compare LT, %a, %b : (tensor<!q>, tensor<!q>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) {dimension = 1 : i64, is_stable = true} : (tensor<2x3x!q>, tensor<2x3x!q>) -> (tensor<2x3x!q>, tensor<2x3x!q>)
  %sorted_i = stablehlo.bitcast_convert %sorted#0 : (tensor<2x3x!q>) -> tensor<2x3xi8>
  check.expect_eq_const %sorted_i, dense<[[-103, 97, 97], [-3, -1, 1]]> : tensor<2x3xi8>

  %mapped = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<!q>):
    %n = stablehlo.negate %a : tensor<!q>
    stablehlo.return %n : tensor<!q>
  }) {dimensions = array<i64: 0, 1>} : (tensor<2x3x!q>) -> tensor<2x3x!q>
  %mapped_i = stablehlo.bitcast_convert %mapped : (tensor<2x3x!q>) -> tensor<2x3xi8>
  check.expect_eq_const %mapped_i, dense<[[-103, -103, 97], [-3, -5, -7]]> : tensor<2x3xi8>
  return
}
