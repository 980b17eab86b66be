//! Narrow floats: between their bit patterns and f32.
//!
//! Every format under 32 bits decodes to f32 exactly and encodes from f32 with one rounding, to nearest even.

use super::MathBuilder;
use super::lanes::Lanes;
use crate::hlo::ElementType;
use crate::hlo::float_format::{FloatFormat, Specials};

/// Where a format's fields lie, as the numbers that the emitted code adds and shifts by.
#[derive(Clone, Copy)]
struct Fields {
    exponent_bits: i64,
    mantissa_bits: i64,
    bias: i64,
    specials: Specials,
}

impl Fields {
    fn of(format: FloatFormat) -> Fields {
        Fields {
            exponent_bits: format.exponent_bits().into(),
            mantissa_bits: format.mantissa_bits().into(),
            bias: format.bias().into(),
            specials: format.specials(),
        }
    }

    fn sign_bit(self) -> i64 {
        1 << (self.exponent_bits + self.mantissa_bits)
    }

    /// Magnitude of infinity for IEEE formats.
    fn infinity(self) -> i64 {
        self.sign_bit() - (1 << self.mantissa_bits)
    }

    /// The least magnitude above all finite ones.
    fn overflow(self) -> i64 {
        match self.specials {
            Specials::Ieee => self.infinity(),
            Specials::OnlyNan => self.sign_bit() - 1,
            Specials::UnsignedZero | Specials::Finite => self.sign_bit(),
        }
    }
}

impl<'ctx> MathBuilder<'_, 'ctx> {
    /// The value in the type that arithmetic on `ty` is done in: f64 for f64, else f32.
    pub(super) fn widen<'m>(&'m self, ty: ElementType, x: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
        match (ty, ty.float_format()) {
            (ElementType::F16, _) if self.features.half => x.as_float().to_float(32),
            (ElementType::BF16, _) => (x.zero_extend(32) << 16).as_float(),
            (ElementType::F8E8M0FNU, _) => decode_power_of_two(x.zero_extend(32)),
            (_, Some(format)) => decode(Fields::of(format), x.zero_extend(32)),
            (_, None) => x,
        }
    }

    /// Rounds f32 or f64 lanes to `ty` once.
    pub(super) fn narrow<'m>(&'m self, ty: ElementType, x: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
        if matches!(ty, ElementType::F32 | ElementType::F64) {
            return x.to_float(ty.bit_width() as u32);
        }
        let x = if x.is_f64() { round_to_odd(x) } else { x };
        match (ty, ty.float_format()) {
            (ElementType::F16, _) if self.features.half => x.to_float(16).to_bits(),
            (ElementType::BF16, _) => encode_bf16(x).truncate(16),
            (ElementType::F8E8M0FNU, _) => encode_power_of_two(x).truncate(8),
            (_, Some(format)) => encode(Fields::of(format), x).truncate(8 * ty.byte_width() as u32),
            (_, None) => x,
        }
    }
}

/// f64 to f32 so that a later rounding to at most 22 bits of mantissa gives what one rounding of the f64 would:
/// an inexact result gets an odd mantissa.
fn round_to_odd<'m, 'ctx>(x: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
    let near = x.to_float(32);
    let back = near.to_float(64);
    let bits = near.to_bits();
    let is_past = back.abs().gt(x.abs());
    let odd = is_past.select(bits - 1, bits) | 1;
    let is_even = (bits & 1).eq(0);
    // An odd `bits` is the odd neighbour already, on whichever side of `x` it lies.
    let inexact = back.lt(x) | back.gt(x);
    (inexact & is_even).select(odd, bits).as_float()
}

fn decode<'m, 'ctx>(format: Fields, code: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
    let mantissa_shift = 23 - format.mantissa_bits;
    let magnitude = code & (format.sign_bit() - 1);
    let sign = (code & format.sign_bit()) << (31 - format.exponent_bits - format.mantissa_bits);
    let normal = (magnitude << mantissa_shift) + ((127 - format.bias) << 23);
    let unit = (1.0 - format.bias as f64 - format.mantissa_bits as f64).exp2();
    let subnormal = (magnitude.signed_to_float(32) * unit).to_bits();
    let finite = magnitude.lt(1 << format.mantissa_bits).select(subnormal, normal);
    let nan = code.constant(0x7fc0_0000);
    let value = match format.specials {
        Specials::Ieee => {
            let infinity_or_nan = (magnitude << mantissa_shift) | 0x7f80_0000;
            magnitude.lt(format.infinity()).select(finite, infinity_or_nan)
        }
        Specials::OnlyNan => magnitude.eq(format.sign_bit() - 1).select(nan, finite),
        Specials::UnsignedZero => code.eq(format.sign_bit()).select(nan, finite),
        Specials::Finite => finite,
    };
    (value | sign).as_float()
}

fn encode<'m, 'ctx>(format: Fields, x: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
    let bits = x.to_bits();
    let magnitude = bits & 0x7fff_ffff;
    let sign = (bits ^ magnitude).shift_right_logical(31 - format.exponent_bits - format.mantissa_bits);
    let is_subnormal = magnitude.lt((128 - format.bias) << 23);
    let finite = is_subnormal.select(encode_subnormal(format, magnitude), encode_normal(format, magnitude));
    let is_nan = magnitude.gt(0x7f80_0000);
    let limit = match format.specials {
        Specials::Finite => format.overflow() - 1,
        _ => format.overflow(),
    };
    let limited = finite.intrinsic("llvm.smin", &[finite.constant(limit)]);
    match format.specials {
        Specials::Ieee => {
            let quiet = format.infinity() | (1 << (format.mantissa_bits - 1));
            is_nan.select(bits.constant(quiet), limited) | sign
        }
        Specials::OnlyNan => is_nan.select(bits.constant(format.overflow()), limited) | sign,
        Specials::UnsignedZero => {
            let signed = limited.eq(0).select(limited, limited | sign);
            (is_nan | limited.eq(limit)).select(bits.constant(limit), signed)
        }
        Specials::Finite => is_nan.select(sign ^ format.sign_bit(), limited | sign),
    }
}

/// Rounds the mantissa in place, then moves the exponent to the format's bias.
fn encode_normal<'m, 'ctx>(format: Fields, magnitude: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
    let dropped = 23 - format.mantissa_bits;
    let is_odd = magnitude.shift_right_logical(dropped) & 1;
    let rounded = (magnitude + ((1 << (dropped - 1)) - 1) + is_odd).shift_right_logical(dropped);
    rounded - ((127 - format.bias) << format.mantissa_bits)
}

/// Adds a number whose last place is the format's smallest step, so that the sum's mantissa counts steps.
fn encode_subnormal<'m, 'ctx>(format: Fields, magnitude: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
    let aligner = (24.0 - format.bias as f64 - format.mantissa_bits as f64).exp2();
    (magnitude.as_float() + aligner).to_bits() - (aligner as f32).to_bits() as i64
}

fn encode_bf16<'m, 'ctx>(x: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
    let bits = x.to_bits();
    let is_odd = bits.shift_right_logical(16) & 1;
    let rounded = bits + 0x7fff + is_odd;
    x.is_nan().select(bits | 0x40_0000, rounded).shift_right_logical(16)
}

/// `f8e8m0fnu`: code `k` is 2^(k - 127), 255 is NaN.
fn decode_power_of_two<'m, 'ctx>(code: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
    let normal = code.eq(255).select(code.constant(0x7fc0_0000), code << 23);
    code.eq(0).select(code.constant(0x0040_0000), normal).as_float()
}

/// Ties go to the larger power; what is under the range gives the smallest; zero, negative numbers and what is over
/// the range give NaN.
fn encode_power_of_two<'m, 'ctx>(x: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
    let bits = x.to_bits();
    let normal = (bits + 0x40_0000).shift_right_logical(23);
    let subnormal = bits.ge(0x60_0000).select(bits.constant(1), 0);
    let code = bits.lt(0x80_0000).select(subnormal, normal);
    (bits.gt(0) & bits.lt(0x7f80_0000)).select(code, 255)
}
