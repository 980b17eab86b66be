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
}

impl<'ctx> MathBuilder<'_, 'ctx> {
    /// Rounds to a format of `exponent_bits` and `mantissa_bits` and back: to nearest even, overflow to infinity,
    /// what would be subnormal to a zero of its sign. NaN stays NaN.
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
            (None, _) => {
                let single = Ieee { exponent_bits: 8, mantissa_bits: 23 };
                let wide = reduce(self.widen(ty, x).to_bits(), single, reduced).as_float();
                self.narrow(ty, wide).raw
            }
        })
    }
}

fn reduce<'m, 'ctx>(bits: Lanes<'m, 'ctx>, format: Ieee, reduced: Ieee) -> Lanes<'m, 'ctx> {
    let sign_bit = 1i64 << (format.exponent_bits + format.mantissa_bits);
    let infinity = ((1i64 << format.exponent_bits) - 1) << format.mantissa_bits;
    let magnitude = bits & sign_bit.wrapping_sub(1);
    let sign = bits ^ magnitude;
    let rounded = round_mantissa(magnitude, format.mantissa_bits, reduced.mantissa_bits);
    let ranged = limit_exponent(rounded, format, reduced, infinity);
    magnitude.gt(infinity).select(bits, ranged | sign)
}

/// Rounds to `to` of `from` mantissa bits, ties to even; a carry goes into the exponent, up to infinity.
fn round_mantissa<'m, 'ctx>(magnitude: Lanes<'m, 'ctx>, from: u32, to: u32) -> Lanes<'m, 'ctx> {
    if to >= from {
        return magnitude;
    }
    let dropped = (from - to) as i64;
    let is_odd = magnitude.shift_right_logical(dropped) & 1;
    (magnitude + ((1i64 << (dropped - 1)) - 1) + is_odd) & -(1i64 << dropped)
}

fn limit_exponent<'m, 'ctx>(magnitude: Lanes<'m, 'ctx>, format: Ieee, reduced: Ieee, infinity: i64) -> Lanes<'m, 'ctx> {
    if reduced.exponent_bits >= format.exponent_bits {
        return magnitude;
    }
    let exponent_one = 1i64 << format.mantissa_bits;
    let overflow = (format.bias() + reduced.bias() + 1) * exponent_one;
    let smallest = (format.bias() - reduced.bias() + 1) * exponent_one;
    let kept = magnitude.lt(smallest).select(magnitude.constant(0), magnitude);
    magnitude.ge(overflow).select(magnitude.constant(infinity), kept)
}
