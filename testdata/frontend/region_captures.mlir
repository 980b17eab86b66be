// Regions over scalars use outer values: what needs no element is computed outside, and scalars are handed in.
// RUN: pjrt run --device=%device --input=i32=3 --input=4xi32=1,2,3,4 %s

func.func @main(%n: tensor<i32>, %x: tensor<4xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>

  // n + x
  %mapped = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<i32>):
    %0 = stablehlo.add %a, %n : tensor<i32>
    stablehlo.return %0 : tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<4xi32>) -> tensor<4xi32>
  check.expect_eq_const %mapped, dense<[4, 5, 6, 7]> : tensor<4xi32>

  // Σ 2nx
  %reduced = stablehlo.reduce(%x init: %zero) across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  reducer(%a: tensor<i32>, %b: tensor<i32>) {
    %twice = stablehlo.add %n, %n : tensor<i32>
    %0 = stablehlo.multiply %b, %twice : tensor<i32>
    %1 = stablehlo.add %a, %0 : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }
  check.expect_eq_const %reduced, dense<60> : tensor<i32>

  // The padding is an element too.
  %windows = "stablehlo.reduce_window"(%x, %zero) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %0 = stablehlo.add %a, %b : tensor<i32>
    %1 = stablehlo.add %0, %n : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) {window_dimensions = array<i64: 2>, padding = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  check.expect_eq_const %windows, dense<[7, 9, 11, 13]> : tensor<4xi32>

  // By the remainder modulo n
  %sorted = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %0 = stablehlo.remainder %a, %n : tensor<i32>
    %1 = stablehlo.remainder %b, %n : tensor<i32>
    %2 = stablehlo.compare LT, %0, %1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<4xi32>) -> tensor<4xi32>
  check.expect_eq_const %sorted, dense<[3, 1, 4, 2]> : tensor<4xi32>

  // The largest of both and 2x[n], which is found outside in three steps.
  %bounded = stablehlo.reduce(%x init: %zero) across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  reducer(%a: tensor<i32>, %b: tensor<i32>) {
    %0 = stablehlo.dynamic_slice %x, %n, sizes = [1] : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.reshape %0 : (tensor<1xi32>) -> tensor<i32>
    %2 = stablehlo.add %1, %1 : tensor<i32>
    %3 = stablehlo.maximum %a, %b : tensor<i32>
    %4 = stablehlo.maximum %2, %3 : tensor<i32>
    stablehlo.return %4 : tensor<i32>
  }
  check.expect_eq_const %bounded, dense<8> : tensor<i32>

  %indices = stablehlo.constant dense<[[1], [1], [3]]> : tensor<3x1xi64>
  %updates = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %scattered = "stablehlo.scatter"(%x, %indices, %updates) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %0 = stablehlo.add %a, %b : tensor<i32>
    %1 = stablehlo.subtract %0, %n : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}
    : (tensor<4xi32>, tensor<3x1xi64>, tensor<3xi32>) -> tensor<4xi32>
  check.expect_eq_const %scattered, dense<[1, 26, 3, 31]> : tensor<4xi32>

  // The element that is nearest to n in each window of two; of equals the first.
  %source = stablehlo.constant dense<[100, 200, 300]> : tensor<3xi32>
  %selected = "stablehlo.select_and_scatter"(%x, %source, %zero) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %0 = stablehlo.subtract %a, %n : tensor<i32>
    %1 = stablehlo.subtract %b, %n : tensor<i32>
    %2 = stablehlo.abs %0 : tensor<i32>
    %3 = stablehlo.abs %1 : tensor<i32>
    %4 = stablehlo.compare LE, %2, %3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %4 : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %0 = stablehlo.add %a, %b : tensor<i32>
    %1 = stablehlo.add %0, %n : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) {window_dimensions = array<i64: 2>} : (tensor<4xi32>, tensor<3xi32>, tensor<i32>) -> tensor<4xi32>
  check.expect_eq_const %selected, dense<[0, 103, 506, 0]> : tensor<4xi32>
  return
}
