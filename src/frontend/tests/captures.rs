//! Outer values that regions use.

use super::{findings, module};
use crate::hlo::{Computation, Module, Op};

const LOOP: &str = r#"
func.func @main(%x: tensor<f32>, %n: tensor<i32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %acc = %x) : tensor<i32>, tensor<f32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %sum = stablehlo.add %acc, %x : tensor<f32>
    stablehlo.return %next, %sum : tensor<i32>, tensor<f32>
  }
  return %0#1 : tensor<f32>
}
"#;

fn count(computation: &Computation, wanted: impl Fn(&Op) -> bool) -> usize {
    computation.ids().filter(|&id| wanted(computation.op(id))).count()
}

fn find<'m>(module: &'m Module, name: &str) -> &'m Computation {
    let ids = module.computation_ids();
    ids.into_iter().map(|id| module.computation(id)).find(|c| &*c.name == name).expect("a computation of this name")
}

#[test]
fn a_loop_carries_outer_values_and_copies_constants() {
    let module = module(LOOP);
    let body = find(&module, "while_body");
    let state = body.shape(body.parameters()[0]).to_string();
    assert_eq!(state, "(s32[], f32[], s32[], f32[])", "the loop's two values, then %n and %x");
    assert_eq!(count(body, |op| matches!(op, Op::Constant(_))), 1, "%one is copied into the body");
    let condition = find(&module, "while_condition");
    assert_eq!(condition.shape(condition.parameters()[0]).to_string(), state);
}

#[test]
fn branches_take_the_same_tuple() {
    let module = module(
        r#"
func.func @main(%p: tensor<i1>, %x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<f32>
  }, {
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %0 : tensor<f32>
}
"#,
    );
    for name in ["if_region", "if_region.1"] {
        let branch = find(&module, name);
        assert_eq!(branch.shape(branch.parameters()[0]).to_string(), "(f32[], f32[])");
    }
}

#[test]
fn a_reduction_takes_outer_scalars_as_operands() {
    let module = module(
        r#"
func.func @main(%x: tensor<4xf32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.reduce(%x init: %y) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %twice = stablehlo.add %y, %y : tensor<f32>
    %c = stablehlo.multiply %b, %twice : tensor<f32>
    %d = stablehlo.add %a, %c : tensor<f32>
    stablehlo.return %d : tensor<f32>
  }
  return %0 : tensor<f32>
}
"#,
    );
    let region = find(&module, "reduce_region");
    assert_eq!(region.parameters().len(), 4, "%twice is computed outside, and handed in");
    assert_eq!(region.shape(region.root()).to_string(), "(f32[], f32[])");
}

/// A sum of what `table` has at the elements.
fn look_up(size: usize) -> String {
    r#"
func.func @main(%x: tensor<4xi32>, %y: tensor<i32>, %table: tensor<9xi32>) -> tensor<i32> {
  %0 = stablehlo.reduce(%x init: %y) across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  reducer(%a: tensor<i32>, %b: tensor<i32>) {
    %c = stablehlo.dynamic_slice %table, %b, sizes = [1] : (tensor<9xi32>, tensor<i32>) -> tensor<1xi32>
    %d = stablehlo.reshape %c : (tensor<1xi32>) -> tensor<i32>
    %e = stablehlo.add %a, %d : tensor<i32>
    stablehlo.return %e : tensor<i32>
  }
  return %0 : tensor<i32>
}
"#
    .replace('9', &size.to_string())
}

#[test]
fn a_reduction_takes_small_outer_arrays_apart() {
    let module = module(&look_up(9));
    assert_eq!(find(&module, "reduce_region").parameters().len(), 2 + 2 * 9);
}

#[test]
fn a_reduction_takes_no_large_outer_arrays() {
    let expected =
        "its region uses s32[2000] from outside: only scalars and arrays of up to 1024 elements are handed in";
    assert!(findings(&look_up(2000)).contains(expected));
}
