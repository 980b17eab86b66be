//! Product, quotient, magnitude and direction.

use super::Complex;
use crate::codegen::math::double::Double;
use crate::codegen::math::lanes::Lanes;

impl<'m, 'ctx> Complex<'m, 'ctx> {
    /// The operation `multiply`: one product of each sum is rounded, the other is fused, which leaves less error than
    /// the plain product; without fused multiply-add it is that.
    pub fn product(self, w: Self) -> Self {
        if !self.re.m.features.fma {
            return self.times(w);
        }
        let re = self.re.mul_add(w.re, -(self.im * w.im));
        let im = self.im.mul_add(w.re, self.re * w.im);
        Complex { re, im }
    }

    /// The plain product: `z conj(z)` has an imaginary part of exactly zero, and infinities are not repaired.
    pub fn times(self, w: Self) -> Self {
        let re = self.re * w.re - self.im * w.im;
        let im = self.re * w.im + self.im * w.re;
        Complex { re, im }
    }

    /// The quotient, without overflow or underflow on the way; infinite and zero quotients as in C's Annex G.
    pub fn divided_by(self, w: Self) -> Self {
        let plain = if self.re.is_f64() { self.scaled_quotient(w) } else { self.quotient_through_double(w) };
        let is_lost = plain.re.is_nan() & plain.im.is_nan();
        let repaired = self.re.m.if_any(is_lost, &[plain.re, plain.im], || {
            let limit = self.limit_of_quotient(w, plain).when(is_lost, plain);
            vec![limit.re, limit.im]
        });
        Complex::new(repaired[0], repaired[1])
    }

    /// f64 has the range for squares of f32, and holds products of f32 exactly.
    fn quotient_through_double(self, w: Self) -> Self {
        let (z, w) = (self.to_float(64), w.to_float(64));
        let norm = w.re * w.re + w.im * w.im;
        let re = (z.re * w.re + z.im * w.im) / norm;
        let im = (z.im * w.re - z.re * w.im) / norm;
        Complex::new(re, im).to_float(32)
    }

    /// The divisor is scaled to about 1, and a quarter of the dividend leaves room for the sum.
    fn scaled_quotient(self, w: Self) -> Self {
        let scale = inverse_power(w.re.abs().maximum(w.im.abs()));
        let (c, d) = (w.re * scale, w.im * scale);
        let (a, b) = (self.re * 0.25, self.im * 0.25);
        let norm = c * c + d * d;
        let unscale = |x: Lanes<'m, 'ctx>| x / norm * 4.0 * scale;
        Complex::new(unscale(sum_of_products(a, c, b, d)), unscale(sum_of_products(b, c, -a, d)))
    }

    /// Annex G's quotient where the parts of the plain one are both NaN.
    fn limit_of_quotient(self, w: Self, plain: Self) -> Self {
        let infinity = self.re.constant(f64::INFINITY);
        let is_infinite = |z: Self| z.re.abs().eq(infinity) | z.im.abs().eq(infinity);
        let is_finite = |z: Self| z.re.abs().lt(infinity) & z.im.abs().lt(infinity);
        let boxed = |z: Self| z.map(|x| x.abs().eq(infinity).select(x.constant(1.0), 0.0).copy_sign(x));
        let towards = |z: Self, w: Self, length: Lanes<'m, 'ctx>| {
            let (re, im) = (z.re * w.re + z.im * w.im, z.im * w.re - z.re * w.im);
            Complex::new(length * re, length * im)
        };
        let is_pole = w.is_zero() & !(self.re.is_nan() & self.im.is_nan());
        let signed = infinity.copy_sign(w.re);
        let pole = Complex::new(signed * self.re, signed * self.im);
        let huge = towards(boxed(self), w, infinity);
        let zero = towards(self, boxed(w), infinity.constant(0.0));
        let finite_dividend = zero.when(is_infinite(w) & is_finite(self), plain);
        let finite_divisor = huge.when(is_infinite(self) & is_finite(w), finite_dividend);
        pole.when(is_pole, finite_divisor)
    }

    /// `|z|` within 1 ulp, infinite if a part is, even beside a NaN.
    pub fn abs(self) -> Lanes<'m, 'ctx> {
        let (x, y) = (self.re.abs(), self.im.abs());
        let infinity = x.constant(f64::INFINITY);
        let is_infinite = x.eq(infinity) | y.eq(infinity);
        let length = if x.is_f64() {
            let large = x.maximum(y);
            let scale = inverse_power(large);
            let (a, b) = (x * scale, y * scale);
            (a * a + b * b).sqrt() / scale
        } else {
            let (a, b) = (x.to_float(64), y.to_float(64));
            (a * a + b * b).sqrt().to_float(32)
        };
        is_infinite.select(infinity, length)
    }

    /// `z / |z|`, scaled so that the magnitude is about 1; zeros stay, a NaN in either part gives NaN in both.
    pub fn sign(self) -> Self {
        let scale = inverse_power(self.re.abs().maximum(self.im.abs()));
        let scaled = self.map(|part| part * scale);
        let magnitude = scaled.abs();
        let unit = scaled.map(|part| part / magnitude);
        let is_nan = self.re.unordered(self.im);
        let nan = Complex::new(self.re.constant(f64::NAN), self.re.constant(f64::NAN));
        self.when(self.is_zero(), nan.when(is_nan, unit))
    }
}

/// 2^-e for the exponent e of a f64, within what has an inverse.
pub(super) fn inverse_power<'m, 'ctx>(x: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
    let field = x.to_bits().shift_right_logical(52) & 0x7ff;
    let bounded = field.intrinsic("llvm.smax", &[field.constant(1)]).intrinsic("llvm.smin", &[field.constant(2045)]);
    ((bounded.constant(2046) - bounded) << 52).as_float()
}

/// `ab + cd` with an error under 2 ulp even where the sum cancels; by plain products where a part is not finite, and for
/// the sign of a zero.
pub(super) fn sum_of_products<'m, 'ctx>(
    a: Lanes<'m, 'ctx>,
    b: Lanes<'m, 'ctx>,
    c: Lanes<'m, 'ctx>,
    d: Lanes<'m, 'ctx>,
) -> Lanes<'m, 'ctx> {
    let exact = Double::of(a.two_product(b)).plus(Double::of(c.two_product(d))).rounded();
    let is_plain = exact.abs().lt(f64::INFINITY) & exact.ne(0.0);
    is_plain.select(exact, a * b + c * d)
}
