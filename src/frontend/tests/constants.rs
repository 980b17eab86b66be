//! Values of constants in all spellings.

use super::{in_main, module};
use crate::hlo::{ArrayLiteral, Literal, Op};

/// The literal of the only constant.
fn literal(constant: &str) -> ArrayLiteral {
    let module = module(&in_main(&format!("%0 = stablehlo.constant {constant}")));
    let entry = module.entry();
    let found = entry.ids().find_map(|id| match entry.op(id) {
        Op::Constant(Literal::Array(literal)) => Some(literal.clone()),
        _ => None,
    });
    found.expect("a constant")
}

#[test]
fn lists() {
    assert_eq!(literal("dense<[[1, -2], [0x10, 4]]> : tensor<2x2xi32>").elements::<i32>(), [1, -2, 16, 4]);
    assert_eq!(literal("dense<[1.5, 0x7F800000, -0.0]> : tensor<3xf32>").elements::<f32>(), [1.5, f32::INFINITY, 0.0]);
    assert_eq!(literal("dense<[true, false]> : tensor<2xi1>").elements::<u8>(), [1, 0]);
    assert_eq!(
        literal("dense<[(1.0, 2.0), (3.0, -4.0)]> : tensor<2xcomplex<f32>>").elements::<[f32; 2]>(),
        [[1., 2.], [3., -4.]]
    );
    assert_eq!(literal("dense<[-1, 1, -2, 0]> : tensor<4xi2>").elements::<i8>(), [-1, 1, -2, 0]);
    assert_eq!(literal("dense<[1.0, -2.5]> : tensor<2xbf16>").elements::<u16>(), [0x3F80, 0xC020]);
}

#[test]
fn bytes_in_hexadecimal() {
    assert_eq!(literal("dense<\"0x0000803F00000040\"> : tensor<2xf32>").elements::<f32>(), [1.0, 2.0]);
    let splat = literal("dense<\"0x0000803F\"> : tensor<1000x1000xf32>");
    assert!(splat.shape().is_scalar(), "one element is broadcast");
}

#[test]
fn nothing() {
    assert_eq!(literal("dense<> : tensor<0x4xf32>").shape().dims, [0, 4]);
}

#[test]
fn a_resource() {
    let text = in_main("%0 = stablehlo.constant dense_resource<blob> : tensor<2xi32>")
        + "{-# dialect_resources: { builtin: { blob: \"0x040000000100000002000000\" } } #-}";
    let module = module(&text);
    let entry = module.entry();
    let values = entry.ids().find_map(|id| match entry.op(id) {
        Op::Constant(Literal::Array(literal)) => Some(literal.elements::<i32>().to_vec()),
        _ => None,
    });
    assert_eq!(values, Some(vec![1, 2]));
}
