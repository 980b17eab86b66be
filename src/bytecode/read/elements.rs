//! Elements of constants: little-endian bytes, booleans eight to a byte.

use super::super::cursor::{Cursor, Outcome};
use crate::hlo::{Bytes, ElementType};
use crate::stablehlo::{Constant, ConstantBytes, Tensor};

/// One byte that stands for a tensor full of `true`.
pub const ALL_TRUE: u8 = 0xFF;

/// A constant from its bytes. A single element's bytes fill a larger tensor.
pub fn constant(of_type: Tensor, bytes: &[u8], at: &Cursor) -> Outcome<Constant> {
    let Some(element_type) = of_type.element.stored() else {
        return Err(at.error(format!("expected numbers as a constant's elements, found {}", of_type.element)));
    };
    let Some(count) = of_type.element_count() else {
        return Err(at.error(format!("expected a constant of static size, found tensor<{of_type}>")));
    };
    let (bytes, is_splat) = match element_type {
        ElementType::Pred => booleans(count, bytes),
        _ => (bytes.to_vec(), count > 1 && bytes.len() == element_type.byte_width()),
    };
    let elements = if is_splat { 1 } else { count };
    if elements.checked_mul(element_type.byte_width()) != Some(bytes.len()) {
        return Err(at.error(format!("expected the elements of tensor<{of_type}>, found {} bytes", bytes.len())));
    }
    let mut bytes = bytes;
    extend(element_type, &mut bytes);
    // One element says the same either way; StableHLO's printer has no brackets there.
    let is_splat = is_splat || count == 1;
    Ok(Constant { of_type, is_splat, bytes: ConstantBytes(Bytes::copy_of(&bytes)) })
}

/// Booleans as bytes, and whether they are one that fills the tensor. Old writers gave each a byte of its own.
fn booleans(count: usize, bytes: &[u8]) -> (Vec<u8>, bool) {
    let packed = count.div_ceil(8);
    match bytes {
        [ALL_TRUE] if count > 1 => (vec![1], true),
        [0] if count > 8 => (vec![0], true),
        _ if bytes.len() == packed && packed != count => {
            ((0..count).map(|i| bytes[i / 8] >> (i % 8) & 1).collect(), false)
        }
        _ => (bytes.iter().map(|&byte| u8::from(byte != 0)).collect(), count > 1 && bytes.len() == 1),
    }
}

/// Brings elements under eight bits to their memory form.
fn extend(element_type: ElementType, bytes: &mut [u8]) {
    let bits = element_type.bit_width();
    if bits >= 8 || element_type == ElementType::Pred {
        return;
    }
    for byte in bytes {
        let high = *byte << (8 - bits);
        *byte = match element_type.is_signed_integer() {
            true => (high as i8 >> (8 - bits)) as u8,
            false => high >> (8 - bits),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(element_type: ElementType, count: usize, bytes: &[u8]) -> (bool, Vec<u8>) {
        let constant = constant(Tensor::of(element_type, &[count]), bytes, &Cursor::new(&[])).unwrap();
        (constant.is_splat, constant.bytes.0.to_vec())
    }

    #[test]
    fn booleans_lie_eight_to_a_byte() {
        assert_eq!(read(ElementType::Pred, 3, &[0b101]), (false, vec![1, 0, 1]));
        assert_eq!(read(ElementType::Pred, 3, &[0xFF]), (true, vec![1]));
        assert_eq!(read(ElementType::Pred, 20, &[0]), (true, vec![0]));
        assert_eq!(read(ElementType::Pred, 3, &[1, 0, 1]), (false, vec![1, 0, 1]));
        assert_eq!(read(ElementType::Pred, 9, &[0, 1]), (false, vec![0, 0, 0, 0, 0, 0, 0, 0, 1]));
    }

    #[test]
    fn narrow_integers_are_extended() {
        assert_eq!(read(ElementType::S4, 2, &[0x0E, 0x07]), (false, vec![0xFE, 0x07]));
        assert_eq!(read(ElementType::U4, 2, &[0x0E]), (true, vec![0x0E]));
    }

    #[test]
    fn wrong_sizes_are_refused() {
        let tensor = Tensor::of(ElementType::F32, &[3]);
        assert!(constant(tensor, &[0; 8], &Cursor::new(&[])).is_err());
        let huge = Tensor::of(ElementType::F32, &[usize::MAX, 3]);
        assert!(constant(huge, &[0; 8], &Cursor::new(&[])).is_err());
    }
}
