//! Literals: elements in the order of a layout, in one of many lists.

use crate::hlo::{AlignedBytes, ArrayLiteral, ArrayShape, ElementType, Layout, Literal};
use crate::proto::damage::{Damage, InField, Outcome, required};
use crate::proto::messages::{LiteralProto, ShapeProto};
use crate::proto::names;
use crate::proto::reorder::reordered;
use bytemuck::cast_slice;
use std::borrow::Cow;

/// As in text: arrays are walked recursively.
const MAX_RANK: usize = 64;

/// A value, with its elements in row-major order.
pub fn literal(proto: &LiteralProto) -> Outcome<Literal> {
    let shape = required(&proto.shape, "shape")?;
    match shape.element_type {
        names::TUPLE => {
            let parts = proto.tuple_literals.iter().enumerate();
            let parts = parts.map(|(i, part)| literal(part).in_item("tuple_literals", i));
            Ok(Literal::Tuple(parts.collect::<Outcome<_>>()?))
        }
        names::TOKEN => Ok(Literal::Token),
        _ => array(proto, &array_shape(shape).in_field("shape")?).map(Literal::Array),
    }
}

fn array_shape(proto: &ShapeProto) -> Outcome<ArrayShape> {
    let number = proto.element_type;
    let unknown = || Damage::new(format!("no literal has element type {number}"));
    let element_type = names::element_type(number).ok_or_else(unknown).in_field("element_type")?;
    let sizes: Result<Vec<usize>, _> = proto.dimensions.iter().map(|&size| usize::try_from(size)).collect();
    let negative = |_| Damage::new("expected sizes that are not negative");
    let mut shape = ArrayShape::new(element_type, sizes.map_err(negative).in_field("dimensions")?);
    if shape.rank() > MAX_RANK {
        return Err(Damage::unsupported(format!("arrays of more than {MAX_RANK} dimensions"))).in_field("dimensions");
    }
    let order = proto.layout.as_deref().map_or(&[][..], |layout| &layout.minor_to_major);
    if !order.is_empty() {
        let minor_to_major: Vec<usize> = order.iter().map(|&dim| usize::try_from(dim).unwrap_or(usize::MAX)).collect();
        let mut sorted = minor_to_major.clone();
        sorted.sort_unstable();
        if !sorted.into_iter().eq(0..shape.rank()) {
            let message = format!("expected a layout that orders {} dimensions", shape.rank());
            return Err(Damage::new(message)).in_field("layout.minor_to_major");
        }
        shape.layout = Layout::new(minor_to_major);
    }
    Ok(shape)
}

fn array(proto: &LiteralProto, shape: &ArrayShape) -> Outcome<ArrayLiteral> {
    let elements = elements(proto, shape)?;
    let expected = shape.checked_byte_size();
    if expected != Some(elements.len()) {
        let found = elements.len() / shape.element_type.byte_width();
        return Err(Damage::new(format!("expected the elements of {shape}, found {found}")));
    }
    let row_major = ArrayShape::new(shape.element_type, shape.dims.clone());
    let bytes = match shape.layout.is_row_major() {
        true => AlignedBytes::copy_of(&elements),
        false => reordered(&elements, shape, &row_major),
    };
    Ok(ArrayLiteral::new(shape.element_type, shape.dims.clone(), bytes))
}

/// Elements in their memory form.
fn elements<'p>(proto: &'p LiteralProto, shape: &ArrayShape) -> Outcome<Cow<'p, [u8]>> {
    use ElementType::*;
    let packed = |bytes: &'p [u8]| unpacked(bytes, shape);
    Ok(match shape.element_type {
        Pred => Cow::Owned(proto.preds.iter().map(|&pred| u8::from(pred)).collect()),
        S2 => packed(&proto.s2s),
        S4 => packed(&proto.s4s),
        U2 => packed(&proto.u2s),
        U4 => packed(&proto.u4s),
        F4E2M1FN => packed(&proto.f4e2m1fns),
        F6E2M3FN => packed(&proto.f6e2m3fns),
        F6E3M2FN => packed(&proto.f6e3m2fns),
        S8 => Cow::Borrowed(&proto.s8s),
        U8 => Cow::Borrowed(&proto.u8s),
        S16 => Cow::Borrowed(&proto.s16s),
        U16 => Cow::Borrowed(&proto.u16s),
        S32 => Cow::Borrowed(cast_slice(&proto.s32s)),
        S64 => Cow::Borrowed(cast_slice(&proto.s64s)),
        U32 => Cow::Borrowed(cast_slice(&proto.u32s)),
        U64 => Cow::Borrowed(cast_slice(&proto.u64s)),
        F8E3M4 => Cow::Borrowed(&proto.f8e3m4s),
        F8E4M3 => Cow::Borrowed(&proto.f8e4m3s),
        F8E4M3B11FNUZ => Cow::Borrowed(&proto.f8e4m3b11fnuzs),
        F8E4M3FN => Cow::Borrowed(&proto.f8e4m3fns),
        F8E4M3FNUZ => Cow::Borrowed(&proto.f8e4m3fnuzs),
        F8E5M2 => Cow::Borrowed(&proto.f8e5m2s),
        F8E5M2FNUZ => Cow::Borrowed(&proto.f8e5m2fnuzs),
        F8E8M0FNU => Cow::Borrowed(&proto.f8e8m0fnus),
        F16 => Cow::Borrowed(&proto.f16s),
        BF16 => Cow::Borrowed(&proto.bf16s),
        F32 => Cow::Borrowed(cast_slice(&proto.f32s)),
        F64 => Cow::Borrowed(cast_slice(&proto.f64s)),
        C64 => Cow::Borrowed(cast_slice(&proto.c64s)),
        C128 => Cow::Borrowed(cast_slice(&proto.c128s)),
    })
}

/// A byte an element, of which the lowest bits count; or as many in a byte as fit, the first lowest.
fn unpacked<'p>(bytes: &'p [u8], shape: &ArrayShape) -> Cow<'p, [u8]> {
    let bits = shape.element_type.bit_width();
    let in_byte = 8 / bits;
    let count = shape.checked_byte_size().unwrap_or(0);
    let is_packed = bytes.len() < count && bytes.len() == count.div_ceil(in_byte);
    let in_byte = if is_packed { in_byte } else { 1 };
    let codes = bytes.iter().flat_map(|byte| (0..in_byte).map(move |i| byte >> (i * bits)));
    let codes = codes.take(if is_packed { count } else { usize::MAX });
    Cow::Owned(codes.map(|code| shape.element_type.canonical_byte(code)).collect())
}
