//! Complex numbers with `f64` parts.

use super::complex_functions as functions;
use super::{Domain, Scalar};
use crate::hlo::{BinaryOp, UnaryOp};
use std::cmp::Ordering;

pub type Complex = rustfft::num_complex::Complex<f64>;

impl Domain for Complex {
    fn unary(self, op: UnaryOp, _bits: u32) -> Option<Complex> {
        let value = match op {
            UnaryOp::Cbrt => functions::cbrt(self),
            UnaryOp::Cosine => functions::cos(self),
            UnaryOp::Exponential => functions::exp(self),
            UnaryOp::ExponentialMinusOne => functions::exp_m1(self),
            UnaryOp::Log => functions::log(self),
            UnaryOp::LogPlusOne => functions::log_1p(self),
            UnaryOp::Logistic => functions::logistic(self),
            UnaryOp::Negate => -self,
            UnaryOp::Rsqrt => functions::divide(Complex::ONE, functions::sqrt(self)),
            UnaryOp::Sign => functions::sign(self),
            UnaryOp::Sine => functions::sin(self),
            UnaryOp::Sqrt => functions::sqrt(self),
            UnaryOp::Tan => functions::tan(self),
            UnaryOp::Tanh => functions::tanh(self),
            UnaryOp::Abs
            | UnaryOp::Ceil
            | UnaryOp::CountLeadingZeros
            | UnaryOp::Erf
            | UnaryOp::Floor
            | UnaryOp::Imag
            | UnaryOp::IsFinite
            | UnaryOp::Not
            | UnaryOp::PopulationCount
            | UnaryOp::Real
            | UnaryOp::RoundNearestAfz
            | UnaryOp::RoundNearestEven => return None,
        };
        Some(value)
    }

    fn binary(self, op: BinaryOp, other: Complex, _bits: u32) -> Option<Complex> {
        let value = match op {
            BinaryOp::Add => self + other,
            BinaryOp::Subtract => self - other,
            BinaryOp::Multiply => self * other,
            BinaryOp::Divide => functions::divide(self, other),
            BinaryOp::Power => functions::power(self, other),
            BinaryOp::Atan2 => functions::atan2(self, other),
            BinaryOp::And
            | BinaryOp::Complex
            | BinaryOp::Maximum
            | BinaryOp::Minimum
            | BinaryOp::Or
            | BinaryOp::Remainder
            | BinaryOp::ShiftLeft
            | BinaryOp::ShiftRightArithmetic
            | BinaryOp::ShiftRightLogical
            | BinaryOp::Xor => return None,
        };
        Some(value)
    }

    fn partial_order(self, other: Complex) -> Option<Ordering> {
        (self == other).then_some(Ordering::Equal)
    }

    /// By real part, then imaginary part; programs compare complex numbers for equality alone.
    fn total_order(self, other: Complex) -> Ordering {
        self.re.total_cmp(&other.re).then(self.im.total_cmp(&other.im))
    }

    fn is_finite(self) -> bool {
        self.re.is_finite() && self.im.is_finite()
    }

    fn of_scalar(scalar: Scalar) -> Complex {
        match scalar {
            Scalar::Complex(value) => value,
            other => panic!("{other:?} is no complex number"),
        }
    }
}
