//! Numbers that passes reason about: an element of a constant, decoded.

use crate::hlo::ElementType;
use half::{bf16, f16};

/// An integer or boolean, or a floating-point number; every value of the types supported here fits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Scalar {
    Integer(i128),
    Float(f64),
}

impl Scalar {
    /// Decodes an element; `None` for complex numbers and floats under 16 bits.
    pub fn from_bytes(element_type: ElementType, bytes: &[u8]) -> Option<Scalar> {
        use ElementType::*;
        Some(match element_type {
            Pred | S2 | S4 | S8 | S16 | S32 | S64 | U2 | U4 | U8 | U16 | U32 | U64 => {
                Scalar::Integer(integer(bytes, element_type.is_signed_integer()))
            }
            F16 => Scalar::Float(f16::from_le_bytes(bytes.try_into().ok()?).to_f64()),
            BF16 => Scalar::Float(bf16::from_le_bytes(bytes.try_into().ok()?).to_f64()),
            F32 => Scalar::Float(f64::from(f32::from_le_bytes(bytes.try_into().ok()?))),
            F64 => Scalar::Float(f64::from_le_bytes(bytes.try_into().ok()?)),
            F4E2M1FN | F6E2M3FN | F6E3M2FN | F8E3M4 | F8E4M3 | F8E4M3B11FNUZ | F8E4M3FN | F8E4M3FNUZ | F8E5M2
            | F8E5M2FNUZ | F8E8M0FNU | C64 | C128 => return None,
        })
    }

    /// The element's bytes; `None` where the type is not supported or does not hold the number exactly. Integers
    /// wrap.
    pub fn to_bytes(self, element_type: ElementType) -> Option<Vec<u8>> {
        let bytes = match (self, element_type) {
            (Scalar::Integer(value), ElementType::Pred) => vec![u8::from(value != 0)],
            (Scalar::Integer(value), t) if t.is_integer() => wrapped(value, t).to_le_bytes()[..t.byte_width()].to_vec(),
            (Scalar::Float(value), ElementType::F16) => f16::from_f64(value).to_le_bytes().to_vec(),
            (Scalar::Float(value), ElementType::BF16) => bf16::from_f64(value).to_le_bytes().to_vec(),
            (Scalar::Float(value), ElementType::F32) => (value as f32).to_le_bytes().to_vec(),
            (Scalar::Float(value), ElementType::F64) => value.to_le_bytes().to_vec(),
            (Scalar::Integer(_) | Scalar::Float(_), _) => return None,
        };
        let is_exact = match self {
            Scalar::Integer(_) => true,
            Scalar::Float(_) => Scalar::from_bytes(element_type, &bytes)?.is_identical(self),
        };
        is_exact.then_some(bytes)
    }

    /// The number in the domain of an element type: an integer for integers and booleans, else a float.
    pub fn of(element_type: ElementType, value: i32) -> Scalar {
        if element_type.is_float() { Scalar::Float(f64::from(value)) } else { Scalar::Integer(i128::from(value)) }
    }

    /// Equal including the sign of zero; NaN is never.
    pub fn is_identical(self, other: Scalar) -> bool {
        match (self, other) {
            (Scalar::Integer(a), Scalar::Integer(b)) => a == b,
            (Scalar::Float(a), Scalar::Float(b)) => a == b && a.is_sign_negative() == b.is_sign_negative(),
            (Scalar::Integer(_) | Scalar::Float(_), _) => false,
        }
    }

    /// Equal to this small whole number, a float with positive sign where it is zero.
    pub fn is(self, value: i32) -> bool {
        match self {
            Scalar::Integer(a) => a == i128::from(value),
            Scalar::Float(_) => self.is_identical(Scalar::Float(f64::from(value))),
        }
    }

    pub fn is_negative_zero(self) -> bool {
        self.is_identical(Scalar::Float(-0.0))
    }

    pub fn as_integer(self) -> Option<i128> {
        match self {
            Scalar::Integer(value) => Some(value),
            Scalar::Float(_) => None,
        }
    }

    pub fn as_float(self) -> Option<f64> {
        match self {
            Scalar::Float(value) => Some(value),
            Scalar::Integer(_) => None,
        }
    }
}

fn integer(bytes: &[u8], is_signed: bool) -> i128 {
    let is_negative = is_signed && bytes.last().is_some_and(|&top| top >= 0x80);
    let mut wide = [if is_negative { 0xff } else { 0 }; 16];
    wide[..bytes.len()].copy_from_slice(bytes);
    i128::from_le_bytes(wide)
}

/// The value modulo two to the type's width, in the type's range.
pub(super) fn wrapped(value: i128, element_type: ElementType) -> i128 {
    let unused = 128 - element_type.bit_width() as u32;
    let top = value << unused;
    if element_type.is_signed_integer() { top >> unused } else { ((top as u128) >> unused) as i128 }
}

/// The least and the greatest value of an integer type.
pub(super) fn integer_range(element_type: ElementType) -> Option<(i128, i128)> {
    if !element_type.is_integer() {
        return None;
    }
    let greatest = if element_type.is_signed_integer() {
        (1 << (element_type.bit_width() - 1)) - 1
    } else {
        (1 << element_type.bit_width()) - 1
    };
    Some((wrapped(greatest + 1, element_type), greatest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_wrap_to_their_width() {
        assert_eq!(wrapped(200, ElementType::S8), -56);
        assert_eq!(wrapped(-1, ElementType::U4), 15);
        assert_eq!(Scalar::Integer(-3).to_bytes(ElementType::S2), Some(vec![1]));
    }

    #[test]
    fn floats_must_fit() {
        assert_eq!(Scalar::Float(0.1).to_bytes(ElementType::F32), None);
        assert_eq!(Scalar::Float(0.5).to_bytes(ElementType::BF16), Some(vec![0x00, 0x3f]));
    }

    #[test]
    fn zeros_differ() {
        assert!(!Scalar::Float(-0.0).is(0));
        assert!(Scalar::Float(-0.0).is_negative_zero());
    }

    #[test]
    fn elements_round_trip() {
        let bytes = Scalar::Integer(-2).to_bytes(ElementType::S4).expect("fits");
        assert_eq!(Scalar::from_bytes(ElementType::S4, &bytes), Some(Scalar::Integer(-2)));
    }
}
