//! Formulas over arrays, written as over numbers.
//!
//! A [`Value`] is an instruction that arithmetic extends: `(x + 1.0).sqrt()` adds a constant, an addition and a square
//! root to the computation.

use crate::hlo::{
    ArrayLiteral, BinaryOp, Builder, ComparisonDirection, ComparisonOrder, Diagnostic, ElementType, InstructionId, Op,
    Shape, UnaryOp,
};
use std::cell::RefCell;
use std::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Sub};

/// Where a formula's instructions go.
pub struct Formula<'b> {
    builder: RefCell<Builder<'b>>,
}

impl<'b> Formula<'b> {
    pub fn new(builder: Builder<'b>) -> Formula<'b> {
        Formula { builder: RefCell::new(builder) }
    }

    pub fn value(&self, id: InstructionId) -> Value<'_, 'b> {
        Value { formula: self, id }
    }

    /// The first broken rule, if any: a formula over operands that do not fit.
    pub fn finish(self) -> Result<(), Diagnostic> {
        self.builder.into_inner().finish()
    }
}

/// An array in a formula.
#[derive(Clone, Copy)]
pub struct Value<'f, 'b> {
    formula: &'f Formula<'b>,
    id: InstructionId,
}

impl<'f, 'b> Value<'f, 'b> {
    pub fn id(self) -> InstructionId {
        self.id
    }

    fn with(self, id: InstructionId) -> Value<'f, 'b> {
        Value { formula: self.formula, id }
    }

    fn apply(self, op: Op, operands: &[InstructionId]) -> Value<'f, 'b> {
        self.with(self.formula.builder.borrow_mut().add(op, operands, &Shape::scalar(ElementType::Pred)))
    }

    pub fn element_type(self) -> ElementType {
        self.formula.builder.borrow().element_type(self.id)
    }

    fn dims(self) -> Vec<usize> {
        self.formula.builder.borrow().dims(self.id)
    }

    /// This number in every element of an array like this one.
    pub fn constant(self, value: f64) -> Value<'f, 'b> {
        self.with(self.formula.builder.borrow_mut().full_like(self.id, value))
    }

    /// An integer in every element of an array like this one.
    pub fn integer(self, value: i64) -> Value<'f, 'b> {
        self.splat(ArrayLiteral::scalar_integer(self.element_type(), value))
    }

    fn splat(self, scalar: ArrayLiteral) -> Value<'f, 'b> {
        let dims = self.dims();
        let mut builder = self.formula.builder.borrow_mut();
        let scalar = builder.constant(scalar);
        self.with(builder.splat(scalar, &dims))
    }

    pub fn unary(self, op: UnaryOp) -> Value<'f, 'b> {
        self.apply(Op::Unary(op), &[self.id])
    }

    pub fn binary(self, op: BinaryOp, other: Value) -> Value<'f, 'b> {
        self.apply(Op::Binary(op), &[self.id, other.id])
    }

    pub fn abs(self) -> Value<'f, 'b> {
        self.unary(UnaryOp::Abs)
    }

    pub fn sqrt(self) -> Value<'f, 'b> {
        self.unary(UnaryOp::Sqrt)
    }

    pub fn exp(self) -> Value<'f, 'b> {
        self.unary(UnaryOp::Exponential)
    }

    /// `exp(x) - 1`
    pub fn exp_m1(self) -> Value<'f, 'b> {
        self.unary(UnaryOp::ExponentialMinusOne)
    }

    pub fn log(self) -> Value<'f, 'b> {
        self.unary(UnaryOp::Log)
    }

    /// `log(1 + x)`
    pub fn log_1p(self) -> Value<'f, 'b> {
        self.unary(UnaryOp::LogPlusOne)
    }

    pub fn sin(self) -> Value<'f, 'b> {
        self.unary(UnaryOp::Sine)
    }

    pub fn cos(self) -> Value<'f, 'b> {
        self.unary(UnaryOp::Cosine)
    }

    pub fn tan(self) -> Value<'f, 'b> {
        self.unary(UnaryOp::Tan)
    }

    pub fn erf(self) -> Value<'f, 'b> {
        self.unary(UnaryOp::Erf)
    }

    pub fn floor(self) -> Value<'f, 'b> {
        self.unary(UnaryOp::Floor)
    }

    pub fn real(self) -> Value<'f, 'b> {
        self.unary(UnaryOp::Real)
    }

    pub fn imag(self) -> Value<'f, 'b> {
        self.unary(UnaryOp::Imag)
    }

    pub fn not(self) -> Value<'f, 'b> {
        self.unary(UnaryOp::Not)
    }

    pub fn max(self, other: Value) -> Value<'f, 'b> {
        self.binary(BinaryOp::Maximum, other)
    }

    pub fn min(self, other: Value) -> Value<'f, 'b> {
        self.binary(BinaryOp::Minimum, other)
    }

    pub fn power(self, exponent: Value) -> Value<'f, 'b> {
        self.binary(BinaryOp::Power, exponent)
    }

    /// The angle of the point (`x`, this).
    pub fn atan2(self, x: Value) -> Value<'f, 'b> {
        self.binary(BinaryOp::Atan2, x)
    }

    /// This and `imaginary` as a complex number.
    pub fn with_imaginary(self, imaginary: Value) -> Value<'f, 'b> {
        self.binary(BinaryOp::Complex, imaginary)
    }

    pub fn square(self) -> Value<'f, 'b> {
        self * self
    }

    pub fn compare(self, direction: ComparisonDirection, other: Value) -> Value<'f, 'b> {
        self.apply(Op::Compare { direction, order: ComparisonOrder::Partial }, &[self.id, other.id])
    }

    pub fn lt(self, limit: f64) -> Value<'f, 'b> {
        self.compare(ComparisonDirection::Lt, self.constant(limit))
    }

    pub fn le(self, limit: f64) -> Value<'f, 'b> {
        self.compare(ComparisonDirection::Le, self.constant(limit))
    }

    pub fn gt(self, limit: f64) -> Value<'f, 'b> {
        self.compare(ComparisonDirection::Gt, self.constant(limit))
    }

    pub fn eq(self, number: f64) -> Value<'f, 'b> {
        self.compare(ComparisonDirection::Eq, self.constant(number))
    }

    pub fn is_less_than(self, other: Value) -> Value<'f, 'b> {
        self.compare(ComparisonDirection::Lt, other)
    }

    pub fn equals(self, other: Value) -> Value<'f, 'b> {
        self.compare(ComparisonDirection::Eq, other)
    }

    /// Not equal to itself.
    pub fn is_nan(self) -> Value<'f, 'b> {
        self.compare(ComparisonDirection::Ne, self)
    }

    /// One of two values, by this predicate.
    pub fn select(self, on_true: Value, on_false: Value) -> Value<'f, 'b> {
        self.apply(Op::Select, &[self.id, on_true.id, on_false.id])
    }

    pub fn convert(self, element_type: ElementType) -> Value<'f, 'b> {
        self.with(self.formula.builder.borrow_mut().convert(self.id, element_type))
    }

    pub fn bitcast(self, element_type: ElementType) -> Value<'f, 'b> {
        self.with(self.formula.builder.borrow_mut().bitcast_convert(self.id, element_type))
    }

    pub fn shift_right_logical(self, bits: i64) -> Value<'f, 'b> {
        self.binary(BinaryOp::ShiftRightLogical, self.integer(bits))
    }

    pub fn shift_right_arithmetic(self, bits: i64) -> Value<'f, 'b> {
        self.binary(BinaryOp::ShiftRightArithmetic, self.integer(bits))
    }

    /// Unsigned integers of a float's width, with the same bits.
    pub fn bits(self) -> Value<'f, 'b> {
        self.bitcast(self.element_type().bits_type())
    }

    /// This number's magnitude with the sign of `sign`, also that of a zero.
    pub fn copy_sign(self, sign: Value<'f, 'b>) -> Value<'f, 'b> {
        let width = self.element_type().bit_width() as u32;
        let magnitude = self.abs().bits();
        let mask = magnitude.integer(i64::MIN >> (64 - width));
        (magnitude | sign.bits() & mask).bitcast(self.element_type())
    }

    /// `c[0] x^n + … + c[n]`, by Horner's rule.
    pub fn polynomial(self, coefficients: &[f64]) -> Value<'f, 'b> {
        let (first, rest) = coefficients.split_first().expect("a polynomial has coefficients");
        rest.iter().fold(self.constant(*first), |sum, &coefficient| sum * self + coefficient)
    }

    /// Sum of Chebyshev polynomials by Clenshaw's recurrence; the highest comes first, the constant counts half.
    pub fn chebyshev(self, coefficients: &[f64]) -> Value<'f, 'b> {
        let zero = self.constant(0.0);
        let (mut b0, mut b1, mut b2) = (zero, zero, zero);
        for &coefficient in coefficients {
            b2 = b1;
            b1 = b0;
            b0 = self * b1 - b2 + coefficient;
        }
        (b0 - b2) * 0.5
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $op:ident) => {
        impl<'f, 'b> $trait<Value<'f, 'b>> for Value<'f, 'b> {
            type Output = Value<'f, 'b>;
            fn $method(self, other: Value<'f, 'b>) -> Value<'f, 'b> {
                self.binary(BinaryOp::$op, other)
            }
        }
    };
}

macro_rules! operator_with_number {
    ($trait:ident, $method:ident, $op:ident) => {
        operator!($trait, $method, $op);
        impl<'f, 'b> $trait<f64> for Value<'f, 'b> {
            type Output = Value<'f, 'b>;
            fn $method(self, other: f64) -> Value<'f, 'b> {
                self.binary(BinaryOp::$op, self.constant(other))
            }
        }
        impl<'f, 'b> $trait<Value<'f, 'b>> for f64 {
            type Output = Value<'f, 'b>;
            fn $method(self, other: Value<'f, 'b>) -> Value<'f, 'b> {
                other.constant(self).binary(BinaryOp::$op, other)
            }
        }
    };
}

operator_with_number!(Add, add, Add);
operator_with_number!(Sub, sub, Subtract);
operator_with_number!(Mul, mul, Multiply);
operator_with_number!(Div, div, Divide);
operator!(BitAnd, bitand, And);
operator!(BitOr, bitor, Or);

impl<'f, 'b> Neg for Value<'f, 'b> {
    type Output = Value<'f, 'b>;
    fn neg(self) -> Value<'f, 'b> {
        self.unary(UnaryOp::Negate)
    }
}
