//! Elements as numbers: the bytes of a value in each element type, and back.

use super::ElementType;
use super::float_format::{FloatFormat, e8m0};
use super::literal::ArrayLiteral;

impl ElementType {
    /// Layout of a float under 32 bits; `None` for every other type, and for `f8e8m0fnu`, which is no such float.
    pub fn float_format(self) -> Option<FloatFormat> {
        match self {
            ElementType::F4E2M1FN => Some(FloatFormat::F4E2M1FN),
            ElementType::F6E2M3FN => Some(FloatFormat::F6E2M3FN),
            ElementType::F6E3M2FN => Some(FloatFormat::F6E3M2FN),
            ElementType::F8E3M4 => Some(FloatFormat::F8E3M4),
            ElementType::F8E4M3 => Some(FloatFormat::F8E4M3),
            ElementType::F8E4M3B11FNUZ => Some(FloatFormat::F8E4M3B11FNUZ),
            ElementType::F8E4M3FN => Some(FloatFormat::F8E4M3FN),
            ElementType::F8E4M3FNUZ => Some(FloatFormat::F8E4M3FNUZ),
            ElementType::F8E5M2 => Some(FloatFormat::F8E5M2),
            ElementType::F8E5M2FNUZ => Some(FloatFormat::F8E5M2FNUZ),
            ElementType::F16 => Some(FloatFormat::F16),
            ElementType::BF16 => Some(FloatFormat::BF16),
            ElementType::Pred
            | ElementType::S2
            | ElementType::S4
            | ElementType::S8
            | ElementType::S16
            | ElementType::S32
            | ElementType::S64
            | ElementType::U2
            | ElementType::U4
            | ElementType::U8
            | ElementType::U16
            | ElementType::U32
            | ElementType::U64
            | ElementType::F8E8M0FNU
            | ElementType::F32
            | ElementType::F64
            | ElementType::C64
            | ElementType::C128 => None,
        }
    }

    /// Memory form of an integer, wrapped to the type's width, or of the float nearest to it.
    pub fn encode_integer(self, value: i64) -> Vec<u8> {
        let spare = 64 - self.bit_width().min(64);
        if self.is_signed_integer() {
            ((value << spare) >> spare).to_le_bytes()[..self.byte_width()].to_vec()
        } else if self.is_unsigned_integer() {
            (((value as u64) << spare) >> spare).to_le_bytes()[..self.byte_width()].to_vec()
        } else if self == ElementType::Pred {
            vec![u8::from(value != 0)]
        } else {
            self.encode_float(value as f64)
        }
    }

    /// Memory form of the element nearest to a number: integers saturate, a complex number gets no imaginary part.
    pub fn encode_float(self, value: f64) -> Vec<u8> {
        if let Some(format) = self.float_format() {
            return format.encode(value).to_le_bytes()[..self.byte_width()].to_vec();
        }
        match self {
            ElementType::F8E8M0FNU => vec![e8m0::encode(value)],
            ElementType::F32 => (value as f32).to_le_bytes().to_vec(),
            ElementType::F64 => value.to_le_bytes().to_vec(),
            ElementType::C64 => [value as f32, 0.0].map(f32::to_le_bytes).concat(),
            ElementType::C128 => [value, 0.0].map(f64::to_le_bytes).concat(),
            ElementType::U64 => (value as u64).to_le_bytes().to_vec(),
            integer => integer.encode_integer(integer.saturate(value)),
        }
    }

    fn saturate(self, value: f64) -> i64 {
        let bits = self.bit_width() as u32;
        let value = value as i64;
        if self == ElementType::Pred {
            i64::from(value != 0)
        } else if self.is_signed_integer() {
            value.clamp(i64::MIN >> (64 - bits), i64::MAX >> (64 - bits))
        } else {
            value.clamp(0, (1 << bits.min(62)) - 1)
        }
    }

    /// The number behind an element's bytes; the real part of a complex one.
    pub fn decode_float(self, bytes: &[u8]) -> f64 {
        let raw = little_endian(bytes);
        if let Some(format) = self.float_format() {
            return format.decode(raw as u16);
        }
        match self {
            ElementType::F8E8M0FNU => e8m0::decode(raw as u8),
            ElementType::F32 => f64::from(f32::from_bits(raw as u32)),
            ElementType::F64 => f64::from_bits(raw),
            ElementType::C64 => ElementType::F32.decode_float(&bytes[..4]),
            ElementType::C128 => ElementType::F64.decode_float(&bytes[..8]),
            integer => integer.decode_integer(bytes) as f64,
        }
    }

    /// The integer behind an element's bytes; `pred` gives 0 or 1, floats lose their fraction.
    pub fn decode_integer(self, bytes: &[u8]) -> i128 {
        let raw = little_endian(bytes);
        if self.is_signed_integer() {
            let spare = 64 - 8 * bytes.len() as u32;
            i128::from(((raw << spare) as i64) >> spare)
        } else if self.is_unsigned_integer() || self == ElementType::Pred {
            i128::from(raw)
        } else {
            self.decode_float(bytes) as i128
        }
    }

    /// Memory form of the least value, -inf where there is one: what a maximum starts from.
    ///
    /// Complex numbers have no order; theirs is that of the real part.
    pub fn least(self) -> Vec<u8> {
        if self.is_signed_integer() {
            self.encode_integer(i64::MIN >> (64 - self.bit_width()))
        } else if self == ElementType::F8E8M0FNU {
            vec![0]
        } else if self.is_float() || self.is_complex() {
            self.encode_extreme(f64::NEG_INFINITY)
        } else {
            self.encode_integer(0)
        }
    }

    /// Memory form of the greatest value, inf where there is one: what a minimum starts from.
    pub fn greatest(self) -> Vec<u8> {
        if self.is_signed_integer() {
            self.encode_integer(i64::MAX >> (64 - self.bit_width()))
        } else if self == ElementType::F8E8M0FNU {
            vec![0xFE]
        } else if self.is_float() || self.is_complex() {
            self.encode_extreme(f64::INFINITY)
        } else {
            self.encode_integer(-1)
        }
    }

    /// An infinity, or the largest number of that sign in a format without infinities.
    fn encode_extreme(self, infinity: f64) -> Vec<u8> {
        match self.float_format() {
            Some(format) => format.extreme(infinity.is_sign_negative()).to_le_bytes()[..self.byte_width()].to_vec(),
            None => self.encode_float(infinity),
        }
    }
}

fn little_endian(bytes: &[u8]) -> u64 {
    bytes.iter().take(8).rev().fold(0, |value, &byte| value << 8 | u64::from(byte))
}

impl ArrayLiteral {
    /// A scalar of the element nearest to a number.
    pub fn scalar_float(element_type: ElementType, value: f64) -> ArrayLiteral {
        ArrayLiteral::from_slice(element_type, [], &element_type.encode_float(value))
    }

    /// A scalar of an integer, wrapped to the type's width.
    pub fn scalar_integer(element_type: ElementType, value: i64) -> ArrayLiteral {
        ArrayLiteral::from_slice(element_type, [], &element_type.encode_integer(value))
    }

    /// A scalar of the least value of a type.
    pub fn scalar_least(element_type: ElementType) -> ArrayLiteral {
        ArrayLiteral::from_slice(element_type, [], &element_type.least())
    }

    /// A scalar of the greatest value of a type.
    pub fn scalar_greatest(element_type: ElementType) -> ArrayLiteral {
        ArrayLiteral::from_slice(element_type, [], &element_type.greatest())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_wrap_and_floats_saturate() {
        assert_eq!(ElementType::S4.encode_integer(9), [0xF9]);
        assert_eq!(ElementType::U4.encode_integer(-1), [0x0F]);
        assert_eq!(ElementType::S8.encode_float(300.0), [127]);
        assert_eq!(ElementType::U8.encode_float(-3.0), [0]);
        assert_eq!(ElementType::U64.encode_float(1e30), [0xFF; 8]);
        assert_eq!(ElementType::U32.encode_float(1e30), [0xFF; 4]);
        assert_eq!(ElementType::Pred.encode_float(2.0), [1]);
    }

    #[test]
    fn small_numbers_survive_in_every_type() {
        for element_type in ElementType::ALL {
            let one = element_type.encode_integer(1);
            assert_eq!(one.len(), element_type.byte_width(), "{element_type}");
            assert_eq!(element_type.decode_float(&one), 1.0, "{element_type}");
            assert_eq!(element_type.decode_integer(&one), 1, "{element_type}");
        }
    }

    #[test]
    fn extremes_bound_every_type() {
        assert_eq!(ElementType::S2.decode_integer(&ElementType::S2.least()), -2);
        assert_eq!(ElementType::U2.decode_integer(&ElementType::U2.greatest()), 3);
        assert_eq!(ElementType::BF16.decode_float(&ElementType::BF16.least()), f64::NEG_INFINITY);
        assert_eq!(ElementType::F8E4M3FN.decode_float(&ElementType::F8E4M3FN.greatest()), 448.0);
        assert_eq!(ElementType::F8E4M3FNUZ.decode_float(&ElementType::F8E4M3FNUZ.least()), -240.0);
    }
}
