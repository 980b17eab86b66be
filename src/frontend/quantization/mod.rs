//! Quantized element types: integers that stand for floating-point numbers, `(i - zero point) * scale`.
//!
//! HLO has none. A quantized array is the array of its integers there, of the storage type; what they stand for is
//! known from MLIR's types while a program is lowered ([`super::lower`]), and goes into the operations around them
//! ([`arithmetic`]). `docs/quantization.md` has the rules.

pub mod arithmetic;
mod read;

pub use read::read;

use crate::hlo::{ArrayLiteral, ElementType};
use std::fmt;

/// What the integers of an array stand for.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantization {
    /// The integers' type.
    pub storage: ElementType,
    /// Least and greatest integer in use.
    pub min: i64,
    pub max: i64,
    /// The type of the numbers that they stand for.
    pub expressed: ElementType,
    /// The dimension whose slices have each a scale and a zero point; none where one pair is for all.
    pub axis: Option<usize>,
    /// Positive and finite, as written: the expressed type rounds them.
    pub scales: Vec<f64>,
    /// The integers that stand for 0, one a scale.
    pub zero_points: Vec<i64>,
}

/// Least and greatest value of an integer type.
pub fn bounds(integer: ElementType) -> (i64, i64) {
    let bits = integer.bit_width() as u32;
    match integer.is_signed_integer() {
        true => (i64::MIN >> (64 - bits), i64::MAX >> (64 - bits)),
        false => (0, i64::MAX >> (63 - bits.min(63))),
    }
}

impl Quantization {
    pub fn is_per_axis(&self) -> bool {
        self.axis.is_some()
    }

    /// Whether 0 stands for 0 everywhere.
    pub fn is_symmetric(&self) -> bool {
        self.zero_points.iter().all(|&point| point == 0)
    }

    /// The scales as constants of a floating-point type: one, or a vector.
    pub fn scale_literal(&self, element_type: ElementType) -> ArrayLiteral {
        let bytes: Vec<Vec<u8>> = self.scales.iter().map(|&scale| element_type.encode_float(scale)).collect();
        self.literal(element_type, &bytes.concat())
    }

    /// The zero points as constants of any type.
    pub fn zero_point_literal(&self, element_type: ElementType) -> ArrayLiteral {
        let bytes: Vec<Vec<u8>> = self.zero_points.iter().map(|&point| element_type.encode_integer(point)).collect();
        self.literal(element_type, &bytes.concat())
    }

    fn literal(&self, element_type: ElementType, bytes: &[u8]) -> ArrayLiteral {
        let dims = if self.is_per_axis() { vec![self.scales.len()] } else { Vec::new() };
        ArrayLiteral::new(element_type, dims, crate::hlo::Bytes::copy_of(bytes))
    }

    /// The same type but for scales and zero points: the specification's `baseline_element_type`.
    pub fn same_baseline(&self, other: &Quantization) -> bool {
        let of = |q: &Quantization| (q.storage, q.min, q.max, q.expressed, q.axis);
        of(self) == of(other)
    }

    /// The greatest magnitude of `i - zero point`.
    pub fn greatest_difference(&self) -> i64 {
        let difference = |&point: &i64| (self.max - point).max(point - self.min);
        self.zero_points.iter().map(difference).max().unwrap_or(0)
    }

    /// Whether an integer that becomes a number of the expressed type and an integer again is always the same, and
    /// the order of the integers is that of the numbers.
    ///
    /// With `u` the rounding error of the expressed type and `d` the greatest difference, a multiplication and a
    /// division by the scale move the difference by `2ud`, and adding the zero point moves the sum `i` by `u|i|`: both
    /// together have to stay under one half. Neither may `d * scale` overflow nor the scale be subnormal.
    pub fn is_lossless(&self) -> bool {
        let Some(limits) = Limits::of(self.expressed) else { return false };
        let difference = self.greatest_difference() as f64;
        let integer = self.min.unsigned_abs().max(self.max.unsigned_abs()) as f64;
        let is_exact = (2.01 * difference + integer) * limits.unit < 0.5;
        let holds = |&scale: &f64| scale >= limits.least_normal && difference * scale <= limits.greatest;
        is_exact && self.scales.iter().all(holds)
    }
}

/// Of a floating-point type: what decides whether scales do their work in it.
pub struct Limits {
    /// Half the distance from 1 to the next number.
    pub unit: f64,
    pub least: f64,
    pub least_normal: f64,
    pub greatest: f64,
}

impl Limits {
    /// None of a type that is no binary floating-point format with signs.
    pub fn of(float: ElementType) -> Option<Limits> {
        let (mantissa_bits, least_exponent, greatest) = match float {
            ElementType::F32 => (23, -126, f64::from(f32::MAX)),
            ElementType::F64 => (52, -1022, f64::MAX),
            _ => {
                let format = float.float_format()?;
                (format.mantissa_bits() as i32, 1 - format.bias(), format.greatest())
            }
        };
        let power = |exponent: i32| 2f64.powi(exponent);
        let least = power(least_exponent) * power(-mantissa_bits);
        Some(Limits { unit: power(-mantissa_bits - 1), least, least_normal: power(least_exponent), greatest })
    }
}

impl fmt::Display for Quantization {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "!quant.uniform<{}", self.storage.mlir_name())?;
        if (self.min, self.max) != bounds(self.storage) {
            write!(f, "<{}:{}>", self.min, self.max)?;
        }
        write!(f, ":{}", self.expressed.mlir_name())?;
        let pair = |(scale, point): (&f64, &i64)| match point {
            0 => format!("{scale}"),
            _ => format!("{scale}:{point}"),
        };
        let pairs: Vec<String> = self.scales.iter().zip(&self.zero_points).map(pair).collect();
        match self.axis {
            Some(axis) => write!(f, ":{axis}, {{{}}}>", pairs.join(", ")),
            None => write!(f, ", {}>", pairs.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ElementType::*;

    fn per_tensor(storage: ElementType, expressed: ElementType, scale: f64, zero_point: i64) -> Quantization {
        let (min, max) = bounds(storage);
        Quantization { storage, min, max, expressed, axis: None, scales: vec![scale], zero_points: vec![zero_point] }
    }

    #[test]
    fn bounds_of_storage_types() {
        assert_eq!(bounds(S2), (-2, 1));
        assert_eq!(bounds(U4), (0, 15));
        assert_eq!(bounds(S8), (-128, 127));
        assert_eq!(bounds(U32), (0, u32::MAX as i64));
    }

    #[test]
    fn text_is_the_specification_s() {
        assert_eq!(per_tensor(S8, F32, 0.1, -30).to_string(), "!quant.uniform<i8:f32, 0.1:-30>");
        let narrow = Quantization { min: -127, ..per_tensor(S8, BF16, 1.0, 0) };
        assert_eq!(narrow.to_string(), "!quant.uniform<i8<-127:127>:bf16, 1>");
        let per_axis = Quantization {
            axis: Some(2),
            scales: vec![0.5, 0.25],
            zero_points: vec![3, 0],
            ..per_tensor(U8, F16, 1.0, 0)
        };
        assert_eq!(per_axis.to_string(), "!quant.uniform<ui8:f16:2, {0.5:3, 0.25}>");
    }

    #[test]
    fn eight_bits_survive_in_f16_and_not_in_bf16() {
        assert!(per_tensor(S8, F32, 0.1, -128).is_lossless());
        assert!(per_tensor(S16, F32, 0.1, 0).is_lossless());
        assert!(!per_tensor(S32, F32, 0.1, 0).is_lossless());
        assert!(per_tensor(S8, F16, 0.1, 0).is_lossless());
        assert!(!per_tensor(S8, BF16, 0.1, 0).is_lossless());
        assert!(per_tensor(S4, BF16, 0.1, 0).is_lossless());
    }

    #[test]
    fn a_scale_that_overflows_or_is_subnormal_loses() {
        assert!(!per_tensor(S8, F32, 1e37, 0).is_lossless());
        assert!(!per_tensor(S8, F32, 1e-39, 0).is_lossless());
    }
}
