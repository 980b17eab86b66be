//! Unevaluated sums of two floats, for what one float cannot hold: `high + low` with `|low| ≤ ulp(high) / 2`.

use super::lanes::Lanes;

/// A value as `high + low`.
#[derive(Clone, Copy)]
pub(super) struct Double<'m, 'ctx> {
    pub high: Lanes<'m, 'ctx>,
    pub low: Lanes<'m, 'ctx>,
}

impl<'m, 'ctx> Lanes<'m, 'ctx> {
    /// The sum and what rounding took from it, for operands in any order (Knuth).
    pub fn two_sum(self, b: Self) -> (Self, Self) {
        let sum = self + b;
        let b_part = sum - self;
        (sum, (self - (sum - b_part)) + (b - b_part))
    }

    /// The sum and what rounding took from it, for `|self| ≥ |b|` or `self = 0` (Dekker).
    pub fn fast_two_sum(self, b: Self) -> (Self, Self) {
        let sum = self + b;
        (sum, b - (sum - self))
    }

    /// The product and what rounding took from it; exact while nothing over- or underflows.
    pub fn two_product(self, b: Self) -> (Self, Self) {
        let product = self * b;
        if self.m.features.fma {
            return (product, self.intrinsic("llvm.fma", &[b, -product]));
        }
        let ((a1, a2), (b1, b2)) = (self.split(), b.split());
        (product, a2 * b2 - (((product - a1 * b1) - a2 * b1) - a1 * b2))
    }

    /// Two halves of the mantissa (Veltkamp).
    fn split(self) -> (Self, Self) {
        let scaled = self * self.per_width(4097.0, 134_217_729.0);
        let high = scaled - (scaled - self);
        (high, self - high)
    }
}

impl<'m, 'ctx> Double<'m, 'ctx> {
    pub fn new(high: Lanes<'m, 'ctx>, low: Lanes<'m, 'ctx>) -> Self {
        Double { high, low }
    }

    /// From the result of an exact step such as [`Lanes::two_sum`].
    pub fn of((high, low): (Lanes<'m, 'ctx>, Lanes<'m, 'ctx>)) -> Self {
        Double { high, low }
    }

    /// A constant as the sum of two floats of the width of `like`.
    pub fn constant(like: Lanes<'m, 'ctx>, high: f64, low: f64) -> Self {
        Double { high: like.constant(high), low: like.constant(low) }
    }

    /// Brings the parts back to `|low| ≤ ulp(high) / 2`, for `|high| ≥ |low|`.
    pub fn normalized(self) -> Self {
        Double::of(self.high.fast_two_sum(self.low))
    }

    /// The nearest single float.
    pub fn rounded(self) -> Lanes<'m, 'ctx> {
        self.high + self.low
    }

    pub fn negated(self) -> Self {
        Double::new(-self.high, -self.low)
    }

    /// `self` where the flag is set, else `other`.
    pub fn when(self, flag: Lanes<'m, 'ctx>, other: Self) -> Self {
        Double::new(flag.select(self.high, other.high), flag.select(self.low, other.low))
    }

    pub fn plus(self, b: Self) -> Self {
        let (high, error) = self.high.two_sum(b.high);
        Double::new(high, error + (self.low + b.low)).normalized()
    }

    pub fn plus_float(self, b: Lanes<'m, 'ctx>) -> Self {
        let (high, error) = self.high.two_sum(b);
        Double::new(high, error + self.low).normalized()
    }

    pub fn times(self, b: Self) -> Self {
        let (high, error) = self.high.two_product(b.high);
        Double::new(high, self.low.mul_add(b.high, self.high.mul_add(b.low, error))).normalized()
    }

    /// `self / b`.
    pub fn divided_by(self, b: Self) -> Self {
        let quotient = self.high / b.high;
        let (product, error) = quotient.two_product(b.high);
        let rest = ((self.high - product) - error) + (self.low - quotient * b.low);
        Double::new(quotient, rest / b.high).normalized()
    }
}
