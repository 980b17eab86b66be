//! Functions of complex numbers.
//!
//! Inverse functions follow Hull, Fairgrieve and Tang, "Implementing the complex arcsine and arccosine functions using
//! exception handling" (1997): with `a = |re|`, `b = |im|`, `r = |z + 1|`, `s = |z - 1|` and `A = (r + s) / 2`,
//! the real parts come from `atan2` of `re` and `sqrt(A² - a²)`, the imaginary ones from `log(A + sqrt(A² - 1))`, with
//! the differences written so that nothing cancels. Parts of 32 bits are computed in 64, where nothing overflows.

use super::value::Value;
use crate::hlo::ElementType;
use std::f64::consts::{FRAC_PI_2, LN_2};

/// A complex number in parts of 64 bits.
#[derive(Clone, Copy)]
struct Parts<'f, 'b> {
    re: Value<'f, 'b>,
    im: Value<'f, 'b>,
}

/// Applies a function to the parts in 64 bits.
fn in_double<'f, 'b>(z: Value<'f, 'b>, f: impl Fn(Parts<'f, 'b>) -> Parts<'f, 'b>) -> Value<'f, 'b> {
    let part = z.element_type().real_part();
    let wide = Parts { re: z.real().convert(ElementType::F64), im: z.imag().convert(ElementType::F64) };
    let result = f(wide);
    result.re.convert(part).with_imaginary(result.im.convert(part))
}

pub fn asin<'f, 'b>(z: Value<'f, 'b>) -> Value<'f, 'b> {
    in_double(z, |z| {
        let arc = Arc::of(z.re.abs(), z.im.abs());
        Parts { re: z.re.atan2(arc.opposite), im: arc.log.copy_sign(z.im) }
    })
}

pub fn acos<'f, 'b>(z: Value<'f, 'b>) -> Value<'f, 'b> {
    in_double(z, |z| {
        let arc = Arc::of(z.re.abs(), z.im.abs());
        Parts { re: arc.opposite.atan2(z.re), im: -arc.log.copy_sign(z.im) }
    })
}

/// `acosh(z) = ±i acos(z)`, with a real part that is not negative.
pub fn acosh<'f, 'b>(z: Value<'f, 'b>) -> Value<'f, 'b> {
    in_double(z, |z| {
        let arc = Arc::of(z.re.abs(), z.im.abs());
        Parts { re: arc.log, im: arc.opposite.atan2(z.re).copy_sign(z.im) }
    })
}

/// `asinh(z) = -i asin(iz)`
pub fn asinh<'f, 'b>(z: Value<'f, 'b>) -> Value<'f, 'b> {
    in_double(z, |z| {
        let arc = Arc::of(z.im.abs(), z.re.abs());
        Parts { re: arc.log.copy_sign(z.re), im: z.im.atan2(arc.opposite) }
    })
}

/// What the inverse functions share.
struct Arc<'f, 'b> {
    /// `sqrt(A² - a²)`: the other leg of the real part's angle, up to a factor for large numbers.
    opposite: Value<'f, 'b>,
    /// `log(A + sqrt(A² - 1))`
    log: Value<'f, 'b>,
}

impl<'f, 'b> Arc<'f, 'b> {
    /// Of magnitudes `a` and `b` of the parts.
    fn of(a: Value<'f, 'b>, b: Value<'f, 'b>) -> Arc<'f, 'b> {
        let usual = Arc::moderate(a, b);
        let is_large = a.max(b).gt(1e150);
        Arc { opposite: is_large.select(b, usual.opposite), log: is_large.select(log_of_large(a, b), usual.log) }
    }

    fn moderate(a: Value<'f, 'b>, b: Value<'f, 'b>) -> Arc<'f, 'b> {
        let r = hypotenuse(a + 1.0, b);
        let s = hypotenuse((a - 1.0).abs(), b);
        let half_sum = (r + s) * 0.5;
        let below = a.lt(1.0);
        let square = b.square();
        // r - (a + 1), |s - (a - 1)| and |s - (1 - a)|, each without cancelling.
        let from_r = square / (r + (a + 1.0));
        let beyond = s + (a - 1.0).abs();
        let from_s = or_zero(square / beyond);
        let outside = b * (((half_sum + a) / (r + (a + 1.0)) + (half_sum + a) / beyond) * 0.5).sqrt();
        let opposite = below.select(((half_sum + a) * (from_r + beyond) * 0.5).sqrt(), b.eq(0.0).select(b, outside));
        let less_one = below.select(from_r + from_s, from_r + beyond) * 0.5;
        let near = (less_one + (less_one * (half_sum + 1.0)).sqrt()).log_1p();
        let far = (half_sum + (half_sum.square() - 1.0).sqrt()).log();
        let tiny = (b.lt(1e-150) & below).select(b / ((1.0 - a) * (1.0 + a)).sqrt(), near);
        Arc { opposite, log: half_sum.gt(1.5).select(far, tiny) }
    }
}

/// 0 where a quotient was 0 / 0.
fn or_zero<'f, 'b>(quotient: Value<'f, 'b>) -> Value<'f, 'b> {
    quotient.is_nan().select(quotient.constant(0.0), quotient)
}

/// `log(2 |z|)` for large numbers.
fn log_of_large<'f, 'b>(a: Value<'f, 'b>, b: Value<'f, 'b>) -> Value<'f, 'b> {
    let (largest, least) = (a.max(b), a.min(b));
    let ratio = largest.eq(f64::INFINITY).select(a.constant(0.0), least / largest);
    largest.log() + LN_2 + ratio.square().log_1p() * 0.5
}

/// `sqrt(a² + b²)` of numbers that are not negative, scaled by the larger.
fn hypotenuse<'f, 'b>(a: Value<'f, 'b>, b: Value<'f, 'b>) -> Value<'f, 'b> {
    let (largest, least) = (a.max(b), a.min(b));
    let ratio = least / largest;
    let length = largest * (ratio.square() + 1.0).sqrt();
    let length = a.equals(b).select(largest * std::f64::consts::SQRT_2, length);
    largest.eq(0.0).select(largest, length)
}

pub fn atanh<'f, 'b>(z: Value<'f, 'b>) -> Value<'f, 'b> {
    in_double(z, atanh_of_parts)
}

/// `atan(z) = -i atanh(iz)`
pub fn atan<'f, 'b>(z: Value<'f, 'b>) -> Value<'f, 'b> {
    in_double(z, |z| {
        let turned = atanh_of_parts(Parts { re: z.im, im: z.re });
        Parts { re: turned.im, im: turned.re }
    })
}

/// `re = log1p(4a / ((1 - a)² + b²)) / 4`, `im = atan2(2b, (1 - a)(1 + a) - b²) / 2`
fn atanh_of_parts<'f, 'b>(z: Parts<'f, 'b>) -> Parts<'f, 'b> {
    let (a, b) = (z.re.abs(), z.im.abs());
    let square = b.square();
    let quotient = a * 4.0 / ((1.0 - a).square() + square);
    let usual = quotient.log_1p() * 0.25;
    // At a = 1 the quotient is 4 / b², which overflows for small b.
    let at_one = (LN_2 - b.log()) * 0.5;
    let re = (a.eq(1.0) & b.lt(1e-100)).select(at_one, usual);
    let im = (b * 2.0).atan2((1.0 - a) * (1.0 + a) - square) * 0.5;
    let is_large = a.max(b).gt(1e150);
    let re = is_large.select(reciprocal_part(a, b), re);
    let im = is_large.select(a.constant(FRAC_PI_2), im);
    Parts { re: re.copy_sign(z.re), im: im.copy_sign(z.im) }
}

/// `a / (a² + b²)` of large numbers.
fn reciprocal_part<'f, 'b>(a: Value<'f, 'b>, b: Value<'f, 'b>) -> Value<'f, 'b> {
    let (largest, least) = (a.max(b), a.min(b));
    let ratio = least / largest;
    let value = a / largest / largest / (ratio.square() + 1.0);
    largest.eq(f64::INFINITY).select(a.constant(0.0), value)
}

/// `sinh(a + bi) = sinh(a) cos(b) + i cosh(a) sin(b)`
pub fn sinh<'f, 'b>(z: Value<'f, 'b>) -> Value<'f, 'b> {
    in_double(z, |z| {
        let [sinh, cosh] = scaled(z.re);
        let im = z.im.eq(0.0).select(z.im, cosh.times(z.im.sin()));
        let re = z.re.eq(0.0).select(z.re * z.im.cos(), sinh.times(z.im.cos()));
        Parts { re, im }
    })
}

/// `cosh(a + bi) = cosh(a) cos(b) + i sinh(a) sin(b)`
pub fn cosh<'f, 'b>(z: Value<'f, 'b>) -> Value<'f, 'b> {
    in_double(z, |z| {
        let [sinh, cosh] = scaled(z.re);
        let im = (z.im.eq(0.0) | z.re.eq(0.0)).select(z.re.copy_sign(z.re) * z.im.sin(), sinh.times(z.im.sin()));
        let im = (z.im.eq(0.0) & im.is_nan()).select(z.im, im);
        Parts { re: cosh.times(z.im.cos()), im }
    })
}

/// A number in two factors, which do not overflow where only their product would.
struct Scaled<'f, 'b>(Value<'f, 'b>, Value<'f, 'b>);

impl<'f, 'b> Scaled<'f, 'b> {
    fn times(&self, factor: Value<'f, 'b>) -> Value<'f, 'b> {
        self.0 * factor * self.1
    }
}

/// `sinh` and `cosh` of a real number: `(t + t / (t + 1)) / 2` and `(e + 1 / e) / 2` with `t = e - 1`, `e = exp(|x|)`.
fn scaled<'f, 'b>(x: Value<'f, 'b>) -> [Scaled<'f, 'b>; 2] {
    let a = x.abs();
    let is_large = a.gt(700.0);
    let root = (a * 0.5).exp();
    let factor = is_large.select(root, a.constant(1.0));
    let (e, t) = (a.exp(), a.exp_m1());
    let sinh = is_large.select(root, t + t / (t + 1.0)).copy_sign(x) * 0.5;
    let cosh = is_large.select(root, e + 1.0 / e) * 0.5;
    [Scaled(sinh, factor), Scaled(cosh, factor)]
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
