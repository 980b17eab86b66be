//! Functions of complex numbers.

use super::value::Value;
use crate::hlo::UnaryOp;

/// `atan(z) = -i atanh(iz)`
pub fn atan<'f, 'b>(z: Value<'f, 'b>) -> Value<'f, 'b> {
    let turned = z.imag().with_imaginary(z.real()).unary(UnaryOp::Atanh);
    turned.imag().with_imaginary(turned.real())
}

/// `z² = (a - b)(a + b) + 2abi`; the real part is zero where `|a| = |b|`, also where the sum overflows.
pub fn square<'f, 'b>(z: Value<'f, 'b>) -> Value<'f, 'b> {
    let (a, b) = (z.real(), z.imag());
    let is_zero = a.abs().equals(b.abs()) & a.abs().lt(f64::INFINITY);
    let difference = is_zero.select(a.constant(0.0), (a - b) * (a + b));
    difference.with_imaginary(a * b * 2.0)
}

pub fn conjugate<'f, 'b>(z: Value<'f, 'b>) -> Value<'f, 'b> {
    z.real().with_imaginary(-z.imag())
}
