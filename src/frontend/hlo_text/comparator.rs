//! Comparators of sorts that the text does not have.

use crate::hlo::{
    ArrayLiteral, ArrayShape, BinaryOp, ComparisonDirection, ComparisonOrder, Computation, ElementType, Instruction,
    InstructionId, Op, Shape,
};

/// Orders keys, beside which values may be, as a radix sort does: zeros of both signs are equal, and NaNs are beyond
/// infinities.
pub fn comparator(key: ElementType, value: Option<ElementType>, descending: bool) -> Computation {
    let (name, direction) =
        if descending { ("above", ComparisonDirection::Gt) } else { ("below", ComparisonDirection::Lt) };
    let mut computation = Computation::new(format!("{name}_{key}"));
    let mut keys = [0, 1].map(|number| computation.add_parameter(number, Shape::scalar(key), &None));
    for (number, value) in (2..4).zip(value.into_iter().cycle()) {
        computation.add_parameter(number, Shape::scalar(value), &None);
    }
    if key.is_float() && key.has_zero() {
        keys = keys.map(|key| with_positive_zero(&mut computation, key));
    }
    let order = if key.is_float() { ComparisonOrder::Total } else { ComparisonOrder::Partial };
    let comparison = Op::Compare { direction, order };
    computation.add_root(Instruction::new(comparison, Shape::scalar(ElementType::Pred), keys));
    computation
}

/// The key with 0 added, which makes -0 of none.
fn with_positive_zero(computation: &mut Computation, key: InstructionId) -> InstructionId {
    let shape = computation.shape(key).clone();
    let zero = ArrayLiteral::zeros(&ArrayShape::scalar(shape.expect_array().element_type));
    let zero = computation.add(Instruction::new(Op::Constant(zero.into()), shape.clone(), []));
    computation.add(Instruction::new(Op::Binary(BinaryOp::Add), shape, [key, zero]))
}
