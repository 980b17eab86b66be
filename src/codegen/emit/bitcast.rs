//! `bitcast-convert`: between types of one width, and where the minor dimension appears or vanishes.

use super::affine::{Affine, Index};
use super::evaluate::{Computed, Evaluator, Result};
use crate::codegen::math::{MathBuilder, Value};
use crate::hlo::{BinaryOp, ElementType, InstructionId};

impl<'ctx> Evaluator<'_, 'ctx> {
    pub(super) fn bitcast_convert(&mut self, id: InstructionId, index: &Index) -> Result<Computed<'ctx>> {
        let operand = self.fragment.operand(id, 0);
        let (from, to) = (self.element_type(operand), self.element_type(id));
        match from.bit_width().cmp(&to.bit_width()) {
            std::cmp::Ordering::Equal => {
                let input = self.value(operand, index)?;
                Ok(self.combine(&[input], |math, v| math.bitcast_convert(from, to, v[0])))
            }
            std::cmp::Ordering::Greater => self.bitcast_apart(operand, [from, to], index),
            std::cmp::Ordering::Less => self.bitcast_together(operand, [from, to], index),
        }
    }

    /// One wide element gives several narrow ones: shift the wanted one down.
    fn bitcast_apart(
        &mut self,
        operand: InstructionId,
        [from, to]: [ElementType; 2],
        index: &Index,
    ) -> Result<Computed<'ctx>> {
        let (minor, outer) = index.split_last().expect("the dimension that appears");
        let wide = self.value(operand, &outer.to_vec())?;
        if from.is_complex() {
            return self.complex_part(wide, [from, to], minor);
        }
        let bits = self.lane_number(bits_type(from), &minor.times(to.bit_width() as i64));
        Ok(self.combine(&[wide, bits], |math, v| {
            let all = to_bits(&math, from, v[0]);
            let shifted = math.binary(BinaryOp::ShiftRightLogical, bits_type(from), all, v[1]);
            from_bits(&math, bits_type(from), to, shifted)
        }))
    }

    fn complex_part(
        &mut self,
        wide: Computed<'ctx>,
        [from, to]: [ElementType; 2],
        minor: &Affine,
    ) -> Result<Computed<'ctx>> {
        if from.real_part() != to {
            return Err(self.fragment.unsupported(format!("bitcast-convert of {from} to {to}")));
        }
        let which = self.lane_number(ElementType::Pred, minor);
        Ok(self.combine(&[wide, which], |math, v| {
            let parts = v[0].parts();
            math.select(v[1], Value::Real(parts[1]), Value::Real(parts[0]))
        }))
    }

    /// Several narrow elements give one wide one, the first in the lowest bits.
    fn bitcast_together(
        &mut self,
        operand: InstructionId,
        [from, to]: [ElementType; 2],
        index: &Index,
    ) -> Result<Computed<'ctx>> {
        let count = to.bit_width() / from.bit_width();
        let mut pieces = Vec::new();
        for piece in 0..count {
            let mut source = index.clone();
            source.push(Affine::constant(piece as i64));
            pieces.push(self.value(operand, &source)?);
        }
        if to.is_complex() {
            return Ok(self.combine(&pieces, |_, v| Value::Complex(v[0].real(), v[1].real())));
        }
        Ok(self.combine(&pieces, |math, v| {
            let wide = bits_type(to);
            let shifted = |(n, &piece): (usize, &Value<'ctx>)| {
                let bits = math.convert(bits_type(from), wide, to_bits(&math, from, piece));
                let mask = math.splat_constant(wide, &mask_bytes(from.bit_width(), wide.byte_width()));
                let clean = math.binary(BinaryOp::And, wide, bits, mask);
                let distance = ((n * from.bit_width()) as u64).to_le_bytes();
                let by = math.splat_constant(wide, &distance[..wide.byte_width()]);
                math.binary(BinaryOp::ShiftLeft, wide, clean, by)
            };
            let all = v.iter().enumerate().map(shifted).collect::<Vec<_>>();
            let joined = all.into_iter().reduce(|a, b| math.binary(BinaryOp::Or, wide, a, b));
            from_bits(&math, wide, to, joined.expect("a wide element has pieces"))
        }))
    }

    /// A place as an element of this type.
    fn lane_number(&mut self, ty: ElementType, place: &Affine) -> Computed<'ctx> {
        self.iota(ty, place)
    }
}

/// The unsigned integer with room for the bits of a type.
fn bits_type(ty: ElementType) -> ElementType {
    match ty.byte_width() {
        1 => ElementType::U8,
        2 => ElementType::U16,
        4 => ElementType::U32,
        _ => ElementType::U64,
    }
}

fn to_bits<'ctx>(math: &MathBuilder<'_, 'ctx>, ty: ElementType, value: Value<'ctx>) -> Value<'ctx> {
    match ty.bit_width() == bits_type(ty).bit_width() {
        true => math.bitcast_convert(ty, bits_type(ty), value),
        false if ty == ElementType::Pred => math.convert(ty, ElementType::U8, value),
        false => value,
    }
}

/// The element in the low bits of an unsigned integer of type `bits`.
fn from_bits<'ctx>(
    math: &MathBuilder<'_, 'ctx>,
    bits: ElementType,
    to: ElementType,
    value: Value<'ctx>,
) -> Value<'ctx> {
    if to.bit_width() < 8 {
        // Integers extend as they convert; a narrow float is its bits.
        let narrow = if to.is_integer() { to } else { ElementType::U8 };
        let value = math.convert(bits, narrow, value);
        let mask = math.splat_constant(ElementType::U8, &mask_bytes(to.bit_width(), 1));
        if to.is_integer() {
            return value;
        }
        let masked = math.binary(BinaryOp::And, ElementType::U8, value, mask);
        // A truth value is no byte in a register.
        return if to == ElementType::Pred { math.convert(ElementType::U8, to, masked) } else { masked };
    }
    math.bitcast_convert(bits_type(to), to, math.convert(bits, bits_type(to), value))
}

fn mask_bytes(bits: usize, width: usize) -> Vec<u8> {
    let mask = if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
    mask.to_le_bytes()[..width].to_vec()
}
