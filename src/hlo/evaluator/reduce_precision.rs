//! `reduce-precision`: fewer bits of exponent and mantissa in the same type.

use super::array::collect;
use super::element::{Element, with_float};
use super::elementwise::not_defined;
use super::error::Result;
use crate::hlo::{ArrayLiteral, ElementType, Literal};

pub fn reduce_precision(operand: &ArrayLiteral, exponent_bits: u32, mantissa_bits: u32) -> Result<Literal> {
    let element_type = operand.element_type();
    let source = Exponents::of(element_type).ok_or_else(|| not_defined("reduce-precision", element_type))?;
    let round = |x| round(x, source, exponent_bits, mantissa_bits);
    with_float!(element_type, T => {
        Ok(collect(operand.dims(), operand.elements::<T>().iter().map(|x| T::store(round(x.load())))))
    }, else Err(not_defined("reduce-precision", element_type)))
}

/// How a float type stores exponents.
#[derive(Clone, Copy, Debug)]
pub struct Exponents {
    bits: u32,
    /// What is added to an exponent to store it.
    bias: i32,
    /// Exponent of the smallest numbers that are not subnormal.
    least: i32,
}

impl Exponents {
    /// `None` for a type that is no real float.
    pub fn of(element_type: ElementType) -> Option<Exponents> {
        let bits = exponent_width(element_type)?;
        let bias = element_type.float_format().map_or(exponent_bias(bits), |format| format.bias());
        // Every code of f8e8m0fnu is a normal number.
        let least = if element_type == ElementType::F8E8M0FNU { -bias } else { 1 - bias };
        Some(Exponents { bits, bias, least })
    }
}

/// Bits of exponent in a float type.
fn exponent_width(element_type: ElementType) -> Option<u32> {
    use ElementType::*;
    match element_type {
        F4E2M1FN | F6E2M3FN => Some(2),
        F6E3M2FN | F8E3M4 => Some(3),
        F8E4M3 | F8E4M3B11FNUZ | F8E4M3FN | F8E4M3FNUZ => Some(4),
        F8E5M2 | F8E5M2FNUZ | F16 => Some(5),
        F8E8M0FNU | BF16 | F32 => Some(8),
        F64 => Some(11),
        Pred | S2 | S4 | S8 | S16 | S32 | S64 | U2 | U4 | U8 | U16 | U32 | U64 | C64 | C128 => None,
    }
}

/// Rounds to a number of exponent and mantissa bits as HLO's `reduce-precision` does: overflow gives infinity, and
/// what falls under the smallest normal number of fewer exponent bits than the value's type has gives a zero of the
/// same sign. With no mantissa bits NaN becomes infinity, and ties go to the even stored exponent.
pub fn round(value: f64, source: Exponents, exponent_bits: u32, mantissa_bits: u32) -> f64 {
    if value.is_nan() {
        return if mantissa_bits == 0 { f64::INFINITY } else { value };
    }
    if value == 0.0 || value.is_infinite() {
        return value;
    }
    let rounded = round_mantissa(value, source, mantissa_bits);
    if exponent_bits >= source.bits {
        return rounded;
    }
    match libm::ilogb(rounded) {
        exponent if exponent > exponent_bias(exponent_bits) => f64::INFINITY.copysign(value),
        exponent if exponent <= -exponent_bias(exponent_bits) => 0f64.copysign(value),
        _ => rounded,
    }
}

fn round_mantissa(value: f64, source: Exponents, mantissa_bits: u32) -> f64 {
    let exponent = libm::ilogb(value).max(source.least);
    let is_tie_of_powers = mantissa_bits == 0 && libm::scalbn(value.abs(), -exponent) == 1.5;
    if is_tie_of_powers {
        let is_odd = (exponent + source.bias) % 2 != 0;
        return libm::scalbn(1.0, exponent + i32::from(is_odd)).copysign(value);
    }
    round_to_multiple(value, exponent - mantissa_bits.min(52) as i32)
}

fn exponent_bias(exponent_bits: u32) -> i32 {
    (1 << (exponent_bits - 1)) - 1
}

/// To the nearest multiple of `2^exponent`, ties to even.
fn round_to_multiple(value: f64, exponent: i32) -> f64 {
    libm::scalbn(libm::scalbn(value, -exponent).round_ties_even(), exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn f32_to(value: f64, exponent_bits: u32, mantissa_bits: u32) -> f64 {
        round(value, Exponents::of(ElementType::F32).unwrap(), exponent_bits, mantissa_bits)
    }

    #[test]
    fn reduce_precision_flushes_and_overflows() {
        assert_eq!(f32_to(1.0 + 2f64.powi(-3) + 2f64.powi(-9), 5, 2), 1.25);
        assert_eq!(f32_to(1e6, 5, 10), f64::INFINITY);
        assert_eq!(f32_to(-2f64.powi(-15), 5, 10).to_bits(), (-0f64).to_bits());
        assert_eq!(f32_to(2f64.powi(-14), 5, 10), 2f64.powi(-14));
        assert_eq!(f32_to(f64::NAN, 5, 0), f64::INFINITY);
        // A subnormal keeps its place where the exponent range stays.
        assert_eq!(f32_to(3.0 * 2f64.powi(-137), 8, 10), 2f64.powi(-135));
        let double = Exponents::of(ElementType::F64).unwrap();
        assert_eq!(round(f64::MIN_POSITIVE * 0.75, double, 11, 52), f64::MIN_POSITIVE * 0.75);
    }

    #[test]
    fn ties_between_powers_go_to_even_stored_exponents() {
        // 1 is stored as 127, 2 as 128, 4 as 129.
        assert_eq!([1.5, 3.0, -6.0, 1.49, 3.01].map(|x| f32_to(x, 8, 0)), [2.0, 2.0, -8.0, 1.0, 4.0]);
    }
}
