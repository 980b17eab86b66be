//! Signed integers of any width, sign-extended to `i64`. Storing wraps.

use super::{Domain, Scalar, unsigned::low_bits};
use crate::hlo::{BinaryOp, UnaryOp};
use std::cmp::Ordering;

impl Domain for i64 {
    fn unary(self, op: UnaryOp, bits: u32) -> Option<i64> {
        match op {
            UnaryOp::Abs => Some(self.wrapping_abs()),
            UnaryOp::Negate => Some(self.wrapping_neg()),
            UnaryOp::Not => Some(!self),
            UnaryOp::Sign => Some(self.signum()),
            UnaryOp::CountLeadingZeros | UnaryOp::PopulationCount => {
                low_bits(self as u64, bits).unary(op, bits).map(|count| count as i64)
            }
            UnaryOp::Cbrt
            | UnaryOp::Ceil
            | UnaryOp::Cosine
            | UnaryOp::Erf
            | UnaryOp::Exponential
            | UnaryOp::ExponentialMinusOne
            | UnaryOp::Floor
            | UnaryOp::Imag
            | UnaryOp::IsFinite
            | UnaryOp::Log
            | UnaryOp::LogPlusOne
            | UnaryOp::Logistic
            | UnaryOp::Real
            | UnaryOp::RoundNearestAfz
            | UnaryOp::RoundNearestEven
            | UnaryOp::Rsqrt
            | UnaryOp::Sine
            | UnaryOp::Sqrt
            | UnaryOp::Tan
            | UnaryOp::Tanh => None,
        }
    }

    fn binary(self, op: BinaryOp, other: i64, bits: u32) -> Option<i64> {
        // A negative amount is a huge unsigned one.
        let shift = u32::try_from(other).ok().filter(|&amount| amount < bits);
        let value = match op {
            BinaryOp::Add => self.wrapping_add(other),
            BinaryOp::Subtract => self.wrapping_sub(other),
            BinaryOp::Multiply => self.wrapping_mul(other),
            BinaryOp::Divide if other == 0 => -1,
            BinaryOp::Divide => self.wrapping_div(other),
            BinaryOp::Remainder if other == 0 => self,
            BinaryOp::Remainder => self.wrapping_rem(other),
            BinaryOp::Power => power(self, other),
            BinaryOp::Maximum => self.max(other),
            BinaryOp::Minimum => self.min(other),
            BinaryOp::And => self & other,
            BinaryOp::Or => self | other,
            BinaryOp::Xor => self ^ other,
            BinaryOp::ShiftLeft => shift.map_or(0, |amount| self << amount),
            BinaryOp::ShiftRightArithmetic => self >> shift.unwrap_or(63),
            BinaryOp::ShiftRightLogical => shift.map_or(0, |amount| (low_bits(self as u64, bits) >> amount) as i64),
            BinaryOp::Atan2 | BinaryOp::Complex => return None,
        };
        Some(value)
    }

    fn partial_order(self, other: i64) -> Option<Ordering> {
        Some(self.cmp(&other))
    }

    fn total_order(self, other: i64) -> Ordering {
        self.cmp(&other)
    }

    fn is_finite(self) -> bool {
        true
    }

    fn of_scalar(scalar: Scalar) -> i64 {
        match scalar {
            Scalar::Signed(value) => value,
            other => panic!("{other:?} is no signed integer"),
        }
    }
}

/// A negative exponent gives 0 but for the bases 1 and -1.
fn power(base: i64, exponent: i64) -> i64 {
    match (base, exponent) {
        (1, _) => 1,
        (-1, _) if exponent % 2 == 0 => 1,
        (-1, _) => -1,
        (_, ..0) => 0,
        (_, 0..) => power_of(base, exponent as u64),
    }
}

/// By squaring, modulo 2^64.
fn power_of(base: i64, exponent: u64) -> i64 {
    let (mut result, mut square, mut rest) = (1i64, base, exponent);
    while rest > 0 {
        if rest & 1 == 1 {
            result = result.wrapping_mul(square);
        }
        square = square.wrapping_mul(square);
        rest >>= 1;
    }
    result
}

pub(super) fn unsigned_power(base: u64, exponent: u64) -> u64 {
    power_of(base as i64, exponent) as u64
}
