//! Shapes of elementwise operations.

use super::check::*;
use crate::hlo::{ArrayShape, BinaryOp, ElementType, UnaryOp};

/// Result of a unary operation. Which element types it admits is the verifier's business.
pub fn unary(op: UnaryOp, operand: &ArrayShape) -> ArrayShape {
    use UnaryOp::*;
    let element_type = match op {
        Abs | Imag | Real => operand.element_type.real_part(),
        IsFinite => ElementType::Pred,
        Cbrt | Ceil | CountLeadingZeros | Cosine | Erf | Exponential | ExponentialMinusOne | Floor | Log
        | LogPlusOne | Logistic | Negate | Not | PopulationCount | RoundNearestAfz | RoundNearestEven | Rsqrt
        | Sign | Sine | Sqrt | Tan | Tanh => operand.element_type,
    };
    operand.with_element_type(element_type)
}

pub fn binary(op: BinaryOp, lhs: &ArrayShape, rhs: &ArrayShape) -> Result<ArrayShape, String> {
    binary_c1_operands_have_one_type(lhs, rhs)?;
    use BinaryOp::*;
    match op {
        Complex => complex_c3_parts_are_f32_or_f64(lhs),
        Add | And | Atan2 | Divide | Maximum | Minimum | Multiply | Or | Power | Remainder | ShiftLeft
        | ShiftRightArithmetic | ShiftRightLogical | Subtract | Xor => Ok(lhs.clone()),
    }
}

fn binary_c1_operands_have_one_type(lhs: &ArrayShape, rhs: &ArrayShape) -> Check {
    same_type("operand 1", lhs, rhs)
}

fn complex_c3_parts_are_f32_or_f64(part: &ArrayShape) -> Result<ArrayShape, String> {
    let whole = part.element_type.complex_of();
    let whole = whole.ok_or_else(|| format!("expected parts of type f32 or f64, found {}", part.element_type))?;
    Ok(part.with_element_type(whole))
}

pub fn compare(lhs: &ArrayShape, rhs: &ArrayShape) -> Result<ArrayShape, String> {
    binary_c1_operands_have_one_type(lhs, rhs)?;
    Ok(lhs.with_element_type(ElementType::Pred))
}

pub fn select(pred: &ArrayShape, on_true: &ArrayShape, on_false: &ArrayShape) -> Result<ArrayShape, String> {
    select_predicate_is_pred(pred)?;
    select_c1_predicate_is_scalar_or_matches(pred, on_true)?;
    same_type("operand 2", on_true, on_false)?;
    Ok(on_true.clone())
}

fn select_predicate_is_pred(pred: &ArrayShape) -> Check {
    expect_equal("a predicate of type", ElementType::Pred, pred.element_type)
}

fn select_c1_predicate_is_scalar_or_matches(pred: &ArrayShape, on_true: &ArrayShape) -> Check {
    if pred.is_scalar() { Ok(()) } else { same_dims("a predicate", on_true, pred) }
}

pub fn clamp(min: &ArrayShape, operand: &ArrayShape, max: &ArrayShape) -> Result<ArrayShape, String> {
    clamp_c1_c2_bound_is_scalar_or_matches("the minimum", min, operand)?;
    clamp_c1_c2_bound_is_scalar_or_matches("the maximum", max, operand)?;
    clamp_c3_element_types_agree(min, operand, max)?;
    Ok(operand.clone())
}

fn clamp_c1_c2_bound_is_scalar_or_matches(what: &str, bound: &ArrayShape, operand: &ArrayShape) -> Check {
    if bound.is_scalar() { Ok(()) } else { same_dims(what, operand, bound) }
}

fn clamp_c3_element_types_agree(min: &ArrayShape, operand: &ArrayShape, max: &ArrayShape) -> Check {
    same_element_type("the minimum", operand, min)?;
    same_element_type("the maximum", operand, max)
}

/// `target` is the element type of the result.
pub fn bitcast_convert(operand: &ArrayShape, target: ElementType) -> Result<ArrayShape, String> {
    bitcast_convert_c2_both_complex_or_neither(operand, target)?;
    let (from, to) = (operand.element_type.bit_width(), target.bit_width());
    let dims = match from.cmp(&to) {
        std::cmp::Ordering::Equal => operand.dims.clone(),
        std::cmp::Ordering::Greater => bitcast_convert_c1_narrower_appends(operand, from, to)?,
        std::cmp::Ordering::Less => bitcast_convert_c1_wider_drops(operand, from, to)?,
    };
    Ok(ArrayShape::new(target, dims))
}

fn bitcast_convert_c2_both_complex_or_neither(operand: &ArrayShape, target: ElementType) -> Check {
    ensure(operand.element_type.is_complex() == target.is_complex(), || {
        format!("expected both types complex or neither, found {} and {target}", operand.element_type)
    })
}

fn bitcast_convert_c1_narrower_appends(operand: &ArrayShape, from: usize, to: usize) -> Result<Vec<usize>, String> {
    ensure(from.is_multiple_of(to), || format!("expected a width that divides {from} bits, found {to}"))?;
    Ok([&operand.dims[..], &[from / to]].concat())
}

fn bitcast_convert_c1_wider_drops(operand: &ArrayShape, from: usize, to: usize) -> Result<Vec<usize>, String> {
    match operand.dims.split_last() {
        Some((&last, rest)) if last.checked_mul(from) == Some(to) => Ok(rest.to_vec()),
        _ => Err(format!("expected a last dimension of {to} bits in total, found {operand}")),
    }
}

/// Elementwise application of a computation that returns `element_type`.
pub fn map(operands: &[&ArrayShape], element_type: ElementType) -> Result<ArrayShape, String> {
    let first = map_c2_has_operands(operands)?;
    map_c1_dimensions_agree(first, operands)?;
    Ok(first.with_element_type(element_type))
}

fn map_c2_has_operands<'a>(operands: &[&'a ArrayShape]) -> Result<&'a ArrayShape, String> {
    operands.first().copied().ok_or_else(|| "expected at least 1 operand, found none".into())
}

fn map_c1_dimensions_agree(first: &ArrayShape, operands: &[&ArrayShape]) -> Check {
    operands.iter().enumerate().try_for_each(|(i, operand)| same_dims(&format!("operand {i}"), first, operand))
}
