//! Types of the dialect `vhlo`.

use super::super::cursor::{Cursor, Outcome};
use super::super::vhlo::DYNAMIC;
use super::super::vhlo::codes::{attribute, element_type, of_type};
use super::Reader;
use crate::hlo::ElementType;
use crate::stablehlo::{Element, Quantized, Tensor, Type};
use std::sync::Arc;

impl<'b> Reader<'_, 'b> {
    pub fn vhlo_type(&mut self, cursor: &mut Cursor<'b>) -> Outcome<Type> {
        let code = cursor.varint("a type's kind")?;
        if let Some(element) = element_type(code) {
            return Ok(Type::Scalar(Element::Plain(element)));
        }
        Ok(match code {
            of_type::COMPLEX => Type::Scalar(self.complex(cursor)?),
            of_type::FUNCTION => Type::Function(self.types_of_list(cursor)?, self.types_of_list(cursor)?),
            of_type::INDEX => Type::Scalar(Element::Index),
            of_type::TENSOR => Type::Tensor(self.tensor(cursor)?),
            of_type::TENSOR_WITH_ENCODING => self.bounded_tensor(cursor)?,
            of_type::TOKEN => Type::Token,
            of_type::TUPLE => Type::Tuple(self.types_of_list(cursor)?),
            of_type::QUANTIZED => Type::Scalar(self.quantized(cursor)?),
            of_type::UNRANKED => Type::Unranked(self.element(cursor)?),
            of_type::QUANTIZED_PER_AXIS => Type::Scalar(self.quantized_per_axis(cursor)?),
            of_type::NONE => Type::None,
            of_type::TF32 => Type::Scalar(Element::Tf32),
            of_type::BUFFER => Type::Buffer(self.tensor(cursor)?),
            of_type::FUTURE => Type::Future(self.types_of_list(cursor)?),
            other => return Err(self.unknown(format_args!("type of VHLO's kind {other}"), cursor)),
        })
    }

    fn types_of_list(&mut self, cursor: &mut Cursor<'b>) -> Outcome<Vec<Type>> {
        let count = cursor.count("types")?;
        (0..count).map(|_| self.next_type(cursor)).collect()
    }

    fn element(&mut self, cursor: &mut Cursor<'b>) -> Outcome<Element> {
        let at = *cursor;
        match self.next_type(cursor)? {
            Type::Scalar(element) => Ok(element),
            other => Err(at.error(format!("expected an element type, found {other}"))),
        }
    }

    fn plain_element(&mut self, cursor: &mut Cursor<'b>) -> Outcome<ElementType> {
        let at = *cursor;
        match self.element(cursor)? {
            Element::Plain(element_type) => Ok(element_type),
            other => Err(at.error(format!("expected a type of numbers, found {other}"))),
        }
    }

    fn complex(&mut self, cursor: &mut Cursor<'b>) -> Outcome<Element> {
        let at = *cursor;
        let part = self.plain_element(cursor)?;
        let wrong = || at.unsupported(format!("complex numbers of {}", part.mlir_name()));
        part.complex_of().map(Element::Plain).ok_or_else(wrong)
    }

    fn tensor(&mut self, cursor: &mut Cursor<'b>) -> Outcome<Tensor> {
        let dims = sizes(cursor)?;
        Ok(Tensor { dims, element: self.element(cursor)?, bounds: None })
    }

    /// The encoding comes first: bounds of dynamic sizes.
    fn bounded_tensor(&mut self, cursor: &mut Cursor<'b>) -> Outcome<Type> {
        let at = *cursor;
        let index = cursor.varint("an encoding")?;
        let bounds = self.bounds(index, &at)?;
        let tensor = self.tensor(cursor)?;
        if bounds.len() != tensor.dims.len() {
            return Err(at.error(format!("expected {} bounds, found {}", tensor.dims.len(), bounds.len())));
        }
        Ok(Type::Tensor(Tensor { bounds: Some(bounds), ..tensor }))
    }

    fn bounds(&self, index: u64, at: &Cursor<'b>) -> Outcome<Vec<Option<u64>>> {
        let index = self.index(index, self.container.attributes.len(), "attributes", at)?;
        let entry = self.container.attributes[index];
        let mut cursor = self.encoded(entry)?;
        match (entry.dialect, cursor.varint("an attribute's kind")?) {
            ("vhlo", attribute::TYPE_EXTENSIONS) => sizes(&mut cursor),
            (dialect, kind) => {
                Err(at.unsupported(format!("a tensor with an encoding of the dialect {dialect}, kind {kind}")))
            }
        }
    }

    fn quantized(&mut self, cursor: &mut Cursor<'b>) -> Outcome<Element> {
        cursor.varint("flags")?;
        let storage = self.plain_element(cursor)?;
        let expressed = self.plain_element(cursor)?;
        let parameters = vec![(cursor.double()?, cursor.signed("a zero point")?)];
        let storage_range = range(cursor)?;
        Ok(Element::Quantized(Arc::new(Quantized { storage, expressed, storage_range, axis: None, parameters })))
    }

    fn quantized_per_axis(&mut self, cursor: &mut Cursor<'b>) -> Outcome<Element> {
        cursor.varint("flags")?;
        let storage = self.plain_element(cursor)?;
        let expressed = self.plain_element(cursor)?;
        let axis = Some(cursor.varint("an axis")?);
        let storage_range = range(cursor)?;
        let scales = cursor.list("scales", Cursor::double)?;
        let zeros = cursor.list("zero points", |cursor| cursor.signed("a zero point"))?;
        if scales.len() != zeros.len() {
            return Err(cursor.error(format!("expected {} zero points, found {}", scales.len(), zeros.len())));
        }
        let parameters = scales.into_iter().zip(zeros).collect();
        Ok(Element::Quantized(Arc::new(Quantized { storage, expressed, storage_range, axis, parameters })))
    }
}

fn range(cursor: &mut Cursor) -> Outcome<(i64, i64)> {
    Ok((cursor.signed("the least storage value")?, cursor.signed("the greatest storage value")?))
}

fn sizes(cursor: &mut Cursor) -> Outcome<Vec<Option<u64>>> {
    cursor.list("sizes", |cursor| {
        let at = *cursor;
        match cursor.signed("a size")? {
            DYNAMIC => Ok(None),
            size => u64::try_from(size).map(Some).map_err(|_| at.error(format!("expected a size, found {size}"))),
        }
    })
}
