//! `pred`: sums are `or`, products are `and`.

use super::{Domain, Scalar};
use crate::hlo::elementwise_op::{point, shift};
use crate::hlo::{BinaryOp, UnaryOp};
use std::cmp::Ordering;

impl Domain for bool {
    fn unary(self, op: UnaryOp, _bits: u32) -> Option<bool> {
        (op == UnaryOp::Not).then_some(!self)
    }

    fn binary(self, op: BinaryOp, other: bool, _bits: u32) -> Option<bool> {
        match op {
            BinaryOp::Add | BinaryOp::Or | BinaryOp::Maximum => Some(self | other),
            BinaryOp::Multiply | BinaryOp::And | BinaryOp::Minimum => Some(self & other),
            BinaryOp::Xor => Some(self ^ other),
            BinaryOp::Divide | BinaryOp::Power | BinaryOp::Remainder | BinaryOp::Subtract | point!() | shift!() => None,
        }
    }

    fn partial_order(self, other: bool) -> Option<Ordering> {
        Some(self.cmp(&other))
    }

    fn total_order(self, other: bool) -> Ordering {
        self.cmp(&other)
    }

    fn is_finite(self) -> bool {
        true
    }

    fn of_scalar(scalar: Scalar) -> bool {
        match scalar {
            Scalar::Pred(value) => value,
            other => panic!("{other:?} is no pred"),
        }
    }
}
