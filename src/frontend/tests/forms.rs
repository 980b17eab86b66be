//! Pretty and generic forms of the same operation.

use super::{hlo, in_main, module};
use crate::hlo::{Op, Precision, WindowDimension};

/// The operations of the entry, in order.
fn ops(operations: &str) -> Vec<Op> {
    let module = module(&in_main(operations));
    let entry = module.entry();
    entry.ids().map(|id| entry.op(id).clone()).collect()
}

fn same(pretty: &str, generic: &str) {
    assert_eq!(ops(pretty), ops(generic));
}

#[test]
fn types_that_are_left_out() {
    same(
        "%0 = stablehlo.add %x, %x : tensor<2x3xf32>",
        r#"%0 = "stablehlo.add"(%x, %x) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>"#,
    );
    same(
        "%0 = stablehlo.complex %x, %x : tensor<2x3xcomplex<f32>>",
        r#"%0 = "stablehlo.complex"(%x, %x) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xcomplex<f32>>"#,
    );
    same(
        "%0 = stablehlo.tuple %x, %x : tuple<tensor<2x3xf32>, tensor<2x3xf32>>",
        r#"%0 = "stablehlo.tuple"(%x, %x) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tuple<tensor<2x3xf32>, tensor<2x3xf32>>"#,
    );
}

#[test]
fn clauses() {
    same(
        "%0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>",
        r#"%0 = "stablehlo.transpose"(%x) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xf32>) -> tensor<3x2xf32>"#,
    );
    same(
        "%0 = stablehlo.slice %x [0:2, 1:3:2] : (tensor<2x3xf32>) -> tensor<2x1xf32>",
        r#"%0 = "stablehlo.slice"(%x) {start_indices = array<i64: 0, 1>, limit_indices = array<i64: 2, 3>,
            strides = array<i64: 1, 2>} : (tensor<2x3xf32>) -> tensor<2x1xf32>"#,
    );
    same(
        "%0 = stablehlo.reduce_precision %x, format = e5m10 : tensor<2x3xf32>",
        r#"%0 = "stablehlo.reduce_precision"(%x) <{exponent_bits = 5 : i32, mantissa_bits = 10 : i32}>
            : (tensor<2x3xf32>) -> tensor<2x3xf32>"#,
    );
}

#[test]
fn products_and_their_precision() {
    let found = ops("%0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1], precision = [HIGHEST, DEFAULT] \
         : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>");
    let Op::Dot { dims, precision, algorithm } = &found[1] else { panic!("expected a dot") };
    assert_eq!((&dims.lhs_contracting[..], &dims.rhs_contracting[..]), (&[1][..], &[1][..]));
    assert!(dims.lhs_batch.is_empty() && algorithm.is_none());
    assert_eq!(*precision, [Precision::Highest, Precision::Default]);
}

#[test]
fn what_a_window_leaves_out() {
    let found = ops(r#"%c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %c) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 1, 2>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x2xf32>"#);
    let windows = found.iter().filter_map(|op| match op {
        Op::ReduceWindow { window, .. } => Some(window.clone()),
        _ => None,
    });
    assert_eq!(windows.collect::<Vec<_>>(), [vec![WindowDimension::of_size(1), WindowDimension::of_size(2)]]);
}

#[test]
fn a_stretched_dimension_is_reshaped_away() {
    let text = hlo(&in_main(
        "%0 = stablehlo.slice %x [0:1, 0:3] : (tensor<2x3xf32>) -> tensor<1x3xf32>
         %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<2x3xf32>",
    ));
    assert!(text.contains("f32[3]{0} reshape("), "{text}");
    assert!(text.contains("dimensions={1}"), "{text}");
}

#[test]
fn several_results_come_out_of_a_tuple() {
    let text = hlo(&in_main("%0:2 = chlo.top_k(%x, k = 2) : tensor<2x3xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)"));
    assert!(text.contains("get-tuple-element(") && text.contains("index=1"), "{text}");
}
