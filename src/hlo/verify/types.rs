//! Rules of element types, and of attributes that depend on them: what the specification admits an operation on.

use super::collective;
use super::{Check, Site, ensure};
use crate::hlo::attributes::*;
use crate::hlo::elementwise_op::{FLOAT, FLOAT_OR_COMPLEX, INTEGER, NUMBER, REAL, REAL_NUMBER, TypeSet};
use crate::hlo::op_class::{movement, normalization, structure};
use crate::hlo::{ArrayShape, ElementType, Op, Shape};

pub(super) fn rules(site: &Site) -> Vec<String> {
    rule(site).err().into_iter().collect()
}

fn rule(site: &Site) -> Check {
    match &site.instruction.op {
        Op::Unary(op) => operand(site, 0, op.facts().admits),
        Op::Binary(op) => operand(site, 0, op.facts().admits),
        Op::Compare { direction, order } => {
            compare_complex_numbers_are_unordered(site, *direction)?;
            compare_c3_total_order_is_of_floats(site, *order)
        }
        Op::ReducePrecision { exponent_bits, .. } => {
            operand(site, 0, FLOAT)?;
            reduce_precision_c2_has_an_exponent(*exponent_bits)
        }
        Op::Iota { .. } => result(site, NUMBER),
        Op::DynamicSlice { .. } => starts_are_integers(site, 1),
        Op::DynamicUpdateSlice => starts_are_integers(site, 2),
        Op::Gather { .. } => operand(site, 1, INTEGER),
        Op::Scatter { .. } => operand(site, site.operands.len() / 2, INTEGER),
        Op::Dot { .. } | Op::Convolution { .. } => product_is_of_one_kind(site),
        Op::Cholesky { .. } | Op::TriangularSolve { .. } => operand(site, 0, FLOAT_OR_COMPLEX),
        normalization!() => operand(site, 0, FLOAT),
        Op::Rng { distribution: RngDistribution::Normal } => operand(site, 0, FLOAT),
        Op::Rng { distribution: RngDistribution::Uniform } | Op::TopK { .. } => operand(site, 0, REAL),
        Op::RngBitGenerator { algorithm } => {
            rng_bit_generator_c2_state_size(site, *algorithm)?;
            site.instruction.shape.at(&[1]).map_or(Ok(()), |bits| is_of("bits", bits, REAL_NUMBER))
        }
        Op::Collective(op) => collective::check(op),
        Op::AsyncStart(_) => {
            let started = site.instruction.started().ok_or("expected a result among what is started")?;
            rule(&Site::new(site.computation, &started, site.callees.clone()))
        }
        Op::AsyncUpdate => async_ends_a_start(site, None),
        Op::AsyncDone { index } => async_ends_a_start(site, Some(*index)),
        Op::Conditional { branches } => case_index_is_pred_or_s32(site, branches.len()),
        Op::Parameter { .. }
        | Op::Constant(_)
        | Op::Select
        | Op::Clamp
        | Op::Convert
        | movement!()
        | Op::Map { .. }
        | Op::Reduce { .. }
        | Op::ReduceWindow { .. }
        | Op::SelectAndScatter { .. }
        | Op::Sort { .. }
        | Op::Fft { .. }
        | structure!()
        | Op::While { .. }
        | Op::Call { .. }
        | Op::Scan { .. }
        | Op::Fusion { .. }
        | Op::CustomCall(_)
        | Op::Transfer(_)
        | Op::ReplicaId
        | Op::PartitionId => Ok(()),
    }
}

/// A done takes the part that its start has the result in.
fn async_ends_a_start(site: &Site, index: Option<Option<usize>>) -> Check {
    let started = site.computation.async_op(site.instruction.operands()[0]);
    let started = started.filter(|op| index.is_none_or(|index| index == op.started_index()));
    ensure(started.is_some(), || "expected an operand that is the start or the update of the same operation".into())
}

fn operand(site: &Site, index: usize, types: TypeSet) -> Check {
    is_of(&format!("operand {index}"), site.operands[index], types)
}

fn result(site: &Site, types: TypeSet) -> Check {
    is_of("a result", &site.instruction.shape, types)
}

fn is_of(what: &str, shape: &Shape, types: TypeSet) -> Check {
    let admitted = shape.as_array().is_some_and(|array| (types.admits)(array.element_type));
    ensure(admitted, || format!("expected {what} of {} type, found {shape}", types.words))
}

fn array<'a>(site: &Site<'a>, index: usize) -> &'a ArrayShape {
    site.operands[index].expect_array()
}

fn compare_complex_numbers_are_unordered(site: &Site, direction: ComparisonDirection) -> Check {
    let equality = matches!(direction, ComparisonDirection::Eq | ComparisonDirection::Ne);
    ensure(equality || !array(site, 0).element_type.is_complex(), || {
        format!("expected complex operands only under EQ or NE, found {}", site.operands[0])
    })
}

fn compare_c3_total_order_is_of_floats(site: &Site, order: ComparisonOrder) -> Check {
    if order == ComparisonOrder::Total { operand(site, 0, FLOAT) } else { Ok(()) }
}

fn reduce_precision_c2_has_an_exponent(exponent_bits: u32) -> Check {
    ensure(exponent_bits >= 1, || format!("expected exponent_bits of at least 1, found {exponent_bits}"))
}

fn starts_are_integers(site: &Site, first: usize) -> Check {
    (first..site.operands.len()).try_for_each(|index| operand(site, index, INTEGER))
}

/// Both sides are floats, or integers, or the same other type: s8 × u8 and f8 × f8 of two formats are products.
fn product_is_of_one_kind(site: &Site) -> Check {
    let (lhs, rhs) = (array(site, 0).element_type, array(site, 1).element_type);
    let alike = lhs == rhs || (lhs.is_float() && rhs.is_float()) || (lhs.is_integer() && rhs.is_integer());
    ensure(alike, || format!("expected operands of one kind, found {lhs} and {rhs}"))
}

fn rng_bit_generator_c2_state_size(site: &Site, algorithm: RngAlgorithm) -> Check {
    match algorithm {
        RngAlgorithm::Default => Ok(()),
        RngAlgorithm::ThreeFry | RngAlgorithm::Philox => algorithm.check_state(array(site, 0)),
    }
}

fn case_index_is_pred_or_s32(site: &Site, branches: usize) -> Check {
    let index = site.operands[0].as_array().filter(|array| array.is_scalar()).map(|array| array.element_type);
    let right = match index {
        Some(ElementType::Pred) => branches == 2,
        Some(ElementType::S32) => true,
        _ => false,
    };
    ensure(right, || {
        format!("expected a scalar s32, or pred for 2 branches, to choose among {branches}, found {}", site.operands[0])
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{f32s, findings_of};
    use super::*;
    use crate::hlo::{BinaryOp, UnaryOp};

    fn s32s(dims: &[usize]) -> Shape {
        Shape::array(ElementType::S32, dims)
    }

    #[test]
    fn unary_and_binary_operands() {
        let cases = [
            (Op::Unary(UnaryOp::Sine), s32s(&[2]), "sine: expected operand 0 of float or complex type, found s32[2]"),
            (Op::Unary(UnaryOp::Floor), s32s(&[2]), "floor: expected operand 0 of float type, found s32[2]"),
            (Op::Unary(UnaryOp::Not), f32s(&[2]), "not: expected operand 0 of pred or integer type, found f32[2]"),
        ];
        for (op, operand, message) in cases {
            assert_eq!(findings_of(op, std::slice::from_ref(&operand), operand.clone()), [message]);
        }
        let found = findings_of(Op::Binary(BinaryOp::ShiftLeft), &[f32s(&[2]), f32s(&[2])], f32s(&[2]));
        assert_eq!(found, ["shift-left: expected operand 0 of integer type, found f32[2]"]);
        let preds = Shape::array(ElementType::Pred, [2]);
        let found = findings_of(Op::Binary(BinaryOp::Subtract), &[preds.clone(), preds.clone()], preds);
        assert_eq!(found, ["subtract: expected operand 0 of integer, float or complex type, found pred[2]"]);
    }

    fn compare(operand: Shape, direction: ComparisonDirection, order: ComparisonOrder) -> Vec<String> {
        let result = Shape::array(ElementType::Pred, [2]);
        findings_of(Op::Compare { direction, order }, &[operand.clone(), operand], result)
    }

    #[test]
    fn compare_complex_numbers_are_unordered() {
        let found = compare(Shape::array(ElementType::C64, [2]), ComparisonDirection::Lt, ComparisonOrder::Partial);
        assert_eq!(found, ["compare: expected complex operands only under EQ or NE, found c64[2]"]);
    }

    #[test]
    fn compare_c3_total_order_is_of_floats() {
        let found = compare(s32s(&[2]), ComparisonDirection::Lt, ComparisonOrder::Total);
        assert_eq!(found, ["compare: expected operand 0 of float type, found s32[2]"]);
    }

    #[test]
    fn reduce_precision_c2_has_an_exponent() {
        let op = Op::ReducePrecision { exponent_bits: 0, mantissa_bits: 3 };
        let found = findings_of(op, &[f32s(&[2])], f32s(&[2]));
        assert_eq!(found, ["reduce-precision: expected exponent_bits of at least 1, found 0"]);
    }

    #[test]
    fn iota_counts_in_numbers() {
        let found = findings_of(Op::Iota { dimension: 0 }, &[], Shape::array(ElementType::Pred, [2]));
        assert_eq!(found, ["iota: expected a result of integer, float or complex type, found pred[2]"]);
    }

    #[test]
    fn starts_are_integers() {
        let op = Op::DynamicSlice { sizes: vec![1] };
        let found = findings_of(op, &[f32s(&[2]), f32s(&[])], f32s(&[1]));
        assert_eq!(found, ["dynamic-slice: expected operand 1 of integer type, found f32[]"]);
    }

    #[test]
    fn product_is_of_one_kind() {
        let op = Op::Dot { dims: DotDimensionNumbers::default(), precision: Default::default(), algorithm: None };
        let found = findings_of(op, &[f32s(&[]), s32s(&[])], f32s(&[]));
        assert_eq!(found, ["dot: expected operands of one kind, found f32 and s32"]);
    }

    #[test]
    fn rng_bit_generator_c2_state_size() {
        let state = Shape::array(ElementType::U64, [4]);
        let result = Shape::Tuple(vec![state.clone(), s32s(&[3])]);
        let op = Op::RngBitGenerator { algorithm: RngAlgorithm::ThreeFry };
        let found = findings_of(op, &[state], result);
        assert_eq!(found, ["rng-bit-generator: expected a state of 2 u64, found u64[4]"]);
    }
}
