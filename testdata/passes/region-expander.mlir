// Computations that do more than kernels can to scalars (loops of unknown length, sorts, look-ups) are called in loops.
//
// RUN: pjrt dump --after=region-expander %s | FileCheck %s
// RUN: pjrt run --device=%device %s --input=i32=2 --input='4xi32=10 20 30 40'

// Only reductions by what is for kernels stay: one of those below, and the one that selects for select-and-scatter.
// CHECK-NOT: {{ }}{{map|reduce|reduce-window|select-and-scatter|scatter|sort}}(
// CHECK: ENTRY
// CHECK-NOT: {{ }}{{map|reduce|select-and-scatter|scatter|sort}}(
// CHECK: reduce-window({{.*}}to_apply=%choice
// CHECK-NOT: {{ }}{{map|reduce-window|select-and-scatter|scatter|sort}}(
// CHECK: reduce(
// CHECK-NOT: {{ }}{{map|reduce|reduce-window|select-and-scatter|scatter|sort}}(
func.func @main(%twice: tensor<i32>, %table: tensor<4xi32>) {
  // x · 2 ^ twice, by doubling.
  %x = stablehlo.constant dense<[[1, 0, -3], [2, 5, 4]]> : tensor<2x3xi32>
  %doubled = "stablehlo.map"(%x) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<i32>):
    %r = func.call @doubled(%a, %twice) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) : (tensor<2x3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %doubled, dense<[[4, 0, -12], [8, 20, 16]]> : tensor<2x3xi32>

  // The first dimension in order: 4 a + b is no associative sum.
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %digits, %count = stablehlo.reduce(%x init: %zero), (%x init: %zero) across dimensions = [0]
      : (tensor<2x3xi32>, tensor<2x3xi32>, tensor<i32>, tensor<i32>) -> (tensor<3xi32>, tensor<3xi32>)
   reducer(%a: tensor<i32>, %b: tensor<i32>) (%c: tensor<i32>, %d: tensor<i32>) {
    %high = func.call @doubled(%a, %twice) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %next = stablehlo.add %high, %b : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %n = stablehlo.add %c, %one : tensor<i32>
    stablehlo.return %next, %n : tensor<i32>, tensor<i32>
  }
  check.expect_eq_const %digits, dense<[6, 5, -8]> : tensor<3xi32>
  check.expect_eq_const %count, dense<2> : tensor<3xi32>

  // Nothing is reduced to the init value, and no result is none.
  %none = stablehlo.constant dense<> : tensor<0x2xi32>
  %inits = "stablehlo.reduce"(%none, %twice) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %r = func.call @doubled(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) : (tensor<0x2xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %inits, dense<2> : tensor<2xi32>
  %empty = "stablehlo.reduce"(%none, %twice) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %r = func.call @doubled(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) : (tensor<0x2xi32>, tensor<i32>) -> tensor<0xi32>
  check.expect_eq_const %empty, dense<> : tensor<0xi32>

  // What a table has at the elements, 40 beyond its end. The padded, dilated row is 7 1 7 0 7 -3, its last element cut off.
  %row = stablehlo.constant dense<[1, 0, -3, 9]> : tensor<4xi32>
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %windows = "stablehlo.reduce_window"(%row, %seven) <{
    window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, base_dilations = array<i64: 2>,
    window_dilations = array<i64: 3>, padding = dense<[[1, -2]]> : tensor<1x2xi64>
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %entry = stablehlo.dynamic_slice %table, %b, sizes = [1] : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
    %scalar = stablehlo.reshape %entry : (tensor<1xi32>) -> tensor<i32>
    %r = stablehlo.add %a, %scalar : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) : (tensor<4xi32>, tensor<i32>) -> tensor<2xi32>
  // 7 + table[7] + table[0], 7 + table[7] + table[-3]
  check.expect_eq_const %windows, dense<[57, 57]> : tensor<2xi32>

  // Columns by their table entries, equal ones (3 and 9) as they were, another operand along.
  %keys = stablehlo.constant dense<[[3, 1], [9, 0], [0, 2], [2, 3]]> : tensor<4x2xi32>
  %places = stablehlo.iota dim = 0 : tensor<4x2xi32>
  %sorted:2 = "stablehlo.sort"(%keys, %places) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    %ea = stablehlo.dynamic_slice %table, %a, sizes = [1] : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
    %eb = stablehlo.dynamic_slice %table, %b, sizes = [1] : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
    %sa = stablehlo.reshape %ea : (tensor<1xi32>) -> tensor<i32>
    %sb = stablehlo.reshape %eb : (tensor<1xi32>) -> tensor<i32>
    %less = stablehlo.compare LT, %sa, %sb : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<4x2xi32>, tensor<4x2xi32>) -> (tensor<4x2xi32>, tensor<4x2xi32>)
  check.expect_eq_const %sorted#0, dense<[[0, 0], [2, 1], [3, 2], [9, 3]]> : tensor<4x2xi32>
  check.expect_eq_const %sorted#1, dense<[[2, 1], [3, 0], [0, 2], [1, 3]]> : tensor<4x2xi32>

  // 4 x + u where the index is inside, one after the other.
  %indices = stablehlo.constant dense<[[1], [1], [7], [3]]> : tensor<4x1xi32>
  %updates = stablehlo.constant dense<[1, 2, 3, 5]> : tensor<4xi32>
  %scattered = "stablehlo.scatter"(%row, %indices, %updates) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %high = func.call @doubled(%a, %twice) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %r = stablehlo.add %high, %b : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) : (tensor<4xi32>, tensor<4x1xi32>, tensor<4xi32>) -> tensor<4xi32>
  check.expect_eq_const %scattered, dense<[1, 6, -3, 41]> : tensor<4xi32>

  // Of an array and of a scalar.
  %sources = stablehlo.constant dense<[5, 8]> : tensor<2xi32>
  %selected = "stablehlo.select_and_scatter"(%row, %sources, %seven) <{
    window_dimensions = array<i64: 2>, window_strides = array<i64: 2>
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %ge = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %ge : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %high = func.call @doubled(%a, %twice) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %r = stablehlo.add %high, %b : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) : (tensor<4xi32>, tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  check.expect_eq_const %selected, dense<[33, 7, 7, 36]> : tensor<4xi32>
  %sole = "stablehlo.select_and_scatter"(%twice, %seven, %zero) <{}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %ge = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %ge : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %r = func.call @doubled(%b, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %sole, dense<896> : tensor<i32>

  // A region whose branches are selected from is for kernels.
  %positive_sum = "stablehlo.reduce"(%row, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %positive = stablehlo.compare GT, %b, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %r = "stablehlo.if"(%positive) ({
      %sum = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %sum : tensor<i32>
    }, {
      stablehlo.return %a : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %positive_sum, dense<10> : tensor<i32>
  return
}

// a * 2 ^ n
func.func private @doubled(%a: tensor<i32>, %n: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %value = %a) : tensor<i32>, tensor<i32>
  cond {
    %goes_on = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %goes_on : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %double = stablehlo.add %value, %value : tensor<i32>
    stablehlo.return %next, %double : tensor<i32>, tensor<i32>
  }
  return %0#1 : tensor<i32>
}
