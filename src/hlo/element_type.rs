//! The element types of HLO arrays.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Declares the types with their names in HLO and StableHLO text, and the bits of information in an element.
macro_rules! element_types {
    ($($name:ident($hlo_name:literal, $mlir_name:literal, $bit_width:literal)),+ $(,)?) => {
        /// Element type of an array, in XLA's naming (`f32`, `pred`, `c64`, …).
        ///
        /// Memory form, on the host as on the CPU device: one element takes [`ElementType::byte_width`] bytes, little
        /// endian. Types under eight bits take a byte each, integers sign- or zero-extended in it; `pred` is 0 or 1.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum ElementType {
            $($name),+
        }

        use ElementType::*;

        impl ElementType {
            /// Every element type, in declaration order.
            pub const ALL: [ElementType; 30] = [$($name),+];

            /// Name in HLO text.
            pub fn hlo_name(self) -> &'static str {
                match self {
                    $($name => $hlo_name),+
                }
            }

            /// Name in StableHLO text (`i1`, `ui8`, `f8E4M3FN`, `complex<f32>`, …).
            pub fn mlir_name(self) -> &'static str {
                match self {
                    $($name => $mlir_name),+
                }
            }

            /// Bits of information in an element.
            pub fn bit_width(self) -> usize {
                match self {
                    $($name => $bit_width),+
                }
            }
        }
    };
}

element_types! {
    Pred("pred", "i1", 1),
    S2("s2", "i2", 2),
    S4("s4", "i4", 4),
    S8("s8", "i8", 8),
    S16("s16", "i16", 16),
    S32("s32", "i32", 32),
    S64("s64", "i64", 64),
    U2("u2", "ui2", 2),
    U4("u4", "ui4", 4),
    U8("u8", "ui8", 8),
    U16("u16", "ui16", 16),
    U32("u32", "ui32", 32),
    U64("u64", "ui64", 64),
    F4E2M1FN("f4e2m1fn", "f4E2M1FN", 4),
    F6E2M3FN("f6e2m3fn", "f6E2M3FN", 6),
    F6E3M2FN("f6e3m2fn", "f6E3M2FN", 6),
    F8E3M4("f8e3m4", "f8E3M4", 8),
    F8E4M3("f8e4m3", "f8E4M3", 8),
    F8E4M3B11FNUZ("f8e4m3b11fnuz", "f8E4M3B11FNUZ", 8),
    F8E4M3FN("f8e4m3fn", "f8E4M3FN", 8),
    F8E4M3FNUZ("f8e4m3fnuz", "f8E4M3FNUZ", 8),
    F8E5M2("f8e5m2", "f8E5M2", 8),
    F8E5M2FNUZ("f8e5m2fnuz", "f8E5M2FNUZ", 8),
    F8E8M0FNU("f8e8m0fnu", "f8E8M0FNU", 8),
    F16("f16", "f16", 16),
    BF16("bf16", "bf16", 16),
    F32("f32", "f32", 32),
    F64("f64", "f64", 64),
    C64("c64", "complex<f32>", 64),
    C128("c128", "complex<f64>", 128),
}

impl ElementType {
    /// The type with this HLO name.
    pub fn from_hlo_name(name: &str) -> Option<ElementType> {
        Self::ALL.into_iter().find(|t| t.hlo_name() == name)
    }

    /// The type with this StableHLO name.
    pub fn from_mlir_name(name: &str) -> Option<ElementType> {
        Self::ALL.into_iter().find(|t| t.mlir_name() == name)
    }

    /// Bytes an element takes in memory.
    pub fn byte_width(self) -> usize {
        self.bit_width().div_ceil(8)
    }

    /// Brings elements under eight bits to their memory form, whatever the upper bits were: integers with their sign,
    /// `pred` as 0 or 1.
    pub fn canonicalize(self, bytes: &mut [u8]) {
        if self.bit_width() < 8 {
            bytes.iter_mut().for_each(|byte| *byte = self.canonical_byte(*byte));
        }
    }

    /// The memory form of an element under eight bits; other bytes stay.
    pub fn canonical_byte(self, byte: u8) -> u8 {
        let unused = 8usize.saturating_sub(self.bit_width());
        match self {
            Pred => u8::from(byte != 0),
            _ if self.is_signed_integer() => ((byte << unused) as i8 >> unused) as u8,
            _ => byte << unused >> unused,
        }
    }

    pub fn is_signed_integer(self) -> bool {
        matches!(self, S2 | S4 | S8 | S16 | S32 | S64)
    }

    pub fn is_unsigned_integer(self) -> bool {
        matches!(self, U2 | U4 | U8 | U16 | U32 | U64)
    }

    /// A signed or unsigned integer; `pred` is none.
    pub fn is_integer(self) -> bool {
        self.is_signed_integer() || self.is_unsigned_integer()
    }

    /// A real floating-point type of any width.
    pub fn is_float(self) -> bool {
        !self.is_complex() && !self.is_integer() && self != Pred
    }

    /// A floating-point type of at most eight bits.
    pub fn is_minifloat(self) -> bool {
        self.is_float() && self.bit_width() <= 8
    }

    pub fn is_complex(self) -> bool {
        matches!(self, C64 | C128)
    }

    /// Whether there is a number that adds nothing: not among powers of two.
    pub fn has_zero(self) -> bool {
        self != F8E8M0FNU
    }

    /// Whether NaNs come in both signs.
    pub fn has_negative_nan(self) -> bool {
        self.is_float() && !matches!(self, F8E4M3B11FNUZ | F8E4M3FNUZ | F8E5M2FNUZ | F8E8M0FNU)
    }

    /// Whether NaNs carry bits besides their sign.
    pub fn has_nan_payload(self) -> bool {
        self.is_float() && (!self.is_minifloat() || matches!(self, F8E3M4 | F8E4M3 | F8E5M2))
    }

    /// The unsigned integer with room for the bits of a number, or of a part of the widest complex one.
    pub fn bits_type(self) -> ElementType {
        match self.byte_width() {
            1 => U8,
            2 => U16,
            4 => U32,
            _ => U64,
        }
    }

    /// The type of a complex number's parts; any other type is its own part.
    pub fn real_part(self) -> ElementType {
        match self {
            C64 => F32,
            C128 => F64,
            other => other,
        }
    }

    /// The type that sums and products of many elements are kept in. Narrow floats have theirs in `f32`: the order of
    /// rounding is the implementation's, and this is the best one. Products of `f8e8m0fnu` fall under that range.
    pub fn accumulator(self) -> ElementType {
        match self {
            F8E8M0FNU => F64,
            ty if ty.is_float() && ty.bit_width() < 32 => F32,
            ty => ty,
        }
    }

    /// The complex type with parts of this type.
    pub fn complex_of(self) -> Option<ElementType> {
        match self {
            F32 => Some(C64),
            F64 => Some(C128),
            _ => None,
        }
    }
}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.hlo_name())
    }
}
