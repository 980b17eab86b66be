//! Hurwitz' zeta function and the polygamma functions, in 64 bits.

use super::gamma::{digamma, lgamma};
use super::value::Value;

/// Terms summed one by one before the tail is taken as an integral with corrections.
const TERMS: usize = 10;

/// `(2k)! / B(2k)`: the divisors of the Euler-Maclaurin corrections.
const DIVISORS: [f64; 12] = [
    12.0,
    -720.0,
    30240.0,
    -1209600.0,
    47900160.0,
    -1892437580.3183792,
    7.47242496e10,
    -2950130727918.164,
    116467828143500.67,
    -4597978722407473.0,
    1.8152105401943546e17,
    -7.166165256175667e18,
];

/// `zeta(x, q)`, the sum of `(q + k)^-x` over k from 0, by Euler-Maclaurin summation. NaN for x below 1; for q that is
/// not positive: infinite at integers, else NaN unless x is an integer.
pub fn zeta<'f, 'b>(x: Value<'f, 'b>, q: Value<'f, 'b>) -> Value<'f, 'b> {
    let mut sum = x.constant(0.0);
    let mut base = q;
    for _ in 0..TERMS {
        sum = sum + base.power(-x);
        base = base + 1.0;
    }
    let tail = base.power(-x);
    sum = sum + tail * base / (x - 1.0) + tail * 0.5;
    // Corrections: x (x + 1) … (x + 2k) base^-(x + 2k + 1) B(2k + 2) / (2k + 2)!
    let inverse_square = 1.0 / base.square();
    let mut factor = x * tail / base;
    for (k, divisor) in DIVISORS.into_iter().enumerate() {
        sum = sum + factor / divisor;
        let next = 2.0 * k as f64;
        factor = factor * (x + (next + 1.0)) * (x + (next + 2.0)) * inverse_square;
    }
    edges(x, q, sum)
}

fn edges<'f, 'b>(x: Value<'f, 'b>, q: Value<'f, 'b>, usual: Value<'f, 'b>) -> Value<'f, 'b> {
    let (nan, infinity) = (x.constant(f64::NAN), x.constant(f64::INFINITY));
    let is_integer = x.equals(x.floor());
    let at_pole = q.le(0.0) & q.equals(q.floor());
    let left = at_pole.select(infinity, is_integer.select(usual, nan));
    let value = q.le(0.0).select(left, usual);
    let value = x.eq(1.0).select(infinity, value);
    x.lt(1.0).select(nan, value)
}

/// `polygamma(n, x) = (-1)^(n + 1) n! zeta(n + 1, x)`, and `digamma(x)` for n = 0. NaN unless n is a natural number.
pub fn polygamma<'f, 'b>(n: Value<'f, 'b>, x: Value<'f, 'b>) -> Value<'f, 'b> {
    let half = n * 0.5;
    let is_even = half.equals(half.floor());
    let sign = is_even.select(n.constant(-1.0), n.constant(1.0));
    let factorial = lgamma(n + 1.0).exp();
    let value = sign * factorial * zeta(n + 1.0, x);
    let value = n.eq(0.0).select(digamma(x), value);
    let is_natural = n.equals(n.floor()) & n.lt(0.0).not();
    is_natural.select(value, n.constant(f64::NAN))
}
