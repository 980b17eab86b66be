//! Inverse trigonometric and inverse hyperbolic functions, of real and of complex numbers.
//!
//! The forms are chosen so that nothing cancels and nothing overflows before the result does. Real numbers of f32 go
//! through f64.
//!
//! Of complex numbers they follow Hull, Fairgrieve and Tang, "Implementing the complex arcsine and arccosine functions
//! using exception handling" (1997): with `a = |re|`, `b = |im|`, `r = |z + 1|`, `s = |z - 1|` and `A = (r + s) / 2`, one
//! part comes from the angle of `re` and `sqrt(A² - a²)`, the other is `log(A + sqrt(A² - 1))`.

use super::complex::Complex;
use super::lanes::Lanes;
use std::f64::consts::{FRAC_PI_2, LN_2};

/// One is nothing beside the square of a larger number.
const LARGE: f64 = 1e150;

impl<'m, 'ctx> Lanes<'m, 'ctx> {
    /// A function of f64, of f32 or f64 lanes.
    pub fn through_double(self, f: impl Fn(Self) -> Self) -> Self {
        f(self.to_float(64)).to_float(self.bit_width())
    }

    /// `acos x = 2 atan2(sqrt(1 - x), sqrt(1 + x))`
    pub fn acos(self) -> Self {
        self.through_double(|x| (x.constant(1.0) - x).sqrt().atan2((x + 1.0).sqrt()) * 2.0)
    }

    /// `asin x = atan2(x, sqrt((1 - x) (1 + x)))`
    pub fn asin(self) -> Self {
        self.through_double(|x| x.atan2(((x.constant(1.0) - x) * (x + 1.0)).sqrt()))
    }

    /// `asinh x = log1p(a + a² / (1 + sqrt(1 + a²)))` with `a = |x|`, and `log(2a)` where the square would overflow.
    pub fn asinh(self) -> Self {
        self.through_double(|x| {
            let a = x.abs();
            let square = a * a;
            let usual = (a + square / ((square + 1.0).sqrt() + 1.0)).log1p();
            a.gt(LARGE).select(a.log() + LN_2, usual).copy_sign(x)
        })
    }

    /// `acosh x = log1p(t + sqrt(t (t + 2)))` with `t = x - 1`, and `log(2x)` where the square would overflow.
    pub fn acosh(self) -> Self {
        self.through_double(|x| {
            let t = x - 1.0;
            let usual = (t + (t * (t + 2.0)).sqrt()).log1p();
            let value = x.gt(LARGE).select(x.log() + LN_2, usual);
            x.lt(1.0).select(x.constant(f64::NAN), value)
        })
    }

    /// `atanh x = log1p(2a / (1 - a)) / 2` with `a = |x|`
    pub fn atanh(self) -> Self {
        self.through_double(|x| {
            let a = x.abs();
            let magnitude = ((a + a) / (x.constant(1.0) - a)).log1p() * 0.5;
            a.gt(1.0).select(x.constant(f64::NAN), magnitude.copy_sign(x))
        })
    }
}

impl<'m, 'ctx> Complex<'m, 'ctx> {
    pub fn acos(self) -> Self {
        let arc = Arc::of(self.re.abs(), self.im.abs());
        Complex::new(arc.opposite.atan2(self.re), -arc.log.copy_sign(self.im))
    }

    pub fn asin(self) -> Self {
        let arc = Arc::of(self.re.abs(), self.im.abs());
        Complex::new(self.re.atan2(arc.opposite), arc.log.copy_sign(self.im))
    }

    /// `asinh z = -i asin(iz)`
    pub fn asinh(self) -> Self {
        -self.times_i().asin().times_i()
    }

    /// `acosh z = ±i acos z`, with a real part that is not negative.
    pub fn acosh(self) -> Self {
        let arc = Arc::of(self.re.abs(), self.im.abs());
        Complex::new(arc.log, arc.opposite.atan2(self.re).copy_sign(self.im))
    }

    /// `re = log1p(4a / ((1 - a)² + b²)) / 4`, `im = atan2(2b, (1 - a)(1 + a) - b²) / 2`
    pub fn atanh(self) -> Self {
        let (a, b) = (self.re.abs(), self.im.abs());
        let (below, square) = (a.constant(1.0) - a, b * b);
        let usual = (a * 4.0 / (below * below + square)).log1p() * 0.25;
        // At a = 1 the quotient is 4 / b², which overflows for small b.
        let pole = (b.constant(LN_2) - b.log()) * 0.5;
        let re = (a.eq(1.0) & b.lt(1e-100)).select(pole, usual);
        let im = (b + b).atan2(below * (a + 1.0) - square) * 0.5;
        let is_large = a.maximum(b).gt(LARGE);
        let re = is_large.select(reciprocal_part(a, b), re);
        let im = is_large.select(a.constant(FRAC_PI_2), im);
        Complex::new(re.copy_sign(self.re), im.copy_sign(self.im))
    }
}

/// What the inverse functions of complex numbers share.
struct Arc<'m, 'ctx> {
    /// `sqrt(A² - a²)`: the other leg of the angle with `a`, up to a factor for large numbers.
    opposite: Lanes<'m, 'ctx>,
    /// `log(A + sqrt(A² - 1))`
    log: Lanes<'m, 'ctx>,
}

impl<'m, 'ctx> Arc<'m, 'ctx> {
    /// Of the parts' magnitudes.
    fn of(a: Lanes<'m, 'ctx>, b: Lanes<'m, 'ctx>) -> Self {
        let usual = Arc::moderate(a, b);
        let is_large = a.maximum(b).gt(LARGE);
        Arc { opposite: is_large.select(b, usual.opposite), log: is_large.select(log_of_large(a, b), usual.log) }
    }

    fn moderate(a: Lanes<'m, 'ctx>, b: Lanes<'m, 'ctx>) -> Self {
        let (above, beside) = (a + 1.0, (a - 1.0).abs());
        let r = Complex::new(above, b).abs();
        let s = Complex::new(beside, b).abs();
        let half_sum = (r + s) * 0.5;
        let is_inside = a.lt(1.0);
        // r - (a + 1) and s - |a - 1|, without cancelling.
        let square = b * b;
        let from_r = square / (r + above);
        let beyond = s + beside;
        let from_s = or_zero(square / beyond);
        let outside = b * (((half_sum + a) / (r + above) + (half_sum + a) / beyond) * 0.5).sqrt();
        let inside = ((half_sum + a) * (from_r + beyond) * 0.5).sqrt();
        let opposite = is_inside.select(inside, b.eq(0.0).select(b, outside));
        let excess = (from_r + is_inside.select(from_s, beyond)) * 0.5;
        Arc { opposite, log: log_of_excess(a, b, half_sum, excess) }
    }
}

/// `log(A + sqrt(A² - 1))` of A and A - 1.
fn log_of_excess<'m, 'ctx>(
    a: Lanes<'m, 'ctx>,
    b: Lanes<'m, 'ctx>,
    half_sum: Lanes<'m, 'ctx>,
    excess: Lanes<'m, 'ctx>,
) -> Lanes<'m, 'ctx> {
    let near = (excess + (excess * (half_sum + 1.0)).sqrt()).log1p();
    let far = (half_sum + (half_sum * half_sum - 1.0).sqrt()).log();
    // Where b² would vanish.
    let flat = b / ((a.constant(1.0) - a) * (a + 1.0)).sqrt();
    let tiny = (b.lt(1e-150) & a.lt(1.0)).select(flat, near);
    half_sum.gt(1.5).select(far, tiny)
}

/// 0 where a quotient was 0 / 0.
fn or_zero<'m, 'ctx>(quotient: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
    quotient.is_nan().select(quotient.constant(0.0), quotient)
}

/// `log(2 |z|)` for large numbers.
fn log_of_large<'m, 'ctx>(a: Lanes<'m, 'ctx>, b: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
    let (largest, least) = (a.maximum(b), a.minimum(b));
    let ratio = largest.eq(f64::INFINITY).select(a.constant(0.0), least / largest);
    largest.log() + LN_2 + (ratio * ratio).log1p() * 0.5
}

/// `a / (a² + b²)` of large numbers.
fn reciprocal_part<'m, 'ctx>(a: Lanes<'m, 'ctx>, b: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
    let (largest, least) = (a.maximum(b), a.minimum(b));
    let ratio = least / largest;
    let value = a / largest / largest / (ratio * ratio + 1.0);
    largest.eq(f64::INFINITY).select(a.constant(0.0), value)
}
