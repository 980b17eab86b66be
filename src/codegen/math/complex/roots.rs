//! Roots, of f64 parts.

use super::Complex;
use super::arithmetic::inverse_power;
use super::exponential::polar;
use crate::codegen::math::lanes::Lanes;

impl<'m, 'ctx> Complex<'m, 'ctx> {
    /// The principal root: one part is `t = sqrt((|x| + |z|) / 2)`, the other `|y| / 2t`.
    pub fn sqrt(self) -> Self {
        let (x, y) = (self.re.abs(), self.im.abs());
        let (down, up) = even_powers(x.maximum(y));
        let (a, b) = (x * down, y * down);
        let t = ((a + Complex::new(a, b).abs()) * 0.5).sqrt();
        let (large, small) = (t * up, b / (t + t) * up);
        let is_right = self.re.to_bits().ge(0);
        let finite = Complex::new(is_right.select(large, small), is_right.select(small, large));
        let real = self.root_of_real(x.sqrt(), is_right);
        self.with_limits_of_sqrt(real.when(self.im.eq(0.0) & !x.is_nan(), finite))
    }

    fn root_of_real(self, root: Lanes<'m, 'ctx>, is_right: Lanes<'m, 'ctx>) -> Self {
        let zero = root.constant(0.0);
        Complex::new(is_right.select(root, zero), is_right.select(zero, root))
    }

    /// Infinite parts, and the sign of the imaginary part, which is that of the operand's.
    fn with_limits_of_sqrt(self, value: Self) -> Self {
        let infinity = self.re.constant(f64::INFINITY);
        let other = self.im.is_nan().select(self.im, 0.0);
        let right = Complex::new(infinity, other).when(self.re.eq(infinity), value);
        let left = Complex::new(other, infinity).when(self.re.eq(f64::NEG_INFINITY), right);
        let both = Complex::new(infinity, infinity).when(self.im.abs().eq(infinity), left);
        Complex::new(both.re, both.im.copy_sign(self.im))
    }

    pub fn rsqrt(self) -> Self {
        self.real_constant(1.0).divided_by(self.sqrt())
    }

    /// The principal cube root. The radius of a tiny number is that of a scaled one, so that its digits are kept.
    pub fn cbrt(self) -> Self {
        let largest = self.re.abs().maximum(self.im.abs());
        let (is_tiny, is_huge) = (largest.lt(2f64.powi(-900)), largest.gt(2f64.powi(900)));
        let power = |n: i32| self.re.constant(2f64.powi(n));
        let by = |of_tiny: i32| is_tiny.select(power(of_tiny), is_huge.select(power(-of_tiny), 1.0));
        let scale = by(300);
        let radius = self.map(|part| part * scale).abs().cbrt() * by(-100);
        polar(radius, self.im.atan2(self.re) * (1.0 / 3.0))
    }
}

/// 2^-2k and 2^k for a number of about 2^2k.
fn even_powers<'m, 'ctx>(x: Lanes<'m, 'ctx>) -> (Lanes<'m, 'ctx>, Lanes<'m, 'ctx>) {
    let half = (inverse_power(x).to_bits().shift_right_logical(52) - 1022) >> 1;
    let half = -half;
    let power = |n: Lanes<'m, 'ctx>| ((n + 1023) << 52).as_float();
    (power(half * -2), power(half))
}
