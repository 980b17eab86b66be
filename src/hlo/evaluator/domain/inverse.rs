//! Inverse trigonometric and inverse hyperbolic functions of complex numbers.
//!
//! After Hull, Fairgrieve and Tang, "Implementing the complex arcsine and arccosine functions using exception handling"
//! (1997): with `a = |re|`, `b = |im|`, `r = |z + 1|`, `s = |z - 1|` and `A = (r + s) / 2`, one part comes from the angle
//! of `re` and `sqrt(A² - a²)`, the other is `log(A + sqrt(A² - 1))`.

use super::complex::Complex;
use std::f64::consts::{FRAC_PI_2, LN_2};

/// One is nothing beside the square of a part beyond this.
const LARGE: f64 = 1e150;

pub fn acos(z: Complex) -> Complex {
    let arc = Arc::of(z.re.abs(), z.im.abs());
    Complex::new(arc.opposite.atan2(z.re), -arc.log.copysign(z.im))
}

pub fn asin(z: Complex) -> Complex {
    let arc = Arc::of(z.re.abs(), z.im.abs());
    Complex::new(z.re.atan2(arc.opposite), arc.log.copysign(z.im))
}

/// `acosh z = ±i acos z`, with a real part that is not negative.
pub fn acosh(z: Complex) -> Complex {
    let arc = Arc::of(z.re.abs(), z.im.abs());
    Complex::new(arc.log, arc.opposite.atan2(z.re).copysign(z.im))
}

/// `re = log1p(4a / ((1 - a)² + b²)) / 4`, `im = atan2(2b, (1 - a)(1 + a) - b²) / 2`
pub fn atanh(z: Complex) -> Complex {
    let (a, b) = (z.re.abs(), z.im.abs());
    let (re, im) = if is_large(a, b) {
        (reciprocal_part(a, b), FRAC_PI_2)
    } else if a == 1.0 && b == 0.0 {
        (f64::INFINITY, 0.0)
    } else if a == 1.0 && b < 1e-100 {
        // The quotient is 4 / b², which overflows.
        ((LN_2 - b.ln()) / 2.0, (2.0 * b).atan2(-b * b) / 2.0)
    } else {
        let (below, square) = (1.0 - a, b * b);
        ((4.0 * a / (below * below + square)).ln_1p() / 4.0, (2.0 * b).atan2(below * (1.0 + a) - square) / 2.0)
    };
    Complex::new(re.copysign(z.re), im.copysign(z.im))
}

/// What the inverse functions share.
struct Arc {
    /// `sqrt(A² - a²)`: the other leg of the angle with `a`, up to a factor for large numbers.
    opposite: f64,
    /// `log(A + sqrt(A² - 1))`
    log: f64,
}

impl Arc {
    /// Of the parts' magnitudes.
    fn of(a: f64, b: f64) -> Arc {
        if is_large(a, b) { Arc { opposite: b, log: log_of_large(a, b) } } else { Arc::moderate(a, b) }
    }

    fn moderate(a: f64, b: f64) -> Arc {
        let (above, beside) = (a + 1.0, (a - 1.0).abs());
        let (r, s) = (above.hypot(b), beside.hypot(b));
        let half_sum = (r + s) / 2.0;
        // r - (a + 1), and s + |a - 1|.
        let (from_r, beyond) = (b * b / (r + above), s + beside);
        let opposite = if a < 1.0 {
            ((half_sum + a) * (from_r + beyond) / 2.0).sqrt()
        } else if b == 0.0 {
            b
        } else {
            b * (((half_sum + a) / (r + above) + (half_sum + a) / beyond) / 2.0).sqrt()
        };
        Arc { opposite, log: log(a, b, half_sum, from_r, beyond) }
    }
}

/// `log(A + sqrt(A² - 1))`, near 1 by A - 1.
fn log(a: f64, b: f64, half_sum: f64, from_r: f64, beyond: f64) -> f64 {
    if half_sum > 1.5 {
        return (half_sum + (half_sum * half_sum - 1.0).sqrt()).ln();
    }
    if a < 1.0 && b < 1.0 / LARGE {
        // b² would vanish.
        return b / ((1.0 - a) * (1.0 + a)).sqrt();
    }
    let from_s = if a < 1.0 { b * b / beyond } else { beyond };
    let excess = (from_r + from_s) / 2.0;
    (excess + (excess * (half_sum + 1.0)).sqrt()).ln_1p()
}

/// `log(2 |z|)` for large numbers.
fn log_of_large(a: f64, b: f64) -> f64 {
    let (largest, least) = (a.max(b), a.min(b));
    let ratio = if largest.is_infinite() { 0.0 } else { least / largest };
    largest.ln() + LN_2 + (ratio * ratio).ln_1p() / 2.0
}

/// Whether a part is, and neither is NaN.
fn is_large(a: f64, b: f64) -> bool {
    !(a.is_nan() || b.is_nan()) && a.max(b) > LARGE
}

/// `a / (a² + b²)` of large numbers.
fn reciprocal_part(a: f64, b: f64) -> f64 {
    let (largest, least) = (a.max(b), a.min(b));
    let ratio = least / largest;
    if largest.is_infinite() { 0.0 } else { a / largest / largest / (ratio * ratio + 1.0) }
}
