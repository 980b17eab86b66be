//! The five domains of numbers that every element type is computed in.

mod boolean;
mod complex;
mod complex_angle;
mod complex_functions;
mod complex_power;
#[cfg(test)]
mod complex_reference;
mod double_double;
mod float;
mod functions;
mod inverse;
mod signed;
mod unsigned;

pub use complex::Complex;

use super::scalar::Scalar;
use crate::hlo::{BinaryOp, ComparisonDirection, ComparisonOrder, UnaryOp};
use std::cmp::Ordering;

/// Scalar arithmetic of one kind of numbers. `bits` is the width of the element type that the numbers come from.
/// `None` where an operation is not defined on the kind, or has a result of another kind.
pub trait Domain: Copy + Into<Scalar> {
    fn unary(self, op: UnaryOp, bits: u32) -> Option<Self>;
    fn binary(self, op: BinaryOp, other: Self, bits: u32) -> Option<Self>;
    /// IEEE order of floats, equality alone of complex numbers; `None` for unordered ones.
    fn partial_order(self, other: Self) -> Option<Ordering>;
    /// A total order: IEEE's for floats.
    fn total_order(self, other: Self) -> Ordering;
    fn is_finite(self) -> bool;
    /// # Panics
    /// On a scalar of another domain: a bug in the caller.
    fn of_scalar(scalar: Scalar) -> Self;

    fn compare(self, other: Self, direction: ComparisonDirection, order: ComparisonOrder) -> bool {
        let ordering = match order {
            ComparisonOrder::Partial => self.partial_order(other),
            ComparisonOrder::Total => Some(self.total_order(other)),
        };
        match direction {
            ComparisonDirection::Eq => ordering == Some(Ordering::Equal),
            ComparisonDirection::Ne => ordering != Some(Ordering::Equal),
            ComparisonDirection::Ge => ordering.is_some_and(Ordering::is_ge),
            ComparisonDirection::Gt => ordering.is_some_and(Ordering::is_gt),
            ComparisonDirection::Le => ordering.is_some_and(Ordering::is_le),
            ComparisonDirection::Lt => ordering.is_some_and(Ordering::is_lt),
        }
    }
}
