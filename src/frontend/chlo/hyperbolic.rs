//! Inverse trigonometric and hyperbolic functions of real numbers.
//!
//! The forms are chosen so that nothing cancels and nothing overflows before the result does.

use super::value::Value;
use std::f64::consts::LN_2;

/// `acos(x) = 2 atan2(sqrt(1 - x), sqrt(1 + x))`
pub fn acos<'f, 'b>(x: Value<'f, 'b>) -> Value<'f, 'b> {
    (1.0 - x).sqrt().atan2((1.0 + x).sqrt()) * 2.0
}

/// `asin(x) = 2 atan2(x, 1 + sqrt((1 - x)(1 + x)))`
pub fn asin<'f, 'b>(x: Value<'f, 'b>) -> Value<'f, 'b> {
    x.atan2(((1.0 - x) * (1.0 + x)).sqrt() + 1.0) * 2.0
}

pub fn atan<'f, 'b>(x: Value<'f, 'b>) -> Value<'f, 'b> {
    x.atan2(x.constant(1.0))
}

/// `sinh(x) = (t + t / (t + 1)) / 2` with `t = exp(x) - 1` below 1, else `exp(x + log(1/2)) - exp(-x + log(1/2))`.
pub fn sinh<'f, 'b>(x: Value<'f, 'b>) -> Value<'f, 'b> {
    let t = x.exp_m1();
    let near = (t + t / (t + 1.0)) * 0.5;
    x.abs().lt(1.0).select(near, half_exp(x) - half_exp(-x))
}

/// `cosh(x) = exp(x + log(1/2)) + exp(-x + log(1/2))`
pub fn cosh<'f, 'b>(x: Value<'f, 'b>) -> Value<'f, 'b> {
    half_exp(x) + half_exp(-x)
}

/// `exp(x) / 2`, which is finite for a little longer than `exp(x)`. The sum is rounded, which costs up to `|x|` ulp, as it
/// does in XLA: results are those that programs were tested with.
fn half_exp<'f, 'b>(x: Value<'f, 'b>) -> Value<'f, 'b> {
    (x - LN_2).exp()
}

/// `asinh(x) = log1p(a + a² / (1 + sqrt(1 + a²)))` with `a = |x|`; `log(a) + log(2)` where the square would overflow.
pub fn asinh<'f, 'b>(x: Value<'f, 'b>) -> Value<'f, 'b> {
    let a = x.abs();
    let square = a.square();
    let usual = (a + square / ((square + 1.0).sqrt() + 1.0)).log_1p();
    large(a).select(a.log() + LN_2, usual).copy_sign(x)
}

/// `acosh(x) = log1p(t + sqrt(t (t + 2)))` with `t = x - 1`
pub fn acosh<'f, 'b>(x: Value<'f, 'b>) -> Value<'f, 'b> {
    let t = x - 1.0;
    let usual = (t + (t * (t + 2.0)).sqrt()).log_1p();
    let value = large(x).select(x.log() + LN_2, usual);
    x.lt(1.0).select(x.constant(f64::NAN), value)
}

/// `atanh(x) = log1p(2a / (1 - a)) / 2` with `a = |x|`
pub fn atanh<'f, 'b>(x: Value<'f, 'b>) -> Value<'f, 'b> {
    let a = x.abs();
    let magnitude = (a * 2.0 / (1.0 - a)).log_1p() * 0.5;
    a.gt(1.0).select(x.constant(f64::NAN), magnitude.copy_sign(x))
}

/// Beyond this, one is nothing beside the square.
fn large<'f, 'b>(a: Value<'f, 'b>) -> Value<'f, 'b> {
    let limit = if a.element_type().bit_width() == 64 { 1e150 } else { 1e18 };
    a.gt(limit)
}
