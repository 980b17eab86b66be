//! Powers of complex numbers with f64 parts.
//!
//! `z^w = e^(w log z)`, where an error of the product is one of the result, however large it is. Results that are
//! rounded to f32 have bits to spare; for f64 logarithm and angle are sums of two floats.

use super::Complex;
use super::exponential::{polar, scaled_exp};
use crate::codegen::math::double::Double;
use crate::codegen::math::exp::LN2_DOUBLE;
use crate::codegen::math::lanes::Lanes;

const THIRD: (f64, f64) = (0.3333333333333333, 1.850371707708594e-17);
const FIFTH: (f64, f64) = (0.2, -1.1102230246251566e-17);
/// (arctan u - u + u³/3 - u⁵/5) / u⁷ in u²: the series, to 2^-66 of u for |u| ≤ ¼.
const ARCTANGENT: &[f64] = &[
    -0.14285714285714285,
    0.1111111111111111,
    -0.09090909090909091,
    0.07692307692307693,
    -0.06666666666666667,
    0.058823529411764705,
    -0.05263157894736842,
    0.047619047619047616,
    -0.043478260869565216,
    0.04,
    -0.037037037037037035,
];
const ARCTANGENT_OF_HALF: (f64, f64) = (0.4636476090008061, 2.2698777452961687e-17);
const QUARTER_PI: (f64, f64) = (std::f64::consts::FRAC_PI_4, 3.061616997868383e-17);
const HALF_PI: (f64, f64) = (std::f64::consts::FRAC_PI_2, 6.123233995736766e-17);
const PI: (f64, f64) = (std::f64::consts::PI, 1.2246467991473532e-16);

impl<'m, 'ctx> Complex<'m, 'ctx> {
    /// With z^0 = 1, and 0 for other powers of 0 with a positive real part. The error grows with |w log z|, about one
    /// ulp of f64 a unit of it.
    pub fn power(self, w: Self) -> Self {
        let (log_radius, angle) = (self.log_abs(), self.im.atan2(self.re));
        let is_real = w.im.eq(0.0);
        let growth = (w.re * log_radius - w.im * angle).exp();
        let radius = is_real.select(self.abs().power(w.re), growth);
        let turn = is_real.select(w.re * angle, w.re * angle + w.im * log_radius);
        let zero = self.real_constant(0.0).when(self.is_zero() & w.re.gt(0.0), polar(radius, turn));
        self.real_constant(1.0).when(w.is_zero(), zero)
    }

    /// The same, with an error that does not grow.
    pub fn accurate_power(self, w: Self) -> Self {
        let (log_radius, angle) = (self.log_in_two_floats(), self.angle_in_two_floats());
        let zero = self.re.constant(0.0);
        let (real, imaginary) = (Double::new(w.re, zero), Double::new(w.im, zero));
        let growth = log_radius.times(real).plus(angle.times(imaginary).negated());
        let turn = angle.times(real).plus(log_radius.times(imaginary));
        let (sine, cosine) = turn.high.sin_cos();
        let stretched = |factor: Lanes<'m, 'ctx>| growth.low.mul_add(factor, factor);
        let direction = [stretched(cosine - sine * turn.low), stretched(turn.low.mul_add(cosine, sine))];
        let [re, im] = scaled_exp(growth.high, direction, 1.0);
        let is_real = w.im.eq(0.0) & self.im.eq(0.0) & self.re.gt(0.0);
        // What has no logarithm has no lower part either.
        let is_small = growth.low.abs().lt(1.0) & turn.low.abs().lt(1.0);
        let is_regular = is_small & !self.is_zero() & !w.is_zero() & !is_real;
        Complex::new(re, im).when(is_regular, self.power(w))
    }

    /// `log |z|`, relative error about 2^-64; for zeros, infinities and NaN a NaN in the lower part.
    fn log_in_two_floats(self) -> Double<'m, 'ctx> {
        let (a, b, exponent) = self.scaled_magnitudes();
        let square = Double::of(a.two_product(a)).plus(Double::of(b.two_product(b)));
        let log = square.high.log_double().plus_float(square.low / square.high);
        let half = Double::new(log.high * 0.5, log.low * 0.5);
        Double::of((exponent * LN2_DOUBLE.0).two_sum(exponent * LN2_DOUBLE.1)).plus(half)
    }

    /// The angle in [-π, π], relative error about 2^-64.
    fn angle_in_two_floats(self) -> Double<'m, 'ctx> {
        let (large, small, _) = self.scaled_magnitudes();
        let from_axis = arctangent(small, large);
        let constant = |(high, low)| Double::constant(self.re, high, low);
        let is_steep = self.im.abs().gt(self.re.abs());
        let acute = from_axis.negated().plus(constant(HALF_PI)).when(is_steep, from_axis);
        let is_left = self.re.to_bits().lt(0);
        let upper = acute.negated().plus(constant(PI)).when(is_left, acute);
        upper.negated().when(self.im.to_bits().lt(0), upper)
    }
}

/// `arctan(b / a)` for `0 ≤ b ≤ a`: with the nearest of c = 0, ½, 1 it is `arctan c + arctan u`,
/// `u = (b - ca) / (a + cb)`.
fn arctangent<'m, 'ctx>(b: Lanes<'m, 'ctx>, a: Lanes<'m, 'ctx>) -> Double<'m, 'ctx> {
    let ratio = b / a;
    let (is_low, is_high) = (ratio.lt(0.25), ratio.ge(0.75));
    let c = is_low.select(a.constant(0.0), is_high.select(a.constant(1.0), 0.5));
    let constant = |(high, low)| Double::constant(a, high, low);
    let middle = constant(QUARTER_PI).when(is_high, constant(ARCTANGENT_OF_HALF));
    let offset = constant((0.0, 0.0)).when(is_low, middle);
    let u = Double::of(b.two_sum(-(a * c))).divided_by(Double::of(a.two_sum(b * c)));
    let square = u.times(u);
    let cube = square.times(u);
    let fifth = cube.times(square);
    let rest = fifth.high * square.high * square.high.polynomial(ARCTANGENT);
    let small = cube.times(constant(THIRD)).negated().plus(fifth.times(constant(FIFTH)).plus_float(rest));
    offset.plus(u.plus(small))
}
