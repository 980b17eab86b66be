//! `bitcast-convert`: the same bits under another element type.

use super::error::{EvalError, Result};
use crate::hlo::{AlignedBytes, ArrayLiteral, ArrayShape, ElementType, Literal};

/// Between widths the minor dimension appears or vanishes; its elements are taken from the least significant bits up.
pub fn bitcast_convert(operand: &ArrayLiteral, shape: &ArrayShape) -> Result<Literal> {
    let (from, to) = (operand.element_type(), shape.element_type);
    let (source_bits, result_bits) = (bits_in_memory(from), bits_in_memory(to));
    let total = operand.shape().element_count() * source_bits;
    if total != shape.element_count() * result_bits {
        return Err(EvalError::failed(format!("bitcast-convert of {} to {shape} changes the size", operand.shape())));
    }
    if source_bits % 8 == 0 && result_bits % 8 == 0 {
        return Ok(ArrayLiteral::new(to, shape.dims.clone(), operand.bytes().clone()).into());
    }
    let mut bytes = AlignedBytes::zeroed(shape.byte_size());
    for bit in 0..total {
        let source = operand.element_bytes(bit / source_bits);
        let value = bit_of(source, bit % source_bits);
        let (element, place) = (bit / result_bits, bit % result_bits);
        bytes[element * to.byte_width() + place / 8] |= value << (place % 8);
    }
    extend_signs(to, &mut bytes);
    Ok(ArrayLiteral::new(to, shape.dims.clone(), bytes).into())
}

/// A pred counts as the byte it takes.
fn bits_in_memory(element_type: ElementType) -> usize {
    if element_type == ElementType::Pred { 8 } else { element_type.bit_width() }
}

fn bit_of(bytes: &[u8], place: usize) -> u8 {
    bytes[place / 8] >> (place % 8) & 1
}

/// Signed types under a byte are kept sign-extended.
fn extend_signs(element_type: ElementType, bytes: &mut [u8]) {
    let bits = element_type.bit_width();
    if element_type.is_signed_integer() && bits < 8 {
        for byte in bytes {
            *byte = (((*byte << (8 - bits)) as i8) >> (8 - bits)) as u8;
        }
    }
}
