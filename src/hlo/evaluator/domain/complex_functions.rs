//! Complex elementary functions, right near branch cuts, zeros and overflow.
//!
//! The sign of a zero imaginary part chooses the side of a branch cut. Infinities and NaN take the values that the
//! formulas give, but where C's Annex G restores an infinity that the formula lost.

use super::complex::Complex;
use super::double_double::DoubleDouble;
use std::f64::consts::LN_2;

/// Exponents beyond this overflow `f64`.
const EXP_LIMIT: f64 = 709.0;

pub fn exp(z: Complex) -> Complex {
    match (z.re, z.im) {
        (re, 0.0) => Complex::new(re.exp(), z.im),
        (re, im) => Complex::new(scaled_exp(re, im.cos(), 1.0), scaled_exp(re, im.sin(), 1.0)),
    }
}

/// `e^x factor weight`, without overflow where the product is finite and x under 1418. A weight is a power of two, which
/// takes no bit of a factor that is subnormal.
pub fn scaled_exp(x: f64, factor: f64, weight: f64) -> f64 {
    if x > EXP_LIMIT && x < 2.0 * EXP_LIMIT {
        let half = (x / 2.0).exp();
        half * factor * (half * weight)
    } else {
        x.exp() * factor * weight
    }
}

/// `e^z - 1 = (expm1 x cos y - 2 sin²(y/2)) + i e^x sin y`
pub fn exp_m1(z: Complex) -> Complex {
    if z.im == 0.0 {
        return Complex::new(z.re.exp_m1(), z.im);
    }
    if z.re > 40.0 || z.re == f64::NEG_INFINITY {
        return exp(z) - 1.0;
    }
    let half_sine = (z.im / 2.0).sin();
    let re = DoubleDouble::product(z.re.exp_m1(), z.im.cos()).plus(DoubleDouble::product(-2.0 * half_sine, half_sine));
    Complex::new(re.value(), scaled_exp(z.re, z.im.sin(), 1.0))
}

pub fn log(z: Complex) -> Complex {
    Complex::new(log_abs(z.re, z.im), z.im.atan2(z.re))
}

/// `log |x + iy|`
fn log_abs(x: f64, y: f64) -> f64 {
    let (large, small) = if x.abs() >= y.abs() { (x.abs(), y.abs()) } else { (y.abs(), x.abs()) };
    if large.is_infinite() || small.is_infinite() {
        f64::INFINITY
    } else if large > 0.5 && large < 3.0 {
        // log|z| = log1p(|z|² - 1) / 2, where |z|² - 1 may cancel.
        let excess = DoubleDouble::product(large - 1.0, large + 1.0).plus(DoubleDouble::product(small, small));
        0.5 * excess.value().ln_1p()
    } else if large < 1e-290 {
        (large * 2f64.powi(100)).hypot(small * 2f64.powi(100)).ln() - 100.0 * LN_2
    } else {
        (large / 2.0).hypot(small / 2.0).ln() + LN_2
    }
}

/// `log(1 + z)`
pub fn log_1p(z: Complex) -> Complex {
    let (x, y) = (z.re, z.im);
    let angle = y.atan2(1.0 + x);
    let near_one = x.abs() < 3.0 && y.abs() < 3.0;
    if !near_one {
        return Complex::new(log_abs(1.0 + x, y), angle);
    }
    // |1 + z|² - 1 = 2x + x² + y²
    let squares = DoubleDouble::product(x, x).plus(DoubleDouble::product(y, y));
    let excess = DoubleDouble::from(2.0 * x).plus(squares).value();
    let re = if excess > -0.75 { 0.5 * excess.ln_1p() } else { log_abs(1.0 + x, y) };
    Complex::new(re, angle)
}

pub fn sqrt(z: Complex) -> Complex {
    let (x, y) = (z.re, z.im);
    if y.is_infinite() {
        return Complex::new(f64::INFINITY, y);
    }
    if x.is_infinite() {
        let zero = if y.is_nan() { y } else { 0.0 };
        return if x > 0.0 { Complex::new(x, zero.copysign(y)) } else { Complex::new(zero, (-x).copysign(y)) };
    }
    if y == 0.0 && !x.is_nan() {
        let root = x.abs().sqrt();
        return if x >= 0.0 { Complex::new(root, y) } else { Complex::new(0.0, root.copysign(y)) };
    }
    sqrt_of_finite(x, y)
}

/// `t = sqrt((|x| + |z|) / 2)` is one part, `|y| / 2t` the other.
fn sqrt_of_finite(x: f64, y: f64) -> Complex {
    let half_exponent = libm::ilogb(x.abs().max(y.abs())).clamp(-1100, 1100).div_euclid(2);
    let (a, b) = (libm::scalbn(x.abs(), -2 * half_exponent), libm::scalbn(y.abs(), -2 * half_exponent));
    let large = libm::scalbn((0.5 * (a + a.hypot(b))).sqrt(), half_exponent);
    let small = y.abs() / large * 0.5;
    let (re, im) = if x >= 0.0 { (large, small) } else { (small, large) };
    Complex::new(re, im.copysign(y))
}

pub fn sin(z: Complex) -> Complex {
    let re = if z.re == 0.0 { z.re } else { times_cosh(z.re.sin(), z.im) };
    let im = if z.im == 0.0 { z.im * z.re.cos() } else { times_sinh(z.re.cos(), z.im) };
    Complex::new(re, im)
}

pub fn cos(z: Complex) -> Complex {
    let im =
        if z.re == 0.0 || z.im == 0.0 { -z.re.signum() * z.im.signum() * 0.0 } else { times_sinh(-z.re.sin(), z.im) };
    Complex::new(times_cosh(z.re.cos(), z.im), im)
}

fn times_cosh(factor: f64, y: f64) -> f64 {
    if y.abs() < EXP_LIMIT { factor * y.cosh() } else { scaled_exp(y.abs(), factor, 0.5) }
}

fn times_sinh(factor: f64, y: f64) -> f64 {
    if y.abs() < EXP_LIMIT { factor * y.sinh() } else { scaled_exp(y.abs(), factor.copysign(y) * factor.signum(), 0.5) }
}

/// `tan z = -i tanh(iz)`
pub fn tan(z: Complex) -> Complex {
    let t = tanh(Complex::new(-z.im, z.re));
    Complex::new(t.im, -t.re)
}

/// Kahan's form: with `t = tan y`, `s = sinh x`, `β = 1 + t²`: `(β sqrt(1 + s²) s + i t) / (1 + β s²)`.
pub fn tanh(z: Complex) -> Complex {
    let (x, y) = (z.re, z.im);
    if x.abs() > 22.0 {
        let decay = (-x.abs()).exp();
        let sign = if y.is_finite() { 4.0 * y.sin() * y.cos() } else { 0f64.copysign(y) };
        return Complex::new(1f64.copysign(x), sign * decay * decay);
    }
    let (t, s) = (y.tan(), x.sinh());
    let beta = 1.0 + t * t;
    let rho = (1.0 + s * s).sqrt();
    if t.is_infinite() {
        return Complex::new(rho / s, 1.0 / t);
    }
    let denominator = 1.0 + beta * s * s;
    Complex::new(beta * rho * s / denominator, t / denominator)
}

/// By real part, then imaginary part.
pub fn is_above(z: Complex, w: Complex) -> bool {
    z.re > w.re || (z.re == w.re && z.im > w.im)
}

/// In a form that does not overflow for large negative real parts.
pub fn logistic(z: Complex) -> Complex {
    if z.re >= 0.0 {
        divide(Complex::ONE, exp(-z) + 1.0)
    } else {
        let e = exp(z);
        divide(e, e + 1.0)
    }
}

pub fn cbrt(z: Complex) -> Complex {
    let third = exponent(z).div_euclid(3);
    let magnitude = libm::scalbn(z.re, -3 * third).hypot(libm::scalbn(z.im, -3 * third));
    polar(libm::scalbn(magnitude.cbrt(), third), z.im.atan2(z.re) / 3.0)
}

/// `z / |z|`, scaled so that the magnitude is about 1; zeros and NaN stay.
pub fn sign(z: Complex) -> Complex {
    let exponent = exponent(z);
    let (re, im) = (libm::scalbn(z.re, -exponent), libm::scalbn(z.im, -exponent));
    let magnitude = re.hypot(im);
    if magnitude == 0.0 { z } else { Complex::new(re / magnitude, im / magnitude) }
}

/// Of the larger part; 0 where that is 0 or not finite.
fn exponent(z: Complex) -> i32 {
    match z.re.abs().max(z.im.abs()) {
        size if size == 0.0 || !size.is_finite() => 0,
        size => libm::ilogb(size),
    }
}

fn polar(radius: f64, angle: f64) -> Complex {
    if angle == 0.0 { Complex::new(radius, angle) } else { Complex::new(radius * angle.cos(), radius * angle.sin()) }
}

/// A product of numbers with `f32` parts, rounded as compiled code does: in each sum one product is, the other is fused.
pub fn single_product(z: Complex, w: Complex) -> Complex {
    let single = |x: f64| f64::from(x as f32);
    let re = single(z.re * w.re - single(z.im * w.im));
    let im = single(z.im * w.re + single(z.re * w.im));
    Complex::new(re, im)
}

/// Division with the divisor scaled to about 1, and infinities restored as in C's Annex G.
pub fn divide(z: Complex, w: Complex) -> Complex {
    let exponent = exponent(w);
    let (c, d) = (libm::scalbn(w.re, -exponent), libm::scalbn(w.im, -exponent));
    let norm = c * c + d * d;
    let re = libm::scalbn(sum_of_products(z.re / 4.0, c, z.im / 4.0, d) / norm, 2 - exponent);
    let im = libm::scalbn(sum_of_products(z.im / 4.0, c, -z.re / 4.0, d) / norm, 2 - exponent);
    let quotient = Complex::new(re, im);
    if re.is_nan() && im.is_nan() { infinite_quotient(z, w).unwrap_or(quotient) } else { quotient }
}

/// `ab + cd`, with an error of at most 1.5 ulp (Kahan); by plain products where one is not finite, and for
/// the sign of a zero.
pub fn sum_of_products(a: f64, b: f64, c: f64, d: f64) -> f64 {
    let product = c * d;
    let exact = a.mul_add(b, product) + c.mul_add(d, -product);
    if exact.is_finite() && exact != 0.0 { exact } else { a * b + product }
}

/// A quotient whose parts came out NaN although it is infinite or zero.
fn infinite_quotient(z: Complex, w: Complex) -> Option<Complex> {
    let box_infinity = |x: f64| if x.is_infinite() { 1f64.copysign(x) } else { 0f64.copysign(x) };
    let (z_infinite, w_infinite) = (z.re.is_infinite() || z.im.is_infinite(), w.re.is_infinite() || w.im.is_infinite());
    let (a, b, c, d) = (z.re, z.im, w.re, w.im);
    if w == Complex::ZERO && !(a.is_nan() && b.is_nan()) {
        let infinity = f64::INFINITY.copysign(c);
        Some(Complex::new(infinity * a, infinity * b))
    } else if z_infinite && c.is_finite() && d.is_finite() {
        let (a, b) = (box_infinity(a), box_infinity(b));
        Some(Complex::new(f64::INFINITY * (a * c + b * d), f64::INFINITY * (b * c - a * d)))
    } else if w_infinite && a.is_finite() && b.is_finite() {
        let (c, d) = (box_infinity(c), box_infinity(d));
        Some(Complex::new(0.0 * (a * c + b * d), 0.0 * (b * c - a * d)))
    } else {
        None
    }
}
