//! Real floats of any width, in `f64`.
//!
//! The elementary functions are the platform's and the `libm` crate's, within 1 ulp of `f64`; narrower types get them
//! rounded once, which is right up to double rounding at a distance of 2^-53.

use super::functions::function_of;
use super::{Domain, Scalar};
use crate::hlo::elementwise_op::{bit_function, bitwise, function, shift};
use crate::hlo::{BinaryOp, UnaryOp};
use std::cmp::Ordering;

impl Domain for f64 {
    fn unary(self, op: UnaryOp, _bits: u32) -> Option<f64> {
        let value = match op {
            UnaryOp::Abs => self.abs(),
            UnaryOp::Ceil => self.ceil(),
            UnaryOp::Erf => libm::erf(self),
            UnaryOp::Floor => self.floor(),
            UnaryOp::Negate => -self,
            UnaryOp::RoundNearestAfz => self.round(),
            UnaryOp::RoundNearestEven => self.round_ties_even(),
            UnaryOp::Sign => sign(self),
            UnaryOp::Real => self,
            UnaryOp::Imag => 0.0,
            function!() => (function_of(op)?.real)(self),
            UnaryOp::IsFinite | bit_function!() => return None,
        };
        Some(value)
    }

    fn binary(self, op: BinaryOp, other: f64, _bits: u32) -> Option<f64> {
        let value = match op {
            BinaryOp::Add => self + other,
            BinaryOp::Subtract => self - other,
            BinaryOp::Multiply => self * other,
            BinaryOp::Divide => self / other,
            BinaryOp::Remainder => self % other,
            // The library tells a signaling NaN apart, which numbers here do not.
            BinaryOp::Power if other == 0.0 || self == 1.0 => 1.0,
            BinaryOp::Power => self.powf(other),
            BinaryOp::Atan2 => self.atan2(other),
            BinaryOp::Maximum => maximum(self, other),
            BinaryOp::Minimum => -maximum(-self, -other),
            BinaryOp::Complex | bitwise!() | shift!() => return None,
        };
        Some(value)
    }

    fn partial_order(self, other: f64) -> Option<Ordering> {
        self.partial_cmp(&other)
    }

    fn total_order(self, other: f64) -> Ordering {
        self.total_cmp(&other)
    }

    fn is_finite(self) -> bool {
        f64::is_finite(self)
    }

    fn of_scalar(scalar: Scalar) -> f64 {
        match scalar {
            Scalar::Float(value) => value,
            other => panic!("{other:?} is no float"),
        }
    }
}

/// NaN where either is; +0 is above -0.
fn maximum(a: f64, b: f64) -> f64 {
    match a.partial_cmp(&b) {
        Some(Ordering::Less) => b,
        Some(Ordering::Greater) => a,
        Some(Ordering::Equal) if a.is_sign_negative() => b,
        Some(Ordering::Equal) => a,
        None if a.is_nan() => a,
        None => b,
    }
}

/// Zeros keep their sign, NaN stays.
fn sign(x: f64) -> f64 {
    if x == 0.0 || x.is_nan() { x } else { 1f64.copysign(x) }
}

/// `1 / (1 + e^-x)`, in a form that does not overflow for large negative `x`.
pub(super) fn logistic(x: f64) -> f64 {
    if x >= 0.0 {
        1.0 / (1.0 + (-x).exp())
    } else {
        let e = x.exp();
        e / (1.0 + e)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAN: f64 = f64::NAN;
    const INFINITY: f64 = f64::INFINITY;

    fn unary(op: UnaryOp, x: f64) -> u64 {
        x.unary(op, 64).unwrap().to_bits()
    }

    fn binary(op: BinaryOp, a: f64, b: f64) -> f64 {
        a.binary(op, b, 64).unwrap()
    }

    #[test]
    fn zeros_keep_their_sign() {
        use UnaryOp::*;
        for op in [Cbrt, Ceil, Erf, ExponentialMinusOne, Floor, LogPlusOne, RoundNearestAfz, RoundNearestEven, Sign] {
            assert_eq!(unary(op, -0.0), (-0f64).to_bits(), "{op:?}");
            assert_eq!(unary(op, 0.0), 0, "{op:?}");
        }
        for op in [Sine, Sqrt, Tan, Tanh] {
            assert_eq!(unary(op, -0.0), (-0f64).to_bits(), "{op:?}");
        }
        assert_eq!(unary(Rsqrt, -0.0), (-INFINITY).to_bits());
        assert_eq!(unary(Ceil, -0.5), (-0f64).to_bits());
    }

    #[test]
    fn halves_round_away_or_to_even() {
        assert_eq!(
            [0.5, 1.5, 2.5, -0.5].map(|x| unary(UnaryOp::RoundNearestEven, x)),
            [0.0, 2.0, 2.0, -0.0].map(f64::to_bits)
        );
        assert_eq!(
            [0.5, 1.5, 2.5, -0.5].map(|x| unary(UnaryOp::RoundNearestAfz, x)),
            [1.0, 2.0, 3.0, -1.0].map(f64::to_bits)
        );
    }

    #[test]
    fn extremes_prefer_nan_and_tell_zeros_apart() {
        assert!(
            binary(BinaryOp::Maximum, NAN, INFINITY).is_nan() && binary(BinaryOp::Minimum, -INFINITY, NAN).is_nan()
        );
        assert_eq!(binary(BinaryOp::Maximum, -0.0, 0.0).to_bits(), 0);
        assert_eq!(binary(BinaryOp::Maximum, 0.0, -0.0).to_bits(), 0);
        assert_eq!(binary(BinaryOp::Minimum, 0.0, -0.0).to_bits(), (-0f64).to_bits());
        assert_eq!(binary(BinaryOp::Minimum, 3.0, 2.0), 2.0);
    }

    #[test]
    fn logistic_keeps_its_tails() {
        assert_eq!(f64::from_bits(unary(UnaryOp::Logistic, -740.0)), (-740f64).exp());
        assert_eq!(f64::from_bits(unary(UnaryOp::Logistic, 0.0)), 0.5);
        assert_eq!(unary(UnaryOp::Logistic, -INFINITY), 0);
        assert_eq!(f64::from_bits(unary(UnaryOp::Logistic, INFINITY)), 1.0);
    }

    #[test]
    fn remainders_and_powers() {
        assert_eq!(binary(BinaryOp::Remainder, -5.5, 2.0), -1.5);
        assert_eq!(binary(BinaryOp::Remainder, -4.0, 2.0).to_bits(), (-0f64).to_bits());
        assert!(binary(BinaryOp::Remainder, 1.0, 0.0).is_nan());
        assert_eq!(binary(BinaryOp::Remainder, 1.0, INFINITY), 1.0);
        assert_eq!(binary(BinaryOp::Power, NAN, 0.0), 1.0);
        assert_eq!(binary(BinaryOp::Power, 1.0, NAN), 1.0);
        assert_eq!(binary(BinaryOp::Power, f64::from_bits(0x7FF << 52 | 1), 0.0), 1.0);
        assert_eq!(binary(BinaryOp::Power, -0.0, -3.0), -INFINITY);
        assert!(binary(BinaryOp::Power, -8.0, 1.0 / 3.0).is_nan());
    }

    #[test]
    fn total_order_puts_nan_at_both_ends() {
        let mut values = [NAN, 1.0, -NAN, INFINITY, -0.0, 0.0, -INFINITY];
        values.sort_by(|a, b| a.total_order(*b));
        assert!(values[0].is_nan() && values[0].is_sign_negative() && values[6].is_nan());
        assert_eq!(values[2].to_bits(), (-0f64).to_bits());
    }
}
