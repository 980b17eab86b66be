//! Operations on complex numbers.
//!
//! Elementary functions are written for f64 parts. `c64` goes through them and is rounded once, which also settles what
//! happens near branch cuts, cancellations and overflow; its sums and products stay in f32. Special values are those of
//! C's Annex G, with the exceptions of docs/numerics.md; the sign of a zero imaginary part chooses the side of a branch
//! cut.

mod angle;
mod arithmetic;
mod exponential;
mod power;
mod roots;
mod trig;

use super::functions::function_of;
use super::lanes::Lanes;
use super::{MathBuilder, Value};
use crate::hlo::elementwise_op::{bit_function, bitwise, function, real_function, shift};
use crate::hlo::{BinaryOp, ComparisonDirection, ComparisonOrder, ElementType, UnaryOp};
use std::ops::{Add, Neg, Sub};

/// `re + i im`
#[derive(Clone, Copy)]
pub(super) struct Complex<'m, 'ctx> {
    pub re: Lanes<'m, 'ctx>,
    pub im: Lanes<'m, 'ctx>,
}

impl<'m, 'ctx> Complex<'m, 'ctx> {
    pub fn new(re: Lanes<'m, 'ctx>, im: Lanes<'m, 'ctx>) -> Self {
        Complex { re, im }
    }

    fn map(self, f: impl Fn(Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx>) -> Self {
        Complex { re: f(self.re), im: f(self.im) }
    }

    fn to_float(self, bits: u32) -> Self {
        self.map(|part| part.to_float(bits))
    }

    /// A real constant of this width.
    fn real_constant(self, value: f64) -> Self {
        Complex { re: self.re.constant(value), im: self.re.constant(0.0) }
    }

    /// `self` where the flag is set, else `other`.
    fn when(self, flag: Lanes<'m, 'ctx>, other: Self) -> Self {
        Complex { re: flag.select(self.re, other.re), im: flag.select(self.im, other.im) }
    }

    fn is_zero(self) -> Lanes<'m, 'ctx> {
        self.re.eq(0.0) & self.im.eq(0.0)
    }

    /// `i z`
    pub fn times_i(self) -> Self {
        Complex { re: -self.im, im: self.re }
    }

    fn value(self) -> Value<'ctx> {
        Value::Complex(self.re.raw, self.im.raw)
    }
}

impl Add for Complex<'_, '_> {
    type Output = Self;
    fn add(self, rhs: Self) -> Self {
        Complex { re: self.re + rhs.re, im: self.im + rhs.im }
    }
}

impl Sub for Complex<'_, '_> {
    type Output = Self;
    fn sub(self, rhs: Self) -> Self {
        Complex { re: self.re - rhs.re, im: self.im - rhs.im }
    }
}

impl Neg for Complex<'_, '_> {
    type Output = Self;
    fn neg(self) -> Self {
        self.map(|part| -part)
    }
}

impl<'ctx> MathBuilder<'_, 'ctx> {
    /// The parts of a value; a real one has the imaginary part 0.
    fn complex_of<'m>(&'m self, value: Value<'ctx>) -> Complex<'m, 'ctx> {
        let re = self.lanes_of(value.real());
        match value {
            Value::Complex(_, im) => Complex::new(re, self.lanes_of(im)),
            Value::Real(_) => Complex::new(re, re.constant(0.0)),
        }
    }

    pub(super) fn complex_unary<'m>(&'m self, op: UnaryOp, operand: Value<'ctx>) -> Value<'ctx> {
        let z = self.complex_of(operand);
        let through_double = |f: fn(Complex<'m, 'ctx>) -> Complex<'m, 'ctx>| -> Value<'ctx> {
            f(z.to_float(64)).to_float(z.re.bit_width()).value()
        };
        match op {
            UnaryOp::Abs => Value::Real(z.abs().raw),
            UnaryOp::Imag => Value::Real(z.im.raw),
            UnaryOp::IsFinite => Value::Real((z.re.abs().lt(f64::INFINITY) & z.im.abs().lt(f64::INFINITY)).raw),
            UnaryOp::Negate => (-z).value(),
            UnaryOp::Real => Value::Real(z.re.raw),
            UnaryOp::Sign => through_double(Complex::sign),
            function!() => through_double(function_of(op).complex),
            real_function!() | bit_function!() => not_for_complex(op.name()),
        }
    }

    pub(super) fn complex_binary<'m>(&'m self, op: BinaryOp, lhs: Value<'ctx>, rhs: Value<'ctx>) -> Value<'ctx> {
        let (z, w) = (self.complex_of(lhs), self.complex_of(rhs));
        let through_double = |f: fn(Complex<'m, 'ctx>, Complex<'m, 'ctx>) -> Complex<'m, 'ctx>| {
            f(z.to_float(64), w.to_float(64)).to_float(z.re.bit_width()).value()
        };
        match op {
            BinaryOp::Add => (z + w).value(),
            BinaryOp::Atan2 => through_double(Complex::atan2),
            BinaryOp::Divide => z.divided_by(w).value(),
            BinaryOp::Maximum => self.lexicographic(ComparisonDirection::Gt, z, w),
            BinaryOp::Minimum => self.lexicographic(ComparisonDirection::Lt, z, w),
            BinaryOp::Multiply => z.product(w).value(),
            BinaryOp::Power if z.re.is_f64() => z.accurate_power(w).value(),
            BinaryOp::Power => through_double(Complex::power),
            BinaryOp::Subtract => (z - w).value(),
            BinaryOp::Complex | BinaryOp::Remainder | bitwise!() | shift!() => not_for_complex(op.name()),
        }
    }

    /// The first where it is before the second in the direction, by real part and then imaginary part; else the second,
    /// also where they are unordered.
    fn lexicographic(&self, direction: ComparisonDirection, z: Complex<'_, 'ctx>, w: Complex<'_, 'ctx>) -> Value<'ctx> {
        let part = if z.re.is_f64() { ElementType::F64 } else { ElementType::F32 };
        let complex = part.complex_of().expect("a float part");
        let is_first = self.compare(direction, ComparisonOrder::Partial, complex, z.value(), w.value());
        self.select(is_first, z.value(), w.value())
    }
}

fn not_for_complex(op: &str) -> ! {
    unreachable!("the verifier let {op} of a complex type through")
}
