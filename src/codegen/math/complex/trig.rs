//! Trigonometric and hyperbolic functions, of f64 parts.

use super::Complex;
use super::exponential::scaled_exp;
use crate::codegen::math::lanes::Lanes;

/// `cosh x` and `sinh x` times a factor each, without overflow where the products are finite.
fn times_cosh_sinh<'m, 'ctx>(x: Lanes<'m, 'ctx>, factors: [Lanes<'m, 'ctx>; 2]) -> [Lanes<'m, 'ctx>; 2] {
    let magnitude = x.abs();
    let [for_cosh, for_sinh] = factors;
    let far = scaled_exp(magnitude, [for_cosh, for_sinh.copy_sign_times(x)], 0.5);
    let small = x.constant(22.0).lesser(magnitude);
    let growth = small.expm1();
    let whole = growth + 1.0;
    let cosh = (whole + whole.constant(1.0) / whole) * 0.5;
    let sinh = ((growth + growth / whole) * 0.5).copy_sign(x);
    let is_far = magnitude.gt(22.0);
    [is_far.select(far[0], for_cosh * cosh), is_far.select(far[1], for_sinh * sinh)]
}

impl<'m, 'ctx> Lanes<'m, 'ctx> {
    /// The hyperbolic cosine of a real number; f32 goes through f64.
    pub fn cosh(self) -> Self {
        self.through_double(|x| times_cosh_sinh(x, [x.constant(1.0); 2])[0])
    }

    /// The hyperbolic sine of a real number; f32 goes through f64. The zero keeps its sign.
    pub fn sinh(self) -> Self {
        self.through_double(|x| times_cosh_sinh(x, [x.constant(1.0); 2])[1])
    }

    /// With its sign multiplied by that of another.
    fn copy_sign_times(self, sign: Self) -> Self {
        let bit = sign.to_bits() & i64::MIN;
        (self.to_bits() ^ bit).as_float()
    }
}

impl<'m, 'ctx> Complex<'m, 'ctx> {
    /// `sin x cosh y + i cos x sinh y`
    pub fn sin(self) -> Self {
        let (sine, cosine) = self.re.sin_cos();
        let [re, im] = times_cosh_sinh(self.im, [sine, cosine]);
        // An infinite factor leaves the zero of a real or an imaginary argument alone.
        let re = self.re.eq(0.0).select(self.re, re);
        Complex::new(re, self.im.eq(0.0).select(self.im.copy_sign_times(cosine), im))
    }

    /// `cos x cosh y - i sin x sinh y`
    pub fn cos(self) -> Self {
        let (sine, cosine) = self.re.sin_cos();
        let [re, im] = times_cosh_sinh(self.im, [cosine, -sine]);
        let is_axis = self.re.eq(0.0) | self.im.eq(0.0);
        let zero = self.re.constant(-0.0).copy_sign_times(self.re).copy_sign_times(self.im);
        Complex::new(re, is_axis.select(zero, im))
    }

    /// `cosh z = cos(iz)`
    pub fn cosh(self) -> Self {
        self.times_i().cos()
    }

    /// `sinh z = -i sin(iz)`
    pub fn sinh(self) -> Self {
        -self.times_i().sin().times_i()
    }

    /// `tan z = -i tanh(iz)`
    pub fn tan(self) -> Self {
        -self.times_i().tanh().times_i()
    }

    /// Kahan's form: with t = tan y, s = sinh x, β = 1 + t², it is `(β sqrt(1 + s²) s + i t) / (1 + β s²)`.
    pub fn tanh(self) -> Self {
        let (x, y) = (self.re, self.im);
        let t = y.tan();
        let one = x.constant(1.0);
        let [cosh, sinh] = times_cosh_sinh(x.within(-22.0, 22.0), [one, one]);
        let beta = t.mul_add(t, 1.0);
        let denominator = (beta * sinh).mul_add(sinh, 1.0);
        let near = Complex::new(beta * cosh * sinh / denominator, t / denominator);
        let is_far = x.abs().gt(22.0);
        let value = far_tanh(x, y).when(is_far, near);
        // A NaN in the other part leaves a zero alone.
        Complex::new(x.eq(0.0).select(x, value.re), y.eq(0.0).select(y, value.im))
    }
}

/// ±1 + i 4 sin y cos y e^-2|x|, for |x| > 22.
fn far_tanh<'m, 'ctx>(x: Lanes<'m, 'ctx>, y: Lanes<'m, 'ctx>) -> Complex<'m, 'ctx> {
    let (sine, cosine) = y.sin_cos();
    let direction = y.abs().lt(f64::INFINITY).select(sine * cosine * 4.0, y.constant(0.0).copy_sign(y));
    let decay = (-x.abs()).exp();
    Complex::new(x.constant(1.0).copy_sign(x), direction * decay * decay)
}
