//! Operations that combine values in any order, and the values that change nothing there.

use super::{ArrayLiteral, BinaryOp, ElementType};

impl BinaryOp {
    /// Whether values of a type may be combined in any order, but for rounding.
    pub fn is_monoid(self, of: ElementType) -> bool {
        use BinaryOp::*;
        match self {
            Maximum | Minimum => !of.is_complex(),
            Add | And | Multiply | Or | Xor => true,
            Atan2 | Complex | Divide | Power | Remainder | ShiftLeft | ShiftRightArithmetic | ShiftRightLogical
            | Subtract => false,
        }
    }

    /// Whether there is a scalar that changes no value of a type. Products of complex numbers have none, as
    /// `(1 + 0i)·(∞ + 0i)` has a NaN in it, nor have sums in a type without zero.
    pub fn has_identity(self, of: ElementType) -> bool {
        let is_sum_without = self == BinaryOp::Add && !of.has_zero();
        let is_product_without = self == BinaryOp::Multiply && of.is_complex();
        self.is_monoid(of) && !is_sum_without && !is_product_without
    }

    /// The scalar that changes no value of a type: `identity ∘ x = x`, also where `x` is NaN, infinite or -0. Products of
    /// complex numbers, which have none, get 1.
    ///
    /// # Panics
    /// Operations that are no [monoids](BinaryOp::is_monoid).
    pub fn identity(self, of: ElementType) -> ArrayLiteral {
        use BinaryOp::*;
        match self {
            // Unlike +0, -0 leaves even -0 as it is.
            Add if of.real_part().is_float() => {
                let part = of.real_part().encode_float(-0.0);
                let bytes = if of.is_complex() { part.repeat(2) } else { part };
                ArrayLiteral::from_slice(of, [], &bytes)
            }
            Add | Or | Xor => ArrayLiteral::scalar_integer(of, 0),
            Multiply => ArrayLiteral::scalar_integer(of, 1),
            And => ArrayLiteral::scalar_integer(of, -1),
            Maximum => ArrayLiteral::scalar_least(of),
            Minimum => ArrayLiteral::scalar_greatest(of),
            Atan2 | Complex | Divide | Power | Remainder | ShiftLeft | ShiftRightArithmetic | ShiftRightLogical
            | Subtract => unreachable!("{} is no monoid", self.name()),
        }
    }

    /// Whether it makes no difference how often elements of this value, which are all the same, are combined with
    /// others, if they are once: those of the identity, and zeros that are added.
    pub fn is_neutral(self, value: &ArrayLiteral) -> bool {
        let element_type = value.element_type();
        if !self.has_identity(element_type) || !value.is_splat() {
            return false;
        }
        let is = |other: &ArrayLiteral| other.element_bytes(0) == value.element_bytes(0);
        is(&self.identity(element_type))
            || (self == BinaryOp::Add && is(&ArrayLiteral::scalar_integer(element_type, 0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::evaluator::{Context, evaluate_op};
    use crate::hlo::{Literal, Module, Op};

    const MONOIDS: [BinaryOp; 7] = [
        BinaryOp::Add,
        BinaryOp::And,
        BinaryOp::Maximum,
        BinaryOp::Minimum,
        BinaryOp::Multiply,
        BinaryOp::Or,
        BinaryOp::Xor,
    ];

    fn combined(op: BinaryOp, a: &ArrayLiteral, b: &ArrayLiteral) -> ArrayLiteral {
        let operands: Vec<Literal> = [a, b].map(|value| Literal::Array(value.clone())).into();
        let module = Module::new("empty");
        let value = evaluate_op(
            &Op::Binary(op),
            &operands.iter().collect::<Vec<_>>(),
            &a.shape().clone().into(),
            &Context::new(&module),
        );
        value.unwrap().as_array().unwrap().clone()
    }

    /// Edge cases of numbers and of the type's range.
    fn values(element_type: ElementType) -> Vec<ArrayLiteral> {
        let floats = [0.0, -0.0, 1.0, -1.0, 0.5, f64::INFINITY, f64::NEG_INFINITY];
        let floats = floats.map(|value| ArrayLiteral::scalar_float(element_type, value));
        let integers = [0, 1, -1, i64::MIN, i64::MAX].map(|value| ArrayLiteral::scalar_integer(element_type, value));
        floats.into_iter().chain(integers).collect()
    }

    #[test]
    fn identities_change_nothing() {
        for element_type in ElementType::ALL {
            let is_bitwise = |op| matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor);
            for op in MONOIDS {
                let is_defined = !is_bitwise(op) || !element_type.real_part().is_float();
                if !is_defined || !op.has_identity(element_type) {
                    continue;
                }
                let identity = op.identity(element_type);
                assert!(op.is_neutral(&identity), "{} of {element_type}", op.name());
                for value in values(element_type) {
                    assert_eq!(combined(op, &identity, &value), value, "{} of {element_type}", op.name());
                }
            }
        }
    }

    #[test]
    fn sums_may_start_from_either_zero() {
        let f32s = |value| ArrayLiteral::scalar_float(ElementType::F32, value);
        assert!(BinaryOp::Add.is_neutral(&f32s(0.0)) && BinaryOp::Add.is_neutral(&f32s(-0.0)));
        assert!(!BinaryOp::Add.is_neutral(&f32s(1.0)) && !BinaryOp::Maximum.is_neutral(&f32s(0.0)));
    }

    #[test]
    fn products_of_complex_numbers_have_no_identity() {
        assert!(!BinaryOp::Multiply.is_neutral(&BinaryOp::Multiply.identity(ElementType::C64)));
        assert!(BinaryOp::Multiply.is_neutral(&BinaryOp::Multiply.identity(ElementType::F32)));
    }
}
