//! Operations on integers and `pred`.
//!
//! Integers wrap. Types under eight bits live extended in `i8` and are settled back into their range after each
//! operation. For `pred`, sum and maximum are OR, product and minimum are AND.

use super::MathBuilder;
use super::lanes::Lanes;
use crate::hlo::elementwise_op::{function, point, real_function, shift};
use crate::hlo::{BinaryOp, ElementType, UnaryOp};

impl<'ctx> MathBuilder<'_, 'ctx> {
    /// Brings a type under eight bits back to its range; other types are as they are.
    pub(super) fn settle<'m>(&'m self, ty: ElementType, x: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
        let spare = 8 - ty.bit_width() as i64;
        if spare <= 0 || ty == ElementType::Pred {
            x
        } else if ty.is_signed_integer() {
            (x << spare) >> spare
        } else {
            x & (0xff >> spare)
        }
    }

    /// The element's own bits, zero-extended.
    fn own_bits<'m>(&'m self, ty: ElementType, x: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
        if ty.bit_width() < 8 && ty.is_signed_integer() { x & ((1 << ty.bit_width()) - 1) } else { x }
    }

    pub(super) fn integer_unary<'m>(&'m self, op: UnaryOp, ty: ElementType, x: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
        // Zero is a number to these intrinsics, not poison: a scalar flag whatever the lane count.
        let defined = self.lanes_of(self.context.bool_type().const_zero().into());
        let value = match op {
            UnaryOp::Abs if ty.is_signed_integer() => x.intrinsic("llvm.abs", &[defined]),
            UnaryOp::Abs | UnaryOp::Real => x,
            UnaryOp::CountLeadingZeros => {
                let zeros = self.own_bits(ty, x).intrinsic("llvm.ctlz", &[defined]);
                zeros - (x.bit_width() as i64 - ty.bit_width() as i64)
            }
            UnaryOp::Negate => -x,
            UnaryOp::Not => !x,
            UnaryOp::PopulationCount => self.own_bits(ty, x).intrinsic("llvm.ctpop", &[]),
            UnaryOp::Sign if ty.is_signed_integer() => x.eq(0).select(x, (x >> (x.bit_width() as i64 - 1)) | 1),
            UnaryOp::Sign => x.ne(0).select(x.constant(1), 0),
            UnaryOp::IsFinite => return x.eq(x),
            UnaryOp::Imag | function!() | real_function!() => not_for_integers(op.name()),
        };
        self.settle(ty, value)
    }

    pub(super) fn integer_binary<'m>(
        &'m self,
        op: BinaryOp,
        ty: ElementType,
        a: Lanes<'m, 'ctx>,
        b: Lanes<'m, 'ctx>,
    ) -> Lanes<'m, 'ctx> {
        let is_pred = ty == ElementType::Pred;
        let signed = ty.is_signed_integer();
        let value = match op {
            BinaryOp::Add | BinaryOp::Maximum if is_pred => a | b,
            BinaryOp::Multiply | BinaryOp::Minimum if is_pred => a & b,
            BinaryOp::Add => a + b,
            BinaryOp::Subtract => a - b,
            BinaryOp::Multiply => a * b,
            BinaryOp::Maximum => a.intrinsic(if signed { "llvm.smax" } else { "llvm.umax" }, &[b]),
            BinaryOp::Minimum => a.intrinsic(if signed { "llvm.smin" } else { "llvm.umin" }, &[b]),
            BinaryOp::And => a & b,
            BinaryOp::Or => a | b,
            BinaryOp::Xor => a ^ b,
            shift!() => self.shift(op, ty, a, b),
            BinaryOp::Divide => self.integer_divide(ty, a, b),
            BinaryOp::Remainder => self.integer_remainder(ty, a, b),
            BinaryOp::Power => self.integer_power(ty, a, b),
            point!() => not_for_integers(op.name()),
        };
        self.settle(ty, value)
    }

    /// Shifts by at least the width give 0, or the sign for the arithmetic one. The amount counts as unsigned.
    fn shift<'m>(&'m self, op: BinaryOp, ty: ElementType, a: Lanes<'m, 'ctx>, by: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
        let width = ty.bit_width() as i64;
        if op == BinaryOp::ShiftRightArithmetic {
            let unused = 8 * ty.byte_width() as i64 - width;
            let sign_filled = if ty.is_signed_integer() { a } else { (a << unused) >> unused };
            return sign_filled >> by.intrinsic("llvm.umin", &[by.constant(width - 1)]);
        }
        let shifted = match op {
            BinaryOp::ShiftLeft => a << by,
            _ => self.own_bits(ty, a).shift_right_logical(by),
        };
        by.below(width).select(shifted, 0)
    }

    /// Powers by squaring, wrapping. A negative exponent gives 0, but 1 and -1 have their reciprocals.
    fn integer_power<'m>(
        &'m self,
        ty: ElementType,
        base: Lanes<'m, 'ctx>,
        exponent: Lanes<'m, 'ctx>,
    ) -> Lanes<'m, 'ctx> {
        let one = base.constant(1);
        let step = |state: &[Lanes<'m, 'ctx>]| {
            let (product, square, left) = (state[0], state[1], state[2]);
            let multiplied = (left & 1).ne(0).select(product * square, product);
            vec![multiplied, square * square, left.shift_right_logical(1)]
        };
        if !ty.is_signed_integer() {
            return self.while_any(&[one, base, exponent], |state| state[2].ne(0), step)[0];
        }
        let is_negative = exponent.lt(0);
        let bounded = is_negative.select(exponent.constant(0), exponent);
        let power = self.while_any(&[one, base, bounded], |state| state[2].ne(0), step)[0];
        let parity = (exponent & 1).ne(0).select(base, 1);
        let is_unit = base.eq(1) | base.eq(-1);
        is_negative.select(is_unit.select(parity, 0), power)
    }
}

fn not_for_integers(op: &str) -> ! {
    unreachable!("the verifier let {op} of an integer type through")
}
