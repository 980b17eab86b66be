//! `exponential` and `exponential-minus-one`.
//!
//! x = n ln 2 + r with |r| ≤ ln 2 / 2, so e^x = 2^n e^r, and e^r = 1 + r + r² q(r). The coefficients of q are minimax
//! (Remez) for the relative error of the result, rounded to the format one after the other with the rest refitted.

use super::double::Double;
use super::lanes::Lanes;

/// q(r) = (e^r - 1 - r) / r², weighted for e^r: relative error 2^-28.2 and 2^-57.9.
const EXP_SINGLE: &[f64] =
    &[0.4999999403953552, 0.16666516661643982, 0.04166810214519501, 0.008369192481040955, 0.0013838900486007333];
const EXP_DOUBLE: &[f64] = &[
    0.5000000000000011,
    0.16666666666666438,
    0.041666666666525805,
    0.008333333333473759,
    0.0013888888944854185,
    0.00019841269560267458,
    2.4801491763698663e-05,
    2.7557530937570043e-06,
    2.763074351241127e-07,
    2.5019820098256617e-08,
];
/// The same weighted for e^r - 1: relative error 2^-28.2 and 2^-61.
const EXPM1_SINGLE: &[f64] = &[
    0.5,
    0.16666635870933533,
    0.041666511446237564,
    0.008341509848833084,
    0.0013930542627349496,
    0.00015046008047647774,
];
const EXPM1_DOUBLE: &[f64] = &[
    0.5,
    0.16666666666666677,
    0.04166666666666669,
    0.008333333333321776,
    0.0013888888888888935,
    0.00019841269885352057,
    2.480158729048959e-05,
    2.755724519056465e-06,
    2.7557319353910366e-07,
    2.5108658558175658e-08,
    2.0896974616692974e-09,
];

/// ln 2 in two parts; the first has so few bits that its product with any exponent is exact.
pub(super) const LN2_SINGLE: (f64, f64) = (0.693145751953125, 1.428606765330187e-06);
pub(super) const LN2_DOUBLE: (f64, f64) = (0.6931471805598903, 5.497923018708371e-14);

/// 1.5 · 2^23 and 1.5 · 2^52: added to a small number, they leave its nearest integer in the low bits of the sum.
pub(super) const ROUNDER_SINGLE: f64 = 12_582_912.0;
pub(super) const ROUNDER_DOUBLE: f64 = 6_755_399_441_055_744.0;

/// `x = n ln 2 + (head + tail)`.
struct Reduced<'m, 'ctx> {
    /// The low bits hold the integer n in two's complement.
    rounder: Lanes<'m, 'ctx>,
    head: Lanes<'m, 'ctx>,
    tail: Lanes<'m, 'ctx>,
}

impl<'m, 'ctx> Reduced<'m, 'ctx> {
    /// `x` has to be within the range of exponents.
    fn of(x: Lanes<'m, 'ctx>) -> Self {
        let rounder = x.mul_add(std::f64::consts::LOG2_E, x.rounder());
        let n = rounder - x.rounder();
        let (ln2_high, ln2_low) = x.per_width(LN2_SINGLE, LN2_DOUBLE);
        Reduced { rounder, head: n.mul_add(-ln2_high, x), tail: n * -ln2_low }
    }

    /// e^r and 2^n.
    fn exp(self) -> (Lanes<'m, 'ctx>, PowerOfTwo<'m, 'ctx>) {
        let r = self.head + self.tail;
        let rest = (r * r).mul_add(r.polynomial(r.per_width(EXP_SINGLE, EXP_DOUBLE)), r);
        (rest + 1.0, PowerOfTwo(self.rounder))
    }

    /// e^r - 1 as `head` and what to add to it, and 2^n.
    fn expm1(self, coefficients: &[f64]) -> (Lanes<'m, 'ctx>, Lanes<'m, 'ctx>, PowerOfTwo<'m, 'ctx>) {
        let r = self.head + self.tail;
        let rest = (r * r).mul_add(r.polynomial(coefficients), self.tail);
        (self.head, rest, PowerOfTwo(self.rounder))
    }
}

/// 2^n, given by [`Reduced::rounder`].
#[derive(Clone, Copy)]
struct PowerOfTwo<'m, 'ctx>(Lanes<'m, 'ctx>);

impl<'m, 'ctx> PowerOfTwo<'m, 'ctx> {
    /// The float, times 2^`bias`, for results that are normal numbers.
    fn value(self, bias: i64) -> Lanes<'m, 'ctx> {
        let (mantissa_bits, one) = self.0.per_width((23, 127), (52, 1023));
        ((self.0.to_bits() << mantissa_bits) + ((one + bias) << mantissa_bits)).as_float()
    }

    /// `x 2^n` for all n that give finite numbers, subnormals with one rounding, zero or infinity: two factors.
    fn scale(self, x: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
        let (mantissa_bits, one) = x.per_width((23, 127), (52, 1023));
        // The rounder's own bits lie too high to matter, halved or not, and make the sign bit 0.
        let n = self.0.to_bits();
        let half = n.shift_right_logical(1);
        let power = |n: Lanes<'m, 'ctx>| ((n << mantissa_bits) + (one << mantissa_bits)).as_float();
        x * power(half) * power(n - half)
    }
}

impl<'m, 'ctx> Lanes<'m, 'ctx> {
    /// 1.5 · 2^(mantissa bits).
    pub fn rounder(self) -> Self {
        self.constant(self.per_width(ROUNDER_SINGLE, ROUNDER_DOUBLE))
    }

    /// The numbers beyond which e^x is zero or infinite.
    fn within_exp_range(self) -> Self {
        let (low, high) = self.per_width((-104.0, 89.0), (-746.0, 710.0));
        self.within(low, high)
    }

    /// e^x. Measured: f32 within 1 ulp, f64 within 0.95 ulp; overflow, underflow and NaN as IEEE has them.
    pub fn exp(self) -> Self {
        self.within_exp_range().exp_of_clamped()
    }

    /// e^(x + tail) for a tail far smaller than x.
    pub fn exp_plus(self, tail: Self) -> Self {
        let mut reduced = Reduced::of(self.within_exp_range());
        reduced.tail = reduced.tail + tail;
        let (head, rest, power) = reduced.expm1(self.per_width(EXP_SINGLE, EXP_DOUBLE));
        power.scale((head + rest) + 1.0)
    }

    /// e^x for x in [-104, 89] (f32) or [-746, 710] (f64), or NaN.
    pub fn exp_of_clamped(self) -> Self {
        let (exponential, power) = Reduced::of(self).exp();
        power.scale(exponential)
    }

    /// e^x for x in the same range, with what its rounding takes from it.
    pub fn exp_in_two_floats(self) -> Double<'m, 'ctx> {
        let (head, rest, power) = Reduced::of(self).expm1(self.per_width(EXP_SINGLE, EXP_DOUBLE));
        let (sum, lost) = self.constant(1.0).fast_two_sum(head);
        let whole = Double::new(sum, lost + rest).normalized();
        Double::new(power.scale(whole.high), power.scale(whole.low))
    }

    /// e^x for x that is known to give a normal number, or NaN.
    pub fn exp_in_range(self) -> Self {
        let (exponential, power) = Reduced::of(self).exp();
        exponential * power.value(0)
    }

    /// e^x - 1. Measured: f32 within 1.25 ulp, f64 within 1.05 ulp; the zero keeps its sign.
    pub fn expm1(self) -> Self {
        let (low, high) = self.per_width((-18.0, 89.0), (-38.0, 710.0));
        // Smaller numbers are their own result, and subnormal ones would lose a bit below.
        let tiny = self.per_width(2f64.powi(-26), 2f64.powi(-55));
        self.abs().lt(tiny).select(self, self.within(low, high).expm1_in_range(None))
    }

    /// e^(x + tail) - 1 for x within the range of exponents, at least -18 for f32, -38 for f64.
    pub fn expm1_in_range(self, tail: Option<Self>) -> Self {
        let mut reduced = Reduced::of(self);
        if let Some(tail) = tail {
            reduced.tail = reduced.tail + tail;
        }
        let (head, rest, power) = reduced.expm1(self.per_width(EXPM1_SINGLE, EXPM1_DOUBLE));
        // Halved, so that n of the largest numbers has a power of two.
        let half = power.value(-1);
        let halved = half.mul_add(rest, half.mul_add(head, half - 0.5));
        halved + halved
    }
}
