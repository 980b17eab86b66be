//! The angle of two complex numbers.

use super::complex::Complex;
use super::complex_functions::{sqrt, sum_of_products};
use std::f64::consts::PI;

/// `atan2(y, x) = -i log((x + iy) / sqrt(x² + y²))`
///
/// With `w = x + iy`, `v = x - iy` and `x² + y² = wv` that is half the angle between `w` and `v`, or half a turn from
/// it, and `i log|v / w| / 2`. The angle is that of `w` times `v`'s conjugate, whose parts are
/// `re = re w re v + im w im v` and `im = 2 re(x conj y)`; `|w|² - |v|² = 4 (im x re y - re x im y)`. So neither part
/// is lost where it is small. NaN where a part of an operand is not finite.
pub fn atan2(y: Complex, x: Complex) -> Complex {
    let largest = [y.re, y.im, x.re, x.im].into_iter().fold(0.0, |size: f64, part| size.max(part.abs()));
    if !(y.is_finite() && x.is_finite()) {
        return Complex::new(f64::NAN, f64::NAN);
    }
    let exponent = if largest == 0.0 { 0 } else { libm::ilogb(largest) };
    let scaled = |z: Complex| Complex::new(libm::scalbn(z.re, -exponent), libm::scalbn(z.im, -exponent));
    let (x, y) = (scaled(x), scaled(y));
    let (w, v) = (x + Complex::I * y, x - Complex::I * y);
    Complex::new(angle(x, y, w, v), -log_of_ratio(x, y, w, v) / 2.0)
}

/// Which half of the turn it is in, its cosine or sine says, whichever is far from 0: the parts of `x` and `y` along
/// the root of `wv`.
fn angle(x: Complex, y: Complex, w: Complex, v: Complex) -> f64 {
    let along = sum_of_products(w.re, v.re, w.im, v.im);
    let half = (2.0 * sum_of_products(x.re, y.re, x.im, y.im)).atan2(along) / 2.0;
    let square = Complex::new(sum_of_products(w.re, v.re, -w.im, v.im), 2.0 * sum_of_products(x.re, x.im, y.re, y.im));
    let root = sqrt(square);
    let (cosine, sine) = (x.re * root.re + x.im * root.im, y.re * root.re + y.im * root.im);
    let is_half = if along >= 0.0 { cosine >= 0.0 } else { (sine >= 0.0) == (half >= 0.0) };
    let side = if sine == 0.0 { y.re } else { sine };
    if is_half { half } else { half + PI.copysign(side) }
}

/// `log|w / v|`
fn log_of_ratio(x: Complex, y: Complex, w: Complex, v: Complex) -> f64 {
    let total = x.norm_sqr() + y.norm_sqr();
    let tangent = 2.0 * sum_of_products(x.im, y.re, -x.re, y.im) / total;
    match tangent.abs() {
        _ if total == 0.0 => 0.0,
        size if size <= 0.5 => tangent.atanh(),
        _ => (w.norm_sqr() / v.norm_sqr()).ln() / 2.0,
    }
}
