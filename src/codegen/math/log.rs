//! `log` and `log-plus-one`.
//!
//! x = 2^k (1 + f) with 1 + f between √½ and √2. In f32, log(1 + f) = f - f²/2 + f³ p(f). In f64, with s = f / (2 + f),
//! log(1 + f) = f - f²/2 + s (f²/2 + s² r(s²)), which leaves the division's error a small factor. Coefficients are
//! minimax (Remez) for the relative error of the result.

use super::exp::{LN2_DOUBLE, LN2_SINGLE, ROUNDER_DOUBLE};
use super::lanes::Lanes;

/// p, relative error 2^-27.3 of the logarithm.
const SINGLE: &[f64] = &[
    0.3333333134651184,
    -0.250008225440979,
    0.20001259446144104,
    -0.16623345017433167,
    0.14201071858406067,
    -0.1315954625606537,
    0.12765716016292572,
    -0.0764116570353508,
];
/// r, relative error 2^-59.5.
const DOUBLE: &[f64] = &[
    0.6666666666666734,
    0.39999999999416636,
    0.2857142874203011,
    0.22222198604815838,
    0.181835628648054,
    0.15314084483215015,
    0.14795636958711536,
];
impl<'m, 'ctx> Lanes<'m, 'ctx> {
    /// For a positive normal number x = 2^k m with √½ ≤ m < √2: the integer k and the float m.
    pub fn split_exponent(self) -> (Self, Self) {
        let (mantissa_bits, bias, root_half) =
            self.per_width((23, 127, 0x3f35_04f3), (52, 1023, std::f64::consts::FRAC_1_SQRT_2.to_bits() as i64));
        // From √½ upwards, so that a mantissa over √2 counts to the next exponent; biased, so that nothing is negative.
        let shifted = self.to_bits() + ((bias << mantissa_bits) - root_half);
        let k = shifted.shift_right_logical(mantissa_bits) - bias;
        let m = (shifted & ((1 << mantissa_bits) - 1)) + root_half;
        (k, m.as_float())
    }

    /// The same for any positive finite number.
    pub fn split_any_exponent(self) -> (Self, Self) {
        let (smallest_normal, factor, shift) =
            self.per_width((f32::MIN_POSITIVE as f64, 2f64.powi(23), 23), (f64::MIN_POSITIVE, 2f64.powi(52), 52));
        let is_subnormal = self.lt(smallest_normal);
        let (k, m) = is_subnormal.select(self * factor, self).split_exponent();
        (k - is_subnormal.select(k.constant(shift), 0), m)
    }

    /// The integer as a float of the same width, for small integers.
    pub fn small_to_float(self) -> Self {
        if self.bit_width() == 32 {
            return self.signed_to_float(32);
        }
        // AVX2 converts no 64-bit integers: place it under the mantissa of 1.5 · 2^52.
        (self + ROUNDER_DOUBLE.to_bits() as i64).as_float() - ROUNDER_DOUBLE
    }

    /// log(1 + f) + k ln 2.
    fn log_of_parts(self, k: Self) -> Self {
        let f = self;
        let square = f * f;
        if !f.is_f64() {
            let cubic = (square * f).mul_add(f.polynomial(SINGLE), k * LN2_SINGLE.1);
            let rest = square.mul_add(-0.5, cubic);
            return k.mul_add(LN2_SINGLE.0, f + rest);
        }
        let s = f / (f + 2.0);
        let z = s * s;
        let half_square = square * 0.5;
        let rest = s.mul_add(z.mul_add(z.polynomial(DOUBLE), half_square), k * LN2_DOUBLE.1);
        k.mul_add(LN2_DOUBLE.0, f - (half_square - rest))
    }

    /// The natural logarithm. Measured: f32 within 0.85 ulp, f64 within 0.8 ulp. -infinity at zeros, NaN below.
    pub fn log(self) -> Self {
        let (k, m) = self.split_any_exponent();
        let value = (m - 1.0).log_of_parts(k.small_to_float());
        let bounded = self.lt(f64::INFINITY).select(value, self);
        let edge = self.eq(0.0).select(self.constant(f64::NEG_INFINITY), f64::NAN);
        self.gt(0.0).select(bounded, edge)
    }

    /// log(1 + x). Measured: f32 within 1.41 ulp, f64 within 1.25 ulp; the zero keeps its sign.
    pub fn log1p(self) -> Self {
        let sum = self + 1.0;
        let (k, m) = sum.split_exponent();
        // What the sum lost, on the scale of m. It is zero where k is too large for the scale.
        let lost = self - (sum - 1.0);
        let (mantissa_bits, bias, largest) = self.per_width((23, 127, 126), (52, 1023, 1022));
        let exponent = k.intrinsic("llvm.smin", &[k.constant(largest)]);
        let scale = ((k.constant(bias) - exponent) << mantissa_bits).as_float();
        let value = lost.mul_add(scale, m - 1.0).log_of_parts(k.small_to_float()).copy_sign(self);
        let bounded = self.lt(f64::INFINITY).select(value, self);
        let edge = self.eq(-1.0).select(self.constant(f64::NEG_INFINITY), f64::NAN);
        self.gt(-1.0).select(bounded, edge)
    }
}
