//! Signed integers of any width, sign-extended to `i64`. Storing wraps.

use super::{Domain, Scalar, unsigned::low_bits};
use crate::hlo::elementwise_op::{function, part_function, point, real_function};
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
            function!() | real_function!() | part_function!() => None,
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
            point!() => return None,
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

#[cfg(test)]
mod tests {
    use super::super::super::element::{Element, S4, S8, S32, S64};
    use super::*;

    fn binary<T: Element<Domain = i64>>(op: BinaryOp, a: i64, b: i64) -> i64 {
        T::store(a.binary(op, b, T::bits()).unwrap()).load()
    }

    fn unary<T: Element<Domain = i64>>(op: UnaryOp, x: i64) -> i64 {
        T::store(x.unary(op, T::bits()).unwrap()).load()
    }

    #[test]
    fn division_never_traps() {
        let min = i32::MIN.into();
        assert_eq!(binary::<S32>(BinaryOp::Divide, 7, 0), -1);
        assert_eq!(binary::<S32>(BinaryOp::Remainder, 7, 0), 7);
        assert_eq!(binary::<S32>(BinaryOp::Divide, min, -1), min);
        assert_eq!(binary::<S32>(BinaryOp::Remainder, min, -1), 0);
        assert_eq!(binary::<S64>(BinaryOp::Divide, i64::MIN, -1), i64::MIN);
        assert_eq!(binary::<S64>(BinaryOp::Remainder, i64::MIN, -1), 0);
        assert_eq!(binary::<S32>(BinaryOp::Divide, -7, 2), -3);
        assert_eq!(binary::<S32>(BinaryOp::Remainder, -7, 2), -1);
    }

    #[test]
    fn shifts_beyond_the_width_leave_nothing_or_the_sign() {
        for amount in [8, 100, -1] {
            assert_eq!(binary::<S8>(BinaryOp::ShiftLeft, -1, amount), 0);
            assert_eq!(binary::<S8>(BinaryOp::ShiftRightLogical, -1, amount), 0);
            assert_eq!(binary::<S8>(BinaryOp::ShiftRightArithmetic, -100, amount), -1);
        }
        assert_eq!(binary::<S8>(BinaryOp::ShiftRightLogical, -1, 1), 127);
        assert_eq!(binary::<S8>(BinaryOp::ShiftLeft, 1, 7), -128);
        assert_eq!(binary::<S64>(BinaryOp::ShiftRightLogical, -1, 63), 1);
    }

    #[test]
    fn powers_with_negative_exponents() {
        assert_eq!([2, 1, -1, 0].map(|base| binary::<S32>(BinaryOp::Power, base, -3)), [0, 1, -1, 0]);
        assert_eq!(binary::<S32>(BinaryOp::Power, -1, -2), 1);
        assert_eq!(binary::<S32>(BinaryOp::Power, 0, 0), 1);
        assert_eq!(binary::<S8>(BinaryOp::Power, 3, 5), -13);
        assert_eq!(binary::<S64>(BinaryOp::Power, -3, 39), -4052555153018976267);
    }

    #[test]
    fn narrow_types_wrap_and_count_their_own_bits() {
        assert_eq!(binary::<S4>(BinaryOp::Add, 7, 1), -8);
        assert_eq!(unary::<S4>(UnaryOp::Abs, -8), -8);
        assert_eq!(unary::<S4>(UnaryOp::PopulationCount, -1), 4);
        assert_eq!(unary::<S4>(UnaryOp::CountLeadingZeros, 1), 3);
        assert_eq!(unary::<S4>(UnaryOp::CountLeadingZeros, 0), 4);
        assert_eq!(unary::<S64>(UnaryOp::PopulationCount, -1), 64);
        assert_eq!(unary::<S64>(UnaryOp::Negate, i64::MIN), i64::MIN);
        assert_eq!(unary::<S32>(UnaryOp::Sign, -9), -1);
    }
}
