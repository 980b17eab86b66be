//! The angle of two complex numbers, of f64 parts.

use super::Complex;
use super::arithmetic::{inverse_power, sum_of_products};
use crate::codegen::math::lanes::Lanes;
use std::f64::consts::PI;

impl<'m, 'ctx> Complex<'m, 'ctx> {
    /// `atan2(y, x) = -i log((x + iy) / sqrt(x² + y²))`, of numbers scaled to about 1; NaN where a part is not finite.
    ///
    /// With `w = x + iy`, `v = x - iy` and `x² + y² = wv` that is half the angle between `w` and `v`, or half a turn
    /// from it, and `i log|v / w| / 2`.
    pub fn atan2(self, x: Self) -> Self {
        let largest = self.re.abs().maximum(self.im.abs()).maximum(x.re.abs().maximum(x.im.abs()));
        let scale = inverse_power(largest);
        let (x, y) = (x.map(|part| part * scale), self.map(|part| part * scale));
        let (w, v) = (x + y.times_i(), x - y.times_i());
        let value = Complex::new(half_angle(x, y, w, v), log_of_ratio(x, y, w, v) * -0.5);
        let is_finite = largest.lt(f64::INFINITY);
        value.map(|part| is_finite.select(part, f64::NAN))
    }

    fn squared(self) -> Lanes<'m, 'ctx> {
        self.re.mul_add(self.re, self.im * self.im)
    }
}

/// The angle of `w` times `v`'s conjugate, whose parts are `re w re v + im w im v` and `2 re(x conj y)`: neither is lost
/// where it is small. Which half of the turn it is in, its cosine or sine says, whichever is far from 0: the parts of
/// `x` and `y` along the root of `wv`.
fn half_angle<'m, 'ctx>(
    x: Complex<'m, 'ctx>,
    y: Complex<'m, 'ctx>,
    w: Complex<'m, 'ctx>,
    v: Complex<'m, 'ctx>,
) -> Lanes<'m, 'ctx> {
    let along = sum_of_products(w.re, v.re, w.im, v.im);
    let half = (sum_of_products(x.re, y.re, x.im, y.im) * 2.0).atan2(along) * 0.5;
    let square = Complex::new(sum_of_products(w.re, v.re, -w.im, v.im), sum_of_products(x.re, x.im, y.re, y.im) * 2.0);
    let root = square.sqrt();
    let (cosine, sine) = (x.re * root.re + x.im * root.im, y.re * root.re + y.im * root.im);
    let other = half + half.constant(PI).copy_sign(sine.eq(0.0).select(y.re, sine));
    let by_cosine = cosine.lt(0.0).select(other, half);
    let by_sine = (sine * half).lt(0.0).select(other, half);
    along.lt(0.0).select(by_sine, by_cosine)
}

/// `log|w / v|`, where `|w|² - |v|² = 4 (im x re y - re x im y)`.
fn log_of_ratio<'m, 'ctx>(
    x: Complex<'m, 'ctx>,
    y: Complex<'m, 'ctx>,
    w: Complex<'m, 'ctx>,
    v: Complex<'m, 'ctx>,
) -> Lanes<'m, 'ctx> {
    let total = x.squared() + y.squared();
    let tangent = sum_of_products(x.im, y.re, -x.re, y.im) * 2.0 / total;
    let far = (w.squared() / v.squared()).log() * 0.5;
    let value = tangent.abs().gt(0.5).select(far, tangent.atanh());
    total.eq(0.0).select(total, value)
}
