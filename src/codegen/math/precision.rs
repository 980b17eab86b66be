//! `reduce-precision`.

use super::lanes::Lanes;
use super::{MathBuilder, Value};
use crate::hlo::ElementType;

/// Bits of an IEEE interchange format.
#[derive(Clone, Copy)]
struct Ieee {
    exponent_bits: u32,
    mantissa_bits: u32,
}

const SINGLE: Ieee = Ieee { exponent_bits: 8, mantissa_bits: 23 };

impl Ieee {
    fn of(ty: ElementType) -> Option<Ieee> {
        let (exponent_bits, mantissa_bits) = match ty {
            ElementType::F16 => (5, 10),
            ElementType::BF16 => (8, 7),
            ElementType::F32 => (8, 23),
            ElementType::F64 => (11, 52),
            _ => return None,
        };
        Some(Ieee { exponent_bits, mantissa_bits })
    }

    fn bias(self) -> i64 {
        (1 << (self.exponent_bits - 1)) - 1
    }

    fn sign_bit(self) -> i64 {
        1i64 << (self.exponent_bits + self.mantissa_bits)
    }

    fn infinity(self) -> i64 {
        ((1i64 << self.exponent_bits) - 1) << self.mantissa_bits
    }
}

/// A format of eight bits or less, as f32 holds it.
#[derive(Clone, Copy)]
struct Narrow {
    exponent_bits: u32,
    mantissa_bits: u32,
    /// What is added to an exponent to store it.
    bias: i64,
    /// Exponent of the smallest numbers that are not subnormal.
    least_exponent: i64,
}

impl Narrow {
    fn of(ty: ElementType) -> Narrow {
        match ty.float_format() {
            Some(format) => {
                let (exponent_bits, mantissa_bits) = (format.exponent_bits(), format.mantissa_bits());
                let bias = i64::from(format.bias());
                Narrow { exponent_bits, mantissa_bits, bias, least_exponent: 1 - bias }
            }
            // f8e8m0fnu: every code is a normal number.
            None => Narrow { exponent_bits: 8, mantissa_bits: 0, bias: 127, least_exponent: -127 },
        }
    }
}

impl<'ctx> MathBuilder<'_, 'ctx> {
    /// Rounds to a format of `exponent_bits` and `mantissa_bits` and back: to nearest even, overflow to infinity,
    /// what would be subnormal to a zero of its sign. NaN stays NaN, but without mantissa bits it becomes infinity.
    pub fn reduce_precision(
        &self,
        ty: ElementType,
        value: Value<'ctx>,
        exponent_bits: u32,
        mantissa_bits: u32,
    ) -> Value<'ctx> {
        let x = self.lanes_of(value.real());
        let reduced = Ieee { exponent_bits, mantissa_bits };
        Value::Real(match (Ieee::of(ty), ty) {
            (Some(format), ElementType::F32 | ElementType::F64) => reduce(x.to_bits(), format, reduced).as_float().raw,
            (Some(format), _) => reduce(x, format, reduced).raw,
            (None, _) => self.narrow(ty, reduce_narrow(self.widen(ty, x), Narrow::of(ty), reduced)).raw,
        })
    }
}

fn reduce<'m, 'ctx>(bits: Lanes<'m, 'ctx>, format: Ieee, reduced: Ieee) -> Lanes<'m, 'ctx> {
    let magnitude = bits & format.sign_bit().wrapping_sub(1);
    let rounded = round_mantissa(magnitude, format.mantissa_bits, reduced.mantissa_bits, 0);
    let is_limited = reduced.exponent_bits < format.exponent_bits;
    let ranged = if is_limited { limit_exponent(rounded, format, reduced) } else { rounded };
    with_sign_or_nan(bits, ranged, format, reduced)
}

/// In f32, where a narrow format's subnormal numbers are normal ones: their last place stays where it is.
fn reduce_narrow<'m, 'ctx>(x: Lanes<'m, 'ctx>, format: Narrow, reduced: Ieee) -> Lanes<'m, 'ctx> {
    let rounded = round_narrow(x.abs(), format, reduced.mantissa_bits).to_bits();
    let is_limited = reduced.exponent_bits < format.exponent_bits;
    let ranged = if is_limited { limit_exponent(rounded, SINGLE, reduced) } else { rounded };
    with_sign_or_nan(x.to_bits(), ranged, SINGLE, reduced).as_float()
}

/// A magnitude with at most so many bits of mantissa, of its format's.
fn round_narrow<'m, 'ctx>(magnitude: Lanes<'m, 'ctx>, format: Narrow, mantissa_bits: u32) -> Lanes<'m, 'ctx> {
    if mantissa_bits >= format.mantissa_bits {
        return magnitude;
    }
    let rebias = (format.bias - SINGLE.bias()) << SINGLE.mantissa_bits;
    let normal = round_mantissa(magnitude.to_bits(), SINGLE.mantissa_bits, mantissa_bits, rebias).as_float();
    // A number whose last place is the step between subnormal numbers.
    let last_place = format.least_exponent - i64::from(mantissa_bits);
    let aligner = ((last_place + i64::from(SINGLE.mantissa_bits)) as f64).exp2();
    let subnormal = (magnitude + aligner) - aligner;
    magnitude.lt((format.least_exponent as f64).exp2()).select(subnormal, normal)
}

/// The sign of `bits` for a magnitude; where they are NaN, infinity if no mantissa bits are left for it.
fn with_sign_or_nan<'m, 'ctx>(
    bits: Lanes<'m, 'ctx>,
    magnitude: Lanes<'m, 'ctx>,
    format: Ieee,
    reduced: Ieee,
) -> Lanes<'m, 'ctx> {
    let original = bits & format.sign_bit().wrapping_sub(1);
    let nan = if reduced.mantissa_bits == 0 { bits.constant(format.infinity()) } else { bits };
    original.gt(format.infinity()).select(nan, magnitude | (bits ^ original))
}

/// Rounds to `to` of `from` mantissa bits, ties to even; a carry goes into the exponent, up to infinity. With no
/// mantissa bits the exponent counts as even or odd as the type stores it: `rebias` is what that adds.
fn round_mantissa<'m, 'ctx>(magnitude: Lanes<'m, 'ctx>, from: u32, to: u32, rebias: i64) -> Lanes<'m, 'ctx> {
    if to >= from {
        return magnitude;
    }
    let dropped = (from - to) as i64;
    let is_odd = (magnitude + rebias).shift_right_logical(dropped) & 1;
    (magnitude + ((1i64 << (dropped - 1)) - 1) + is_odd) & -(1i64 << dropped)
}

fn limit_exponent<'m, 'ctx>(magnitude: Lanes<'m, 'ctx>, format: Ieee, reduced: Ieee) -> Lanes<'m, 'ctx> {
    let exponent_one = 1i64 << format.mantissa_bits;
    let overflow = (format.bias() + reduced.bias() + 1) * exponent_one;
    let smallest = (format.bias() - reduced.bias() + 1) * exponent_one;
    let kept = magnitude.lt(smallest).select(magnitude.constant(0), magnitude);
    magnitude.ge(overflow).select(magnitude.constant(format.infinity()), kept)
}
