//! Unsigned integers of any width, zero-extended to `u64`. Storing wraps.

use super::{Domain, Scalar, signed::unsigned_power};
use crate::hlo::elementwise_op::{function, part_function, point, real_function};
use crate::hlo::{BinaryOp, UnaryOp};
use std::cmp::Ordering;

/// The lowest `bits` bits.
pub(super) fn low_bits(value: u64, bits: u32) -> u64 {
    if bits >= 64 { value } else { value & ((1 << bits) - 1) }
}

/// The lowest `bits` bits read as a signed number.
fn as_signed(value: u64, bits: u32) -> i64 {
    ((value << (64 - bits)) as i64) >> (64 - bits)
}

impl Domain for u64 {
    fn unary(self, op: UnaryOp, bits: u32) -> Option<u64> {
        match op {
            UnaryOp::Abs => Some(self),
            UnaryOp::CountLeadingZeros => Some(u64::from(self.leading_zeros() + bits - 64)),
            UnaryOp::Negate => Some(self.wrapping_neg()),
            UnaryOp::Not => Some(!self),
            UnaryOp::PopulationCount => Some(self.count_ones().into()),
            UnaryOp::Sign => Some(self.min(1)),
            function!() | real_function!() | part_function!() => None,
        }
    }

    fn binary(self, op: BinaryOp, other: u64, bits: u32) -> Option<u64> {
        let shift = u32::try_from(other).ok().filter(|&amount| amount < bits);
        let value = match op {
            BinaryOp::Add => self.wrapping_add(other),
            BinaryOp::Subtract => self.wrapping_sub(other),
            BinaryOp::Multiply => self.wrapping_mul(other),
            BinaryOp::Divide => self.checked_div(other).unwrap_or(u64::MAX),
            BinaryOp::Remainder => self.checked_rem(other).unwrap_or(self),
            BinaryOp::Power => unsigned_power(self, other),
            BinaryOp::Maximum => self.max(other),
            BinaryOp::Minimum => self.min(other),
            BinaryOp::And => self & other,
            BinaryOp::Or => self | other,
            BinaryOp::Xor => self ^ other,
            BinaryOp::ShiftLeft => shift.map_or(0, |amount| self << amount),
            BinaryOp::ShiftRightLogical => shift.map_or(0, |amount| self >> amount),
            BinaryOp::ShiftRightArithmetic => (as_signed(self, bits) >> shift.unwrap_or(63)) as u64,
            point!() => return None,
        };
        Some(value)
    }

    fn partial_order(self, other: u64) -> Option<Ordering> {
        Some(self.cmp(&other))
    }

    fn total_order(self, other: u64) -> Ordering {
        self.cmp(&other)
    }

    fn is_finite(self) -> bool {
        true
    }

    fn of_scalar(scalar: Scalar) -> u64 {
        match scalar {
            Scalar::Unsigned(value) => value,
            other => panic!("{other:?} is no unsigned integer"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::element::{Element, U2, U8, U64};
    use super::*;

    fn binary<T: Element<Domain = u64>>(op: BinaryOp, a: u64, b: u64) -> u64 {
        T::store(a.binary(op, b, T::bits()).unwrap()).load()
    }

    #[test]
    fn division_by_zero_gives_all_ones() {
        assert_eq!(binary::<U8>(BinaryOp::Divide, 7, 0), 255);
        assert_eq!(binary::<U2>(BinaryOp::Divide, 1, 0), 3);
        assert_eq!(binary::<U8>(BinaryOp::Remainder, 7, 0), 7);
    }

    #[test]
    fn shifts_and_powers() {
        assert_eq!(binary::<U8>(BinaryOp::ShiftRightArithmetic, 0x80, 200), 255);
        assert_eq!(binary::<U8>(BinaryOp::ShiftRightArithmetic, 0x80, 3), 0xF0);
        assert_eq!(binary::<U8>(BinaryOp::ShiftLeft, 1, 8), 0);
        assert_eq!(binary::<U8>(BinaryOp::Power, 2, 9), 0);
        assert_eq!(binary::<U64>(BinaryOp::ShiftRightLogical, u64::MAX, 63), 1);
        assert_eq!(binary::<U2>(BinaryOp::Subtract, 0, 1), 3);
    }
}
