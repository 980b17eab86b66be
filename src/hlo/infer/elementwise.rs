//! Shapes of elementwise operations.

use super::check::*;
use crate::hlo::elementwise_op::ResultType;
use crate::hlo::{ArrayShape, BinaryOp, ElementType, UnaryOp};

/// Result of a unary operation. Which element types it admits is the verifier's business.
pub fn unary(op: UnaryOp, operand: &ArrayShape) -> Result<ArrayShape, String> {
    result(op.facts().result, operand)
}

pub fn binary(op: BinaryOp, lhs: &ArrayShape, rhs: &ArrayShape) -> Result<ArrayShape, String> {
    binary_c1_operands_have_one_type(lhs, rhs)?;
    result(op.facts().result, lhs)
}

fn result(rule: ResultType, operand: &ArrayShape) -> Result<ArrayShape, String> {
    match rule {
        ResultType::Same => Ok(operand.clone()),
        ResultType::Part => Ok(operand.with_element_type(operand.element_type.real_part())),
        ResultType::Whole => complex_c3_parts_are_f32_or_f64(operand),
        ResultType::Pred => Ok(operand.with_element_type(ElementType::Pred)),
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

#[cfg(test)]
mod tests {
    use super::super::check::testing::*;
    use super::*;

    fn of(element_type: ElementType, dims: &[usize]) -> ArrayShape {
        ArrayShape::new(element_type, dims)
    }

    #[test]
    fn unary_changes_the_type_of_some() {
        let z = of(ElementType::C64, &[2]);
        let shapes = [UnaryOp::Abs, UnaryOp::Exponential, UnaryOp::Imag].map(|op| text(unary(op, &z)));
        assert_eq!(shapes, ["f32[2]", "c64[2]", "f32[2]"]);
        assert_eq!(text(unary(UnaryOp::IsFinite, &f32s(&[2]))), "pred[2]");
    }

    #[test]
    fn binary_c1_operands_have_one_type() {
        let add = |lhs, rhs| text(binary(BinaryOp::Add, &lhs, &rhs));
        assert_eq!(add(f32s(&[2]), f32s(&[2])), "f32[2]");
        assert_eq!(add(f32s(&[2]), f32s(&[])), "expected operand 1 of shape f32[2], found f32[]");
        assert_eq!(add(f32s(&[2]), s32s(&[2])), "expected operand 1 of shape f32[2], found s32[2]");
    }

    #[test]
    fn complex_c3_parts_are_f32_or_f64() {
        let complex = |part: ArrayShape| text(binary(BinaryOp::Complex, &part, &part));
        assert_eq!(complex(of(ElementType::F64, &[2])), "c128[2]");
        assert_eq!(complex(s32s(&[2])), "expected parts of type f32 or f64, found s32");
    }

    #[test]
    fn select_c1_predicate_is_scalar_or_matches() {
        let select = |pred: ArrayShape| text(select(&pred, &f32s(&[2]), &f32s(&[2])));
        assert_eq!(select(of(ElementType::Pred, &[])), "f32[2]");
        assert_eq!(select(of(ElementType::Pred, &[3])), "expected a predicate with dimensions [2], found [3]");
        assert_eq!(select(s32s(&[])), "expected a predicate of type pred, found s32");
    }

    #[test]
    fn clamp_c1_c2_bound_is_scalar_or_matches() {
        let clamp = |bound: ArrayShape| text(clamp(&f32s(&[]), &f32s(&[2]), &bound));
        assert_eq!(clamp(f32s(&[2])), "f32[2]");
        assert_eq!(clamp(f32s(&[3])), "expected the maximum with dimensions [2], found [3]");
    }

    #[test]
    fn clamp_c3_element_types_agree() {
        let clamped = clamp(&s32s(&[]), &f32s(&[2]), &f32s(&[]));
        assert_eq!(text(clamped), "expected the minimum with element type f32, found s32");
    }

    #[test]
    fn bitcast_convert_c1_moves_bits_to_a_dimension() {
        let cast = |operand: ArrayShape, target| text(bitcast_convert(&operand, target));
        assert_eq!(cast(f32s(&[2]), ElementType::U8), "u8[2,4]");
        assert_eq!(cast(of(ElementType::U8, &[2, 4]), ElementType::F32), "f32[2]");
        let found = cast(of(ElementType::U8, &[2, 3]), ElementType::F32);
        assert_eq!(found, "expected a last dimension of 32 bits in total, found u8[2,3]");
        let found = cast(of(ElementType::U8, &[2]), ElementType::F6E2M3FN);
        assert_eq!(found, "expected a width that divides 8 bits, found 6");
    }

    #[test]
    fn bitcast_convert_c2_both_complex_or_neither() {
        let cast = bitcast_convert(&f32s(&[2]), ElementType::C64);
        assert_eq!(text(cast), "expected both types complex or neither, found f32 and c64");
    }

    #[test]
    fn map_c1_dimensions_agree() {
        let mapped = map(&[&f32s(&[2]), &f32s(&[3])], ElementType::F32);
        assert_eq!(text(mapped), "expected operand 1 with dimensions [2], found [3]");
    }

    #[test]
    fn map_c2_has_operands() {
        assert_eq!(text(map(&[], ElementType::F32)), "expected at least 1 operand, found none");
    }
}
