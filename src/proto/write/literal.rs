//! Literals as protos.

use super::shape::shape_proto;
use crate::hlo::{ArrayLiteral, ElementType, Literal, Shape};
use crate::proto::messages::{LiteralProto, ShapeProto};
use crate::proto::reorder::reordered;

/// A constant's value, in the order of the layout that its shape has.
pub fn literal_proto(literal: &Literal, shape: &Shape) -> LiteralProto {
    let mut out = LiteralProto { shape: Some(shape_of_elements(shape)), ..LiteralProto::default() };
    match (literal, shape) {
        (Literal::Array(array), Shape::Array(shape)) if !shape.layout.is_row_major() => {
            let bytes = reordered(array.bytes(), array.shape(), shape);
            set_elements(&ArrayLiteral::new(array.element_type(), array.dims(), bytes), &mut out);
        }
        (Literal::Array(array), _) => set_elements(array, &mut out),
        (Literal::Tuple(parts), Shape::Tuple(shapes)) => {
            out.tuple_literals = parts.iter().zip(shapes).map(|(part, shape)| literal_proto(part, shape)).collect();
        }
        (Literal::Tuple(_) | Literal::Token, _) => {}
    }
    out
}

/// Elements have a byte at least, however small the layout says that they are.
fn shape_of_elements(shape: &Shape) -> ShapeProto {
    let mut proto = shape_proto(shape);
    if let Some(layout) = &mut proto.layout {
        layout.element_size_in_bits = 0;
    }
    proto
}

fn set_elements(array: &ArrayLiteral, out: &mut LiteralProto) {
    use ElementType::*;
    let bytes = array.bytes().to_vec();
    match array.element_type() {
        Pred => out.preds = bytes.into_iter().map(|byte| byte != 0).collect(),
        S2 => out.s2s = bytes,
        S4 => out.s4s = bytes,
        S8 => out.s8s = bytes,
        S16 => out.s16s = bytes,
        S32 => out.s32s = array.elements().to_vec(),
        S64 => out.s64s = array.elements().to_vec(),
        U2 => out.u2s = bytes,
        U4 => out.u4s = bytes,
        U8 => out.u8s = bytes,
        U16 => out.u16s = bytes,
        U32 => out.u32s = array.elements().to_vec(),
        U64 => out.u64s = array.elements().to_vec(),
        F4E2M1FN => out.f4e2m1fns = bytes,
        F6E2M3FN => out.f6e2m3fns = bytes,
        F6E3M2FN => out.f6e3m2fns = bytes,
        F8E3M4 => out.f8e3m4s = bytes,
        F8E4M3 => out.f8e4m3s = bytes,
        F8E4M3B11FNUZ => out.f8e4m3b11fnuzs = bytes,
        F8E4M3FN => out.f8e4m3fns = bytes,
        F8E4M3FNUZ => out.f8e4m3fnuzs = bytes,
        F8E5M2 => out.f8e5m2s = bytes,
        F8E5M2FNUZ => out.f8e5m2fnuzs = bytes,
        F8E8M0FNU => out.f8e8m0fnus = bytes,
        F16 => out.f16s = bytes,
        BF16 => out.bf16s = bytes,
        F32 => out.f32s = array.elements().to_vec(),
        F64 => out.f64s = array.elements().to_vec(),
        C64 => out.c64s = bytemuck::cast_slice(array.bytes()).to_vec(),
        C128 => out.c128s = bytemuck::cast_slice(array.bytes()).to_vec(),
    }
}
