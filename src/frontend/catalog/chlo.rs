//! CHLO: the operations of its dialect's definition.

use super::{CatalogOp, any, bits, float, float_or_complex, integer, number, op, part};
use crate::hlo::ElementType;

const VECTOR: &str = "tensor<4x{T}>";
const PREDS: &str = "tensor<4xi1>";

macro_rules! unary {
    ($name:literal, $types:expr) => {
        op(
            concat!("chlo.", $name),
            $types,
            VECTOR,
            concat!("%r = chlo.", $name, " %x : tensor<4x{T}> -> tensor<4x{T}>"),
        )
    };
}

macro_rules! binary {
    ($name:literal, $types:expr) => {
        op(
            concat!("chlo.", $name),
            $types,
            VECTOR,
            concat!("%r = chlo.", $name, " %x, %y : tensor<4x{T}>, tensor<4x{T}> -> tensor<4x{T}>"),
        )
    };
}

/// A scalar and a vector.
macro_rules! broadcasting {
    ($name:literal, $types:expr) => {
        op(
            concat!("chlo.", $name),
            $types,
            VECTOR,
            concat!("%r = chlo.", $name, " %s, %x : (tensor<{T}>, tensor<4x{T}>) -> tensor<4x{T}>"),
        )
    };
}

pub static OPERATIONS: &[CatalogOp] = &[
    unary!("_asin_acos_kernel", complex),
    unary!("atan", float_or_complex),
    unary!("bessel_i1e", float),
    broadcasting!("broadcast_add", any),
    broadcasting!("broadcast_and", bits),
    broadcasting!("broadcast_atan2", float_or_complex),
    op(
        "chlo.broadcast_compare",
        any,
        PREDS,
        "%r = chlo.broadcast_compare %s, %x {comparison_direction = #chlo<comparison_direction EQ>} : (tensor<{T}>, tensor<4x{T}>) -> tensor<4xi1>",
    ),
    op(
        "chlo.broadcast_complex",
        part,
        "tensor<4x{C}>",
        "%r = chlo.broadcast_complex %s, %x : (tensor<{T}>, tensor<4x{T}>) -> tensor<4x{C}>",
    ),
    broadcasting!("broadcast_divide", number),
    broadcasting!("broadcast_maximum", any),
    broadcasting!("broadcast_minimum", any),
    broadcasting!("broadcast_multiply", any),
    broadcasting!("broadcast_next_after", stepped),
    broadcasting!("broadcast_or", bits),
    broadcasting!("broadcast_polygamma", float),
    broadcasting!("broadcast_power", number),
    broadcasting!("broadcast_remainder", number),
    op(
        "chlo.broadcast_select",
        any,
        VECTOR,
        "%r = chlo.broadcast_select %p, %s, %x : (tensor<4xi1>, tensor<{T}>, tensor<4x{T}>) -> tensor<4x{T}>",
    ),
    broadcasting!("broadcast_shift_left", integer),
    broadcasting!("broadcast_shift_right_arithmetic", integer),
    broadcasting!("broadcast_shift_right_logical", integer),
    broadcasting!("broadcast_subtract", number),
    broadcasting!("broadcast_xor", bits),
    broadcasting!("broadcast_zeta", float),
    unary!("conj", float_or_complex),
    op("chlo.constant", any, VECTOR, "%r = chlo.constant dense<{ONE}> : tensor<4x{T}>"),
    op(
        "chlo.constant_like",
        any,
        VECTOR,
        r#"%r = "chlo.constant_like"(%x) {value = {ATTRIBUTE}} : (tensor<4x{T}>) -> tensor<4x{T}>"#,
    ),
    unary!("digamma", float),
    unary!("erf_inv", float),
    unary!("erfc", float),
    op("chlo.is_inf", float, PREDS, "%r = chlo.is_inf %x : tensor<4x{T}> -> tensor<4xi1>"),
    op("chlo.is_neg_inf", float, PREDS, "%r = chlo.is_neg_inf %x : tensor<4x{T}> -> tensor<4xi1>"),
    op("chlo.is_pos_inf", float, PREDS, "%r = chlo.is_pos_inf %x : tensor<4x{T}> -> tensor<4xi1>"),
    unary!("lgamma", float),
    binary!("mulhi", integer),
    binary!("next_after", stepped),
    binary!("polygamma", float),
    op(
        "chlo.ragged_dot",
        any,
        "tensor<2x2x{T}>",
        r#"%0 = stablehlo.reshape %m : (tensor<2x2x{T}>) -> tensor<1x2x2x{T}> %g = stablehlo.constant dense<2> : tensor<1xi32> %r = "chlo.ragged_dot"(%m, %0, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<2x2x{T}>, tensor<1x2x2x{T}>, tensor<1xi32>) -> tensor<2x2x{T}>"#,
    ),
    op(
        "chlo.scan",
        any,
        VECTOR,
        r#"%r, %c = chlo.scan(%x) inits(%s) dimension=0 { ^bb0(%a: tensor<{T}>, %b: tensor<{T}>): %0 = stablehlo.maximum %a, %b : tensor<{T}> stablehlo.return %0, %0 : tensor<{T}>, tensor<{T}> } : (tensor<4x{T}>, tensor<{T}>) -> (tensor<4x{T}>, tensor<{T}>)"#,
    ),
    unary!("square", float_or_complex),
    unary!("tan", float_or_complex),
    op(
        "chlo.top_k",
        ordered,
        "tensor<2x{T}>",
        "%r, %1 = chlo.top_k(%x, k = 2) : tensor<4x{T}> -> (tensor<2x{T}>, tensor<2xi32>)",
    ),
    binary!("zeta", float),
];

fn complex(element_type: ElementType) -> bool {
    element_type.is_complex()
}

/// Floats whose neighbours are the neighbours of their bits, in whole bytes.
fn stepped(element_type: ElementType) -> bool {
    element_type.is_float() && element_type.bit_width() >= 8
}

fn ordered(element_type: ElementType) -> bool {
    !element_type.is_complex()
}
