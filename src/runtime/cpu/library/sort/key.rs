//! Sort keys as unsigned integers of the same order.

use crate::codegen::spec::{FloatOrder, SortKey};
use crate::hlo::ElementType;

/// How an element's bits become a key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct KeyCode {
    /// Bits of the element in memory.
    pub bits: u32,
    kind: Kind,
    descending: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Unsigned,
    Signed,
    /// Sign and magnitude, in totalOrder.
    Float,
    /// With this infinity: what lies above it is NaN. Zeros are equal, NaNs are equal and last.
    JaxFloat {
        infinity: u64,
    },
}

impl KeyCode {
    /// The code of a key; `None` for types that have none.
    pub(super) fn new(element_type: ElementType, key: &SortKey) -> Option<KeyCode> {
        use ElementType::*;
        let infinity = match element_type {
            F16 => Some(0x7c00),
            BF16 => Some(0x7f80),
            F32 => Some(0x7f80_0000),
            F64 => Some(0x7ff0_0000_0000_0000),
            _ => None,
        };
        let kind = match (infinity, key.floats) {
            (Some(_), FloatOrder::Total) => Kind::Float,
            (Some(infinity), FloatOrder::EqualZerosAndNans) => Kind::JaxFloat { infinity },
            (None, _) if element_type == Pred || element_type.is_unsigned_integer() => Kind::Unsigned,
            (None, _) if element_type.is_signed_integer() => Kind::Signed,
            (None, _) => return None,
        };
        Some(KeyCode { bits: 8 * element_type.byte_width() as u32, kind, descending: key.descending })
    }

    fn sign(self) -> u64 {
        1 << (self.bits - 1)
    }

    fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits)
    }

    /// Bits that change in every element of an exact code, and those that change as well in negative ones. Without a branch, so that
    /// loops over keys become vector instructions.
    #[inline(always)]
    pub(super) fn flips(self) -> (u64, u64) {
        let (always, negative) = match self.kind {
            Kind::Unsigned => (0, 0),
            Kind::Signed => (self.sign(), 0),
            Kind::Float | Kind::JaxFloat { .. } => (self.sign(), self.mask() & !self.sign()),
        };
        (if self.descending { always ^ self.mask() } else { always }, negative)
    }

    /// All ones where the highest bit is set.
    #[inline(always)]
    fn spread_sign(self, element: u64) -> u64 {
        0u64.wrapping_sub(element >> (self.bits - 1) & 1)
    }

    /// The key of an element.
    #[inline(always)]
    pub(super) fn encode(self, element: u64) -> u64 {
        let (always, negative) = self.flips();
        let element = match self.kind {
            Kind::JaxFloat { infinity } => {
                let magnitude = element & !self.sign();
                let number = if magnitude == 0 { 0 } else { element };
                if magnitude > infinity { self.mask() & !self.sign() } else { number }
            }
            Kind::Unsigned | Kind::Signed | Kind::Float => element,
        };
        element ^ always ^ (self.spread_sign(element) & negative)
    }

    /// Whether different elements have different keys, so that keys can be turned back.
    pub(super) fn is_exact(self) -> bool {
        !matches!(self.kind, Kind::JaxFloat { .. })
    }

    /// The code that tells all elements apart, and otherwise agrees.
    pub(super) fn exact(self) -> KeyCode {
        match self.kind {
            Kind::JaxFloat { .. } => KeyCode { kind: Kind::Float, ..self },
            Kind::Unsigned | Kind::Signed | Kind::Float => self,
        }
    }

    /// The element of a key, for exact codes.
    #[inline(always)]
    pub(super) fn decode(self, key: u64) -> u64 {
        let (always, negative) = self.flips();
        let flipped = key ^ always;
        // The element's sign is among the bits that always change.
        flipped ^ (self.spread_sign(flipped) & negative)
    }

    /// Whether an element is a NaN or a negative zero that its key does not show.
    #[inline(always)]
    pub(super) fn is_hidden(self, element: u64) -> bool {
        let Kind::JaxFloat { infinity } = self.kind else { return false };
        element == self.sign() || element & !self.sign() > infinity
    }

    /// Whether an element is one of several with the same key.
    #[inline(always)]
    pub(super) fn is_ambiguous(self, element: u64) -> bool {
        let Kind::JaxFloat { infinity } = self.kind else { return false };
        let magnitude = element & !self.sign();
        magnitude == 0 || magnitude > infinity
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(element_type: ElementType, descending: bool, floats: FloatOrder) -> KeyCode {
        KeyCode::new(element_type, &SortKey { operand: 0, descending, floats }).unwrap()
    }

    #[test]
    fn keys_are_in_the_order_of_elements() {
        let floats = [f32::NEG_INFINITY, -1.5, -1e-40, -0.0, 0.0, 1e-40, 2.0, f32::INFINITY, f32::NAN];
        let keys = floats.map(|x| code(ElementType::F32, false, FloatOrder::Total).encode(x.to_bits().into()));
        assert!(keys.is_sorted_by(|a, b| a < b));
        let down = floats.map(|x| code(ElementType::F32, true, FloatOrder::Total).encode(x.to_bits().into()));
        assert!(down.is_sorted_by(|a, b| a > b));
        let signed = [i8::MIN, -1, 0, 1, i8::MAX];
        let keys = signed.map(|x| code(ElementType::S8, false, FloatOrder::Total).encode(x as u8 as u64));
        assert!(keys.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn jax_order_joins_zeros_and_nans() {
        let key = |x: f32| code(ElementType::F32, false, FloatOrder::EqualZerosAndNans).encode(x.to_bits().into());
        assert_eq!(key(-0.0), key(0.0));
        assert_eq!(key(-f32::NAN), key(f32::NAN));
        assert!(key(f32::NAN) > key(f32::INFINITY));
    }

    #[test]
    fn exact_codes_can_be_turned_back() {
        for x in [0u64, 1, 0x7f, 0x80, 0xff] {
            for descending in [false, true] {
                for element_type in [ElementType::S8, ElementType::U8] {
                    let code = code(element_type, descending, FloatOrder::Total);
                    assert_eq!(code.decode(code.encode(x)), x);
                }
                let code = code(ElementType::F16, descending, FloatOrder::Total);
                assert_eq!(code.decode(code.encode(x << 8)), x << 8);
            }
        }
    }
}
