//! Attributes and types of MLIR's own dialect, as far as artifacts hold them.

use super::super::cursor::{Cursor, Outcome};
use super::super::vhlo::codes::{builtin, builtin_type};
use super::Reader;
use crate::hlo::ElementType;
use crate::stablehlo::{Attribute, Element, Name, Type};
use std::sync::Arc;

impl<'b> Reader<'_, 'b> {
    pub fn builtin_attribute(&mut self, cursor: &mut Cursor<'b>) -> Outcome<Attribute> {
        match cursor.varint("an attribute's kind")? {
            builtin::ARRAY => self.attributes_of_list(cursor).map(Attribute::Array),
            builtin::DICTIONARY => self.entries(cursor).map(Attribute::Dictionary),
            builtin::STRING => self.next_text(cursor).map(Attribute::string),
            builtin::SYMBOL => match self.next_attribute(cursor)? {
                Attribute::String(name) => Ok(Attribute::Symbol(name)),
                _ => Err(cursor.error("expected a symbol's name to be a string")),
            },
            builtin::TYPE => self.next_type(cursor).map(Attribute::Type),
            builtin::UNIT => Ok(Attribute::Unit),
            builtin::INTEGER => self.integer(cursor),
            builtin::FLOAT => self.float(cursor),
            other => Err(self.unknown(format_args!("attribute of MLIR's kind {other}"), cursor)),
        }
    }

    pub fn attributes_of_list(&mut self, cursor: &mut Cursor<'b>) -> Outcome<Vec<Attribute>> {
        let count = cursor.count("attributes")?;
        (0..count).map(|_| self.next_attribute(cursor)).collect()
    }

    /// Names and values of a dictionary, but for Shardy's: how devices share the work means nothing to one.
    pub fn entries(&mut self, cursor: &mut Cursor<'b>) -> Outcome<Vec<(Name, Attribute)>> {
        let mut entries = Vec::new();
        for _ in 0..cursor.count("entries of a dictionary")? {
            let name = self.name(cursor)?;
            if name.starts_with("sdy.") {
                cursor.varint("an attribute")?;
            } else {
                entries.push((name.to_string().into(), self.next_attribute(cursor)?));
            }
        }
        Ok(entries)
    }

    /// A string attribute as a name.
    pub fn name(&mut self, cursor: &mut Cursor<'b>) -> Outcome<Arc<str>> {
        let at = *cursor;
        match self.next_attribute(cursor)? {
            Attribute::String(name) => Ok(name),
            _ => Err(at.error("expected a name to be a string")),
        }
    }

    /// Types of numbers: those of the module's attributes, which no dialect versions.
    pub fn builtin_type(&mut self, cursor: &mut Cursor<'b>) -> Outcome<Type> {
        let element = match cursor.varint("a type's kind")? {
            builtin_type::INTEGER => Element::Plain(builtin_integer(cursor)?),
            builtin_type::INDEX => Element::Index,
            builtin_type::BF16 => Element::Plain(ElementType::BF16),
            builtin_type::F16 => Element::Plain(ElementType::F16),
            builtin_type::F32 => Element::Plain(ElementType::F32),
            builtin_type::F64 => Element::Plain(ElementType::F64),
            other => return Err(self.unknown(format_args!("type of MLIR's kind {other}"), cursor)),
        };
        Ok(Type::Scalar(element))
    }
}

/// The width, and in the lowest two bits the signedness: none, signed, unsigned.
fn builtin_integer(cursor: &mut Cursor) -> Outcome<ElementType> {
    const UNSIGNED: u64 = 2;
    let packed = cursor.varint("an integer's width")?;
    let (bits, is_unsigned) = (packed >> 2, packed & 3 == UNSIGNED);
    let fits = |of: &ElementType| match is_unsigned {
        true => of.is_unsigned_integer(),
        false => of.is_signed_integer() || *of == ElementType::Pred,
    };
    let found = ElementType::ALL.into_iter().find(|of| of.bit_width() as u64 == bits && fits(of));
    found.ok_or_else(|| cursor.unsupported(format!("integers of {bits} bits")))
}
