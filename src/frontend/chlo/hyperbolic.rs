//! The arc tangent and hyperbolic functions of real numbers.
//!
//! The forms are chosen so that nothing cancels and nothing overflows before the result does.

use super::value::Value;
use std::f64::consts::LN_2;

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
