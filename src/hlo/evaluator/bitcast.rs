//! `bitcast-convert`: the same bits under another element type.

use super::error::{EvalError, Result};
use crate::hlo::{AlignedBytes, ArrayLiteral, ArrayShape, ElementType, Literal};

/// Between widths the minor dimension appears or vanishes; its elements are taken from the least significant bits up.
/// A pred is one bit, or the byte that it takes where the sizes say so.
pub fn bitcast_convert(operand: &ArrayLiteral, shape: &ArrayShape) -> Result<Literal> {
    let (from, to) = (operand.element_type(), shape.element_type);
    let total = |pred_bits: usize, shape: &ArrayShape| bits(shape.element_type, pred_bits) * shape.element_count();
    let fits = |&pred_bits: &usize| total(pred_bits, operand.shape()) == total(pred_bits, shape);
    let Some(pred_bits) = [1, 8].into_iter().find(fits) else {
        return Err(EvalError::failed(format!("bitcast-convert of {} to {shape} changes the size", operand.shape())));
    };
    let (source_bits, result_bits) = (bits(from, pred_bits), bits(to, pred_bits));
    if source_bits % 8 == 0 && result_bits % 8 == 0 && to != ElementType::Pred {
        return Ok(ArrayLiteral::new(to, shape.dims.clone(), operand.bytes().clone()).into());
    }
    let mut bytes = AlignedBytes::zeroed(shape.byte_size());
    for bit in 0..total(pred_bits, shape) {
        let source = operand.element_bytes(bit / source_bits);
        let value = bit_of(source, bit % source_bits);
        let (element, place) = (bit / result_bits, bit % result_bits);
        bytes[element * to.byte_width() + place / 8] |= value << (place % 8);
    }
    extend_signs(to, &mut bytes);
    Ok(ArrayLiteral::new(to, shape.dims.clone(), bytes).into())
}

fn bits(element_type: ElementType, pred_bits: usize) -> usize {
    if element_type == ElementType::Pred { pred_bits } else { element_type.bit_width() }
}

fn bit_of(bytes: &[u8], place: usize) -> u8 {
    bytes[place / 8] >> (place % 8) & 1
}

/// Signed types under a byte are kept sign-extended, a pred is 0 or 1.
fn extend_signs(element_type: ElementType, bytes: &mut [u8]) {
    let bits = element_type.bit_width();
    if element_type == ElementType::Pred {
        bytes.iter_mut().for_each(|byte| *byte = u8::from(*byte != 0));
    } else if element_type.is_signed_integer() && bits < 8 {
        for byte in bytes {
            *byte = (((*byte << (8 - bits)) as i8) >> (8 - bits)) as u8;
        }
    }
}
