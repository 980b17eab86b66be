//! `remainder` of floats: exactly C's `fmod`.
//!
//! Where the quotient has few enough bits, `x - trunc(x/y) y` is exact once the quotient, which division may have
//! rounded up to the next integer, is corrected by one. Farther apart, long division of the integer mantissas.

use super::lanes::Lanes;

impl<'m, 'ctx> Lanes<'m, 'ctx> {
    /// The remainder of truncated division; its sign is that of `self`. NaN for a zero divisor or an infinite `self`.
    pub fn remainder(self, divisor: Self) -> Self {
        if !self.is_f64() {
            // f32 in f64: quotients to 2^29 times 24 bits of divisor fit in 53 bits.
            let (x, y) = (self.to_float(64), divisor.to_float(64));
            return x.remainder_of_doubles(y, 29, |q, y, x| x - q * y).to_float(32);
        }
        self.remainder_of_doubles(divisor, 52, subtract_product)
    }

    fn remainder_of_doubles(
        self,
        divisor: Self,
        quotient_bits: i32,
        subtract: impl FnOnce(Self, Self, Self) -> Self,
    ) -> Self {
        let (x, y) = (self.abs(), divisor.abs());
        let ratio = x / y;
        let quotient = ratio.truncated();
        let near = subtract(quotient, y, x);
        let corrected = near.lt(0.0).select(near + y, near);
        let usual = y.gt(x).select(x, corrected);
        // Products of tiny or huge factors have no exact low part, so these go the long way too.
        let is_extreme = x.gt(2f64.powi(990)) | y.lt(2f64.powi(-900));
        let is_far = !ratio.lt(2f64.powi(quotient_bits)) | (is_extreme & !y.gt(x));
        let is_regular = x.lt(f64::INFINITY) & y.gt(0.0);
        let by_long_division = || self.m.each_lane(&[x, y], |pair| vec![long_division(pair[0], pair[1])], &[usual]);
        let value = self.m.if_any(is_far & is_regular, &[usual], by_long_division)[0];
        is_regular.select(value, f64::NAN).copy_sign(self)
    }
}

/// `x - q y` where that is exact.
fn subtract_product<'m, 'ctx>(q: Lanes<'m, 'ctx>, y: Lanes<'m, 'ctx>, x: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
    let (high, low) = q.two_product(y);
    (x - high) - low
}

/// Remainder of finite f64 scalars `x ≥ 0`, `y > 0`: eleven bits of quotient a step.
fn long_division<'m, 'ctx>(x: Lanes<'m, 'ctx>, y: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
    let ((mantissa, exponent), (divisor, unit)) = (integer_mantissa(x), integer_mantissa(y));
    // The loop over lanes passes zero divisors too; their results are not used, but must not trap.
    let divisor = divisor.intrinsic("llvm.umax", &[divisor.constant(1)]);
    let first = mantissa.remainder_unsigned(divisor);
    let step = |state: &[Lanes<'m, 'ctx>]| {
        let shift = state[1].intrinsic("llvm.smin", &[state[1].constant(11)]);
        vec![(state[0] << shift).remainder_unsigned(divisor), state[1] - shift]
    };
    let looped = x.m.while_any(&[first, exponent - unit], |state| state[1].gt(0), step);
    let value = scale(looped[0], unit);
    x.lt(y).select(x, value)
}

/// `x = mantissa · 2^(exponent - 1075)`, the exponent at least 1.
fn integer_mantissa<'m, 'ctx>(x: Lanes<'m, 'ctx>) -> (Lanes<'m, 'ctx>, Lanes<'m, 'ctx>) {
    let bits = x.to_bits();
    let (field, fraction) = (bits.shift_right_logical(52), bits & ((1 << 52) - 1));
    let is_subnormal = field.eq(0);
    (is_subnormal.select(fraction, fraction | (1 << 52)), is_subnormal.select(field.constant(1), field))
}

/// `mantissa · 2^(exponent - 1075)`, which is a number: the smallest subnormal times two powers of two.
fn scale<'m, 'ctx>(mantissa: Lanes<'m, 'ctx>, exponent: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
    let power = |e: Lanes<'m, 'ctx>| ((e + 1023) << 52).as_float();
    let half = (exponent - 1) >> 1;
    let units = mantissa.signed_to_float(64) * f64::from_bits(1);
    units * power(half) * power(exponent - 1 - half)
}
