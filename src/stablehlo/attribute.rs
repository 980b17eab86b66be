//! Attributes of StableHLO operations.

use super::Name;
use super::types::{Element, Tensor, Type};
use crate::hlo::{ArrayLiteral, Bytes, ConvolutionDimensionNumbers, ElementType};
use std::sync::Arc;

/// A value that is part of the program's text.
#[derive(Clone, Debug, PartialEq)]
pub enum Attribute {
    Unit,
    Bool(bool),
    /// `3 : i64`
    Integer(i128, Element),
    /// `0.5 : f32`, by its memory form.
    Float(Vec<u8>, ElementType),
    String(Arc<str>),
    /// `@name`
    Symbol(Arc<str>),
    Type(Type),
    Array(Vec<Attribute>),
    Dictionary(Vec<(Name, Attribute)>),
    /// `array<i64: 0, 1>`
    Integers(Vec<i64>),
    /// `array<i1: true>`
    Bools(Vec<bool>),
    /// `dense<…> : T`
    Constant(Constant),
    /// `#stablehlo<precision HIGH>`: the enumeration and its word.
    Keyword(&'static str, &'static str),
    /// `#stablehlo.gather<offset_dims = [0]>`: name, and the fields by theirs.
    Structure(&'static str, Vec<(&'static str, Attribute)>),
    /// `#stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>`
    Convolution(Box<ConvolutionDimensionNumbers>),
}

/// A tensor's value: the memory form of all elements, or of the one that fills it.
#[derive(Clone, Debug, PartialEq)]
pub struct Constant {
    pub of_type: Tensor,
    pub is_splat: bool,
    pub bytes: ConstantBytes,
}

/// A constant's memory, which is shared.
#[derive(Clone, Debug)]
pub struct ConstantBytes(pub Bytes);

impl PartialEq for ConstantBytes {
    fn eq(&self, other: &ConstantBytes) -> bool {
        self.0[..] == other.0[..]
    }
}

impl Attribute {
    pub fn i64(value: i64) -> Attribute {
        Attribute::Integer(value.into(), Element::Plain(ElementType::S64))
    }

    pub fn i32(value: i32) -> Attribute {
        Attribute::Integer(value.into(), Element::Plain(ElementType::S32))
    }

    pub fn f32(value: f32) -> Attribute {
        Attribute::Float(value.to_le_bytes().to_vec(), ElementType::F32)
    }

    pub fn f64(value: f64) -> Attribute {
        Attribute::Float(value.to_le_bytes().to_vec(), ElementType::F64)
    }

    pub fn string(text: impl Into<Arc<str>>) -> Attribute {
        Attribute::String(text.into())
    }

    /// Dimensions, sizes and the like.
    pub fn integers(values: &[usize]) -> Attribute {
        Attribute::Integers(values.iter().map(|&value| value as i64).collect())
    }

    /// A matrix of integers of two columns, such as padding.
    pub fn pairs(pairs: &[(i64, i64)]) -> Attribute {
        let bytes: Vec<u8> = pairs.iter().flat_map(|&(a, b)| [a, b]).flat_map(i64::to_le_bytes).collect();
        let of_type = Tensor::of(ElementType::S64, &[pairs.len(), 2]);
        Attribute::Constant(Constant { of_type, is_splat: false, bytes: ConstantBytes(Bytes::copy_of(&bytes)) })
    }

    /// A vector of integers as a constant.
    pub fn vector(values: &[i64]) -> Attribute {
        let literal = ArrayLiteral::from_slice(ElementType::S64, [values.len()], values);
        Attribute::Constant(Constant::from(&literal))
    }
}

impl Constant {
    /// A vector of indices.
    pub fn indices(values: &[i64]) -> Constant {
        let literal = ArrayLiteral::from_slice(ElementType::S64, [values.len()], values);
        let constant = Constant::from(&literal);
        Constant { of_type: Tensor { element: Element::Index, ..constant.of_type }, ..constant }
    }
}

impl From<&ArrayLiteral> for Constant {
    fn from(literal: &ArrayLiteral) -> Constant {
        Constant {
            of_type: Tensor::of(literal.element_type(), literal.dims()),
            is_splat: false,
            bytes: ConstantBytes(literal.bytes().clone()),
        }
    }
}
