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
            let which = self.lane_number(ElementType::Pred, minor);
            return Ok(self.combine(&[wide, which], |math, v| complex_piece(&math, [from, to], v[0], v[1])));
        }
        let offset = self.lane_number(from.bits_type(), &minor.times(to.bit_width() as i64));
        Ok(self.combine(&[wide, offset], |math, v| piece(&math, [from, to], v[0], v[1])))
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
        Ok(self.combine(&pieces, |math, v| {
            let reals = |&value: &Value<'ctx>| match value {
                Value::Complex(re, im) => vec![Value::Real(re), Value::Real(im)],
                Value::Real(_) => vec![value],
            };
            let (reals, types) = (v.iter().flat_map(reals).collect::<Vec<_>>(), [from.real_part(), to.real_part()]);
            let (low, high) = reals.split_at(reals.len() / 2);
            match to.is_complex() {
                true => Value::Complex(joined(&math, types, low).real(), joined(&math, types, high).real()),
                false => joined(&math, types, &reals),
            }
        }))
    }

    /// A place as an element of this type.
    fn lane_number(&mut self, ty: ElementType, place: &Affine) -> Computed<'ctx> {
        self.iota(ty, place)
    }
}

/// One part of a complex number as a whole one: complex numbers become complex numbers alone.
fn complex_piece<'ctx>(
    math: &MathBuilder<'_, 'ctx>,
    [from, to]: [ElementType; 2],
    value: Value<'ctx>,
    is_imaginary: Value<'ctx>,
) -> Value<'ctx> {
    let types = [from.real_part(), to.real_part()];
    let parts = value.parts();
    let part = math.select(is_imaginary, Value::Real(parts[1]), Value::Real(parts[0]));
    let half = |at| piece(math, types, part, number(math, types[0].bits_type(), at)).real();
    Value::Complex(half(0), half(types[1].bit_width()))
}

/// The bits of a wide element from an offset on, as a narrow one.
fn piece<'ctx>(
    math: &MathBuilder<'_, 'ctx>,
    [from, to]: [ElementType; 2],
    value: Value<'ctx>,
    offset: Value<'ctx>,
) -> Value<'ctx> {
    let wide = from.bits_type();
    let shifted = math.binary(BinaryOp::ShiftRightLogical, wide, to_bits(math, from, value), offset);
    from_bits(math, wide, to, shifted)
}

fn number<'ctx>(math: &MathBuilder<'_, 'ctx>, ty: ElementType, value: usize) -> Value<'ctx> {
    math.splat_constant(ty, &(value as u64).to_le_bytes()[..ty.byte_width()])
}

/// Narrow elements side by side as a wide one.
fn joined<'ctx>(math: &MathBuilder<'_, 'ctx>, [from, to]: [ElementType; 2], pieces: &[Value<'ctx>]) -> Value<'ctx> {
    let wide = to.bits_type();
    let shifted = |(n, &piece): (usize, &Value<'ctx>)| {
        let bits = math.convert(from.bits_type(), wide, to_bits(math, from, piece));
        let mask = math.splat_constant(wide, &mask_bytes(from.bit_width(), wide.byte_width()));
        let clean = math.binary(BinaryOp::And, wide, bits, mask);
        math.binary(BinaryOp::ShiftLeft, wide, clean, number(math, wide, n * from.bit_width()))
    };
    let all = pieces.iter().enumerate().map(shifted).collect::<Vec<_>>();
    let joined = all.into_iter().reduce(|a, b| math.binary(BinaryOp::Or, wide, a, b));
    from_bits(math, wide, to, joined.expect("a wide element has pieces"))
}

fn to_bits<'ctx>(math: &MathBuilder<'_, 'ctx>, ty: ElementType, value: Value<'ctx>) -> Value<'ctx> {
    match ty.bit_width() == ty.bits_type().bit_width() {
        true => math.bitcast_convert(ty, ty.bits_type(), value),
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
    math.bitcast_convert(to.bits_type(), to, math.convert(bits, to.bits_type(), value))
}

fn mask_bytes(bits: usize, width: usize) -> Vec<u8> {
    let mask = if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
    mask.to_le_bytes()[..width].to_vec()
}
