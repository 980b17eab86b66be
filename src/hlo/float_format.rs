//! Binary floating-point formats under 32 bits: encoding and decoding by way of `f64`, with one rounding.
//!
//! Every value of these formats is an `f64`, so decoding is exact; encoding rounds to nearest, ties to even.

/// What the largest codes of a format mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Specials {
    /// Infinities and NaNs under the largest exponent, as IEEE 754 has them.
    Ieee,
    /// One NaN (all ones) of each sign, no infinities: overflow gives NaN.
    OnlyNan,
    /// Every code is a number: overflow gives the largest one, NaN becomes -0.
    Finite,
    /// One NaN in the place of -0, no infinities: overflow gives NaN.
    UnsignedZero,
}

const F64_MANTISSA: u64 = (1 << 52) - 1;
const F64_INFINITY: u64 = 0x7FF << 52;

/// Layout of a floating-point format: sign, exponent, mantissa, from the top.
#[derive(Clone, Copy, Debug)]
pub struct FloatFormat {
    exponent_bits: u32,
    mantissa_bits: u32,
    bias: i32,
    specials: Specials,
}

impl FloatFormat {
    pub const F4E2M1FN: FloatFormat = FloatFormat::new(2, 1, 1, Specials::Finite);
    pub const F6E2M3FN: FloatFormat = FloatFormat::new(2, 3, 1, Specials::Finite);
    pub const F6E3M2FN: FloatFormat = FloatFormat::new(3, 2, 3, Specials::Finite);
    pub const F8E3M4: FloatFormat = FloatFormat::new(3, 4, 3, Specials::Ieee);
    pub const F8E4M3: FloatFormat = FloatFormat::new(4, 3, 7, Specials::Ieee);
    pub const F8E4M3B11FNUZ: FloatFormat = FloatFormat::new(4, 3, 11, Specials::UnsignedZero);
    pub const F8E4M3FN: FloatFormat = FloatFormat::new(4, 3, 7, Specials::OnlyNan);
    pub const F8E4M3FNUZ: FloatFormat = FloatFormat::new(4, 3, 8, Specials::UnsignedZero);
    pub const F8E5M2: FloatFormat = FloatFormat::new(5, 2, 15, Specials::Ieee);
    pub const F8E5M2FNUZ: FloatFormat = FloatFormat::new(5, 2, 16, Specials::UnsignedZero);
    pub const F16: FloatFormat = FloatFormat::new(5, 10, 15, Specials::Ieee);
    pub const BF16: FloatFormat = FloatFormat::new(8, 7, 127, Specials::Ieee);

    const fn new(exponent_bits: u32, mantissa_bits: u32, bias: i32, specials: Specials) -> FloatFormat {
        FloatFormat { exponent_bits, mantissa_bits, bias, specials }
    }

    /// Bits of the significand that are stored.
    pub fn mantissa_bits(&self) -> u32 {
        self.mantissa_bits
    }

    pub fn exponent_bits(&self) -> u32 {
        self.exponent_bits
    }

    /// What is added to an exponent to store it.
    pub fn bias(&self) -> i32 {
        self.bias
    }

    pub fn specials(&self) -> Specials {
        self.specials
    }

    fn sign_bit(&self) -> u64 {
        1 << (self.exponent_bits + self.mantissa_bits)
    }

    /// Code of the largest number.
    fn max_finite(&self) -> u64 {
        match self.specials {
            Specials::Ieee => (((1 << self.exponent_bits) - 1) << self.mantissa_bits) - 1,
            Specials::OnlyNan => self.sign_bit() - 2,
            Specials::Finite | Specials::UnsignedZero => self.sign_bit() - 1,
        }
    }

    /// The largest number.
    pub fn greatest(&self) -> f64 {
        self.decode(self.max_finite() as u16)
    }

    /// Code of an infinity, or of the largest number of that sign where there is none.
    pub fn extreme(&self, negative: bool) -> u16 {
        let sign = if negative { self.sign_bit() } else { 0 };
        let magnitude = self.max_finite() + u64::from(self.specials == Specials::Ieee);
        (sign | magnitude) as u16
    }

    /// The format's code of a value, rounded once to nearest even.
    pub fn encode(&self, value: f64) -> u16 {
        let sign = if value.is_sign_negative() { self.sign_bit() } else { 0 };
        let code = if value.is_nan() {
            self.nan(sign, value.to_bits() & F64_MANTISSA)
        } else {
            match self.encode_magnitude(value.abs()) {
                0 if self.specials == Specials::UnsignedZero => 0,
                magnitude if magnitude <= self.max_finite() => sign | magnitude,
                _ => self.overflow(sign),
            }
        };
        code as u16
    }

    /// With the highest bits of an `f64`'s payload where there is room for any.
    fn nan(&self, sign: u64, payload: u64) -> u64 {
        match self.specials {
            Specials::Ieee => {
                let quiet = 1 << (self.mantissa_bits - 1);
                let kept = payload >> (52 - self.mantissa_bits);
                sign | (self.max_finite() + 1) | if kept == 0 { quiet } else { kept }
            }
            Specials::OnlyNan => sign | (self.sign_bit() - 1),
            // The sign of a NaN is all that is left of it, inverted.
            Specials::Finite => sign ^ self.sign_bit(),
            Specials::UnsignedZero => self.sign_bit(),
        }
    }

    fn overflow(&self, sign: u64) -> u64 {
        match self.specials {
            Specials::Ieee => sign | (self.max_finite() + 1),
            Specials::Finite => sign | self.max_finite(),
            Specials::OnlyNan | Specials::UnsignedZero => self.nan(sign, 0),
        }
    }

    /// Rounds as if exponents had no upper end; a code above `max_finite` is an overflow.
    fn encode_magnitude(&self, magnitude: f64) -> u64 {
        let bits = magnitude.to_bits();
        let exponent = (bits >> 52) as i32 - 1023;
        let significand = (bits & ((1 << 52) - 1)) | (1 << 52);
        let min_exponent = 1 - self.bias;
        let dropped = 52 - self.mantissa_bits as i32 + (min_exponent - exponent).max(0);
        if bits >> 52 == 0 || dropped > 53 {
            return 0;
        }
        // A normal number's leading one adds 1 to the exponent field, as does a carry out of the rounding.
        let exponent_field = (exponent - min_exponent).max(0) as u64;
        (exponent_field << self.mantissa_bits) + round_half_even(significand, dropped as u32)
    }

    /// The value of a code.
    pub fn decode(&self, code: u16) -> f64 {
        let code = u64::from(code);
        let negative = code & self.sign_bit() != 0;
        let magnitude = self.decode_magnitude(code & (self.sign_bit() - 1), negative);
        if negative { -magnitude } else { magnitude }
    }

    fn decode_magnitude(&self, code: u64, negative: bool) -> f64 {
        if self.specials == Specials::UnsignedZero && negative && code == 0 {
            return f64::NAN;
        }
        if code > self.max_finite() && self.specials == Specials::Ieee {
            // An infinity, or a NaN that keeps its payload, and with it its place in the total order.
            return f64::from_bits(F64_INFINITY | (code - self.max_finite() - 1) << (52 - self.mantissa_bits));
        }
        if code > self.max_finite() {
            return f64::NAN;
        }
        let exponent = (code >> self.mantissa_bits) as i32;
        let mantissa = code & ((1 << self.mantissa_bits) - 1);
        let significand = if exponent == 0 { mantissa } else { mantissa | 1 << self.mantissa_bits };
        significand as f64 * power_of_two(exponent.max(1) - self.bias - self.mantissa_bits as i32)
    }
}

/// `2^exponent` for an exponent of a normal `f64`.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// `significand / 2^dropped`, rounded to nearest even.
fn round_half_even(significand: u64, dropped: u32) -> u64 {
    let kept = significand >> dropped;
    let rest = significand & ((1 << dropped) - 1);
    let half = (1u64 << dropped) >> 1;
    let up = dropped > 0 && (rest > half || (rest == half && kept & 1 == 1));
    kept + u64::from(up)
}

/// `f8e8m0fnu`: powers of two from 2^-127 to 2^127, and one NaN. Zero, negatives and overflow give NaN.
pub mod e8m0 {
    const NAN: u8 = 0xFF;

    pub fn encode(value: f64) -> u8 {
        if value.is_nan() || value <= 0.0 || value.is_infinite() {
            return NAN;
        }
        let bits = value.to_bits();
        let exponent = (bits >> 52) as i64 - 1023;
        let fraction = bits & ((1 << 52) - 1);
        // The significand's only bit is 1, hence odd: a tie goes up.
        let rounded = exponent + i64::from(fraction >= 1 << 51);
        if rounded > 127 { NAN } else { (rounded + 127).max(0) as u8 }
    }

    pub fn decode(code: u8) -> f64 {
        if code == NAN { f64::NAN } else { super::power_of_two(i32::from(code) - 127) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const F8_FORMATS: [FloatFormat; 10] = [
        FloatFormat::F4E2M1FN,
        FloatFormat::F6E2M3FN,
        FloatFormat::F6E3M2FN,
        FloatFormat::F8E3M4,
        FloatFormat::F8E4M3,
        FloatFormat::F8E4M3B11FNUZ,
        FloatFormat::F8E4M3FN,
        FloatFormat::F8E4M3FNUZ,
        FloatFormat::F8E5M2,
        FloatFormat::F8E5M2FNUZ,
    ];

    #[test]
    fn every_code_survives_decoding_and_encoding() {
        for format in F8_FORMATS.into_iter().chain([FloatFormat::F16, FloatFormat::BF16]) {
            let codes = 2 * format.sign_bit();
            let ieee = format.specials() == Specials::Ieee;
            let all = (0..codes as u32).map(|c| c as u16);
            for code in all.filter(|&c| ieee || !format.decode(c).is_nan()) {
                assert_eq!(format.encode(format.decode(code)), code, "{format:?} {code:#x}");
            }
        }
    }

    #[test]
    fn halfway_values_go_to_even_codes() {
        for format in F8_FORMATS {
            for code in 0..format.max_finite() as u16 {
                let (low, high) = (format.decode(code), format.decode(code + 1));
                let even = if code % 2 == 0 { code } else { code + 1 };
                let middle = (low + high) / 2.0;
                assert_eq!(format.encode(middle), even, "{format:?} {middle}");
                assert_eq!(format.encode(middle.next_up()), code + 1);
                assert_eq!(format.encode(middle.next_down()), code);
            }
        }
    }

    #[test]
    fn rounding_happens_once() {
        // Above the tie by less than an f32 can show.
        let above_tie = 1.0 + 2f64.powi(-11) + 2f64.powi(-40);
        assert_eq!(FloatFormat::F16.encode(above_tie), 0x3C01);
        assert_eq!(FloatFormat::BF16.encode(1.0 + 2f64.powi(-8) + 2f64.powi(-40)), 0x3F81);
    }

    #[test]
    fn overflow_and_nan_follow_the_format() {
        assert_eq!(FloatFormat::F8E5M2.encode(1e9), 0x7C);
        assert_eq!(FloatFormat::F8E5M2.encode(-f64::INFINITY), 0xFC);
        assert_eq!(FloatFormat::F8E4M3FN.encode(464.0), 0x7E);
        assert_eq!(FloatFormat::F8E4M3FN.encode(464.1), 0x7F);
        assert_eq!(FloatFormat::F8E4M3FN.encode(f64::NEG_INFINITY), 0xFF);
        assert_eq!(FloatFormat::F8E4M3FNUZ.encode(1e9), 0x80);
        assert_eq!(FloatFormat::F8E4M3FNUZ.encode(-0.0), 0);
        assert_eq!(FloatFormat::F4E2M1FN.encode(f64::NEG_INFINITY), 0xF);
        assert_eq!(FloatFormat::F4E2M1FN.encode(f64::NAN), 0x8);
        assert!(FloatFormat::F8E4M3FNUZ.decode(0x80).is_nan());
        assert!(FloatFormat::F8E4M3FN.decode(0x7F).is_nan());
        assert_eq!(FloatFormat::F8E3M4.decode(0x70), f64::INFINITY);
    }

    #[test]
    fn powers_of_two_round_up_at_ties() {
        assert_eq!([1.0, 1.5, 3.0, 1.4].map(e8m0::encode), [0x7F, 0x80, 0x81, 0x7F]);
        assert_eq!([0.0, -1.0, f64::INFINITY, 1e300].map(e8m0::encode), [0xFF; 4]);
        assert_eq!(e8m0::decode(0), 2f64.powi(-127));
    }
}
