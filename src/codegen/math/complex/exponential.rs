//! Exponentials, logarithms and powers, of f64 parts.

use super::Complex;
use super::arithmetic::inverse_power;
use crate::codegen::math::double::Double;
use crate::codegen::math::lanes::Lanes;
use std::f64::consts::LN_2;

/// 1023 ln 2 in two parts.
const SHIFT: (f64, f64) = (709.0895657128241, -3.12321908132976e-14);

/// `e^x factor weight`, without overflow where the product is finite and x under 1418. A weight is a power of two, which
/// takes no bit of a factor that is subnormal.
pub(super) fn scaled_exp<'m, 'ctx>(
    x: Lanes<'m, 'ctx>,
    factors: [Lanes<'m, 'ctx>; 2],
    weight: f64,
) -> [Lanes<'m, 'ctx>; 2] {
    // Beyond this every product is infinite, and no part of x may be lost.
    let x = x.constant(5000.0).lesser(x);
    let is_large = x.gt(709.0);
    let (shifted, lost) = x.two_sum(x.constant(-SHIFT.0));
    let argument = is_large.select(shifted, x);
    let tail = is_large.select(lost - SHIFT.1, 0.0);
    let power = argument.exp_plus(tail);
    let scale = is_large.select(x.constant(2f64.powi(1023) * weight), weight);
    factors.map(|factor| power * factor * scale)
}

impl<'m, 'ctx> Complex<'m, 'ctx> {
    /// `e^x (cos y + i sin y)`
    pub fn exp(self) -> Self {
        let (sine, cosine) = self.im.sin_cos();
        let [re, im] = scaled_exp(self.re, [cosine, sine], 1.0);
        // Real arguments keep their zero.
        let is_real = self.im.eq(0.0);
        Complex::new(is_real.select(self.re.exp(), re), is_real.select(self.im, im))
    }

    /// `e^z - 1 = (expm1 x cos y - 2 sin²(y/2)) + i e^x sin y`, the real part summed in twice the precision.
    pub fn expm1(self) -> Self {
        let exponential = self.exp();
        let half_sine = (self.im * 0.5).sin();
        let (_, cosine) = self.im.sin_cos();
        let first = Double::of(self.re.expm1().two_product(cosine));
        let second = Double::of((half_sine * -2.0).two_product(half_sine));
        let near = first.plus(second).rounded();
        let is_far = self.re.gt(40.0) | self.re.lt(-700.0);
        let re = is_far.select(exponential.re - 1.0, near);
        Complex::new(self.im.eq(0.0).select(self.re.expm1(), re), exponential.im)
    }

    pub fn log(self) -> Self {
        Complex::new(self.log_abs(), self.im.atan2(self.re))
    }

    /// `log |z|`
    pub(super) fn log_abs(self) -> Lanes<'m, 'ctx> {
        self.log_of_excess(self.excess())
    }

    /// The parts' magnitudes, the larger one first, times 2^-k so that it is about 1, and k.
    pub(super) fn scaled_magnitudes(self) -> (Lanes<'m, 'ctx>, Lanes<'m, 'ctx>, Lanes<'m, 'ctx>) {
        let (x, y) = (self.re.abs(), self.im.abs());
        let is_wide = x.gt(y);
        let (large, small) = (is_wide.select(x, y), is_wide.select(y, x));
        // Within (½, 3) |z| may be near 1, where nothing must be added to the small logarithm.
        let is_near = large.gt(0.5) & large.lt(3.0);
        let subnormal_shift = large.lt(f64::MIN_POSITIVE);
        let lift = |v: Lanes<'m, 'ctx>| subnormal_shift.select(v * 2f64.powi(52), v);
        let (large, small) = (lift(large), lift(small));
        let scale = is_near.select(large.constant(1.0), inverse_power(large));
        let field = scale.to_bits().shift_right_logical(52);
        let exponent = (field.constant(1023) - field) - subnormal_shift.select(field.constant(52), 0);
        (large * scale, small * scale, exponent.small_to_float())
    }

    /// `|z|² - 1` of z scaled to about 1, and the logarithm of the scale.
    fn excess(self) -> (Lanes<'m, 'ctx>, Lanes<'m, 'ctx>) {
        let (large, small, exponent) = self.scaled_magnitudes();
        (excess_of_squares(large, small), exponent)
    }

    fn log_of_excess(self, (excess, exponent): (Lanes<'m, 'ctx>, Lanes<'m, 'ctx>)) -> Lanes<'m, 'ctx> {
        let finite = exponent.mul_add(LN_2, excess.log1p() * 0.5);
        let infinity = finite.constant(f64::INFINITY);
        let is_infinite = self.re.abs().eq(infinity) | self.im.abs().eq(infinity);
        let value = is_infinite.select(infinity, finite);
        self.is_zero().select(-infinity, value)
    }

    /// `log(1 + z)`, whose real part near zero is that of log1p(2x + x² + y²) / 2.
    pub fn log1p(self) -> Self {
        let shifted = Complex::new(self.re + 1.0, self.im);
        let squares = Double::of(self.re.two_product(self.re)).plus(Double::of(self.im.two_product(self.im)));
        let near = squares.plus_float(self.re + self.re).rounded();
        let is_near = self.re.abs().lt(3.0) & self.im.abs().lt(3.0) & near.gt(-0.75);
        let (far, exponent) = shifted.excess();
        let chosen = (is_near.select(near, far), is_near.select(exponent.constant(0.0), exponent));
        Complex::new(shifted.log_of_excess(chosen), self.im.atan2(shifted.re))
    }

    /// `1 / (1 + e^-z)`, or `e^z / (1 + e^z)` for negative real parts, so that nothing overflows.
    pub fn logistic(self) -> Self {
        let is_negative = self.re.lt(0.0);
        let exponential = self.when(is_negative, -self).exp();
        let one = self.real_constant(1.0);
        exponential.when(is_negative, one).divided_by(exponential + one)
    }
}

/// `a² + b² - 1`, of which cancellation takes no more than the last bits of the exact squares.
fn excess_of_squares<'m, 'ctx>(a: Lanes<'m, 'ctx>, b: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
    let ((a_high, a_low), (b_high, b_low)) = (a.two_product(a), b.two_product(b));
    let (rest, first_error) = a_high.two_sum(a.constant(-1.0));
    let (sum, second_error) = rest.two_sum(b_high);
    sum + ((first_error + second_error) + (a_low + b_low))
}

/// `radius e^(i angle)`; a zero angle stays the imaginary part.
pub(super) fn polar<'m, 'ctx>(radius: Lanes<'m, 'ctx>, angle: Lanes<'m, 'ctx>) -> Complex<'m, 'ctx> {
    let (sine, cosine) = angle.sin_cos();
    let is_real = angle.eq(0.0);
    Complex::new(is_real.select(radius, radius * cosine), is_real.select(angle, radius * sine))
}
