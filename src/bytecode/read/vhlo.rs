//! Attributes of the dialect `vhlo`.

use super::super::cursor::{Cursor, Outcome};
use super::super::vhlo::codes::{WORDS, Words, attribute};
use super::Reader;
use super::elements::constant;
use crate::hlo::ElementType;
use crate::stablehlo::{Attribute, Element, Type};

impl<'b> Reader<'_, 'b> {
    pub fn vhlo_attribute(&mut self, cursor: &mut Cursor<'b>) -> Outcome<Attribute> {
        let code = cursor.varint("an attribute's kind")?;
        if let Some(words) = WORDS.iter().find(|words| words.code == code) {
            return word(words, cursor);
        }
        match code {
            attribute::ARRAY => self.attributes_of_list(cursor).map(Attribute::Array),
            attribute::BOOLEAN => Ok(Attribute::Bool(cursor.varint("a boolean")? != 0)),
            attribute::CUSTOM_CALL_API_VERSION => self.api_version(cursor),
            attribute::DICTIONARY => self.entries(cursor).map(Attribute::Dictionary),
            attribute::FLOAT => self.float(cursor),
            attribute::INTEGER => self.integer(cursor),
            attribute::OUTPUT_OPERAND_ALIAS => alias(cursor),
            attribute::STRING => self.next_text(cursor).map(Attribute::string),
            attribute::TENSOR => self.tensor_value(cursor),
            attribute::TYPE => self.next_type(cursor).map(Attribute::Type),
            attribute::RESULT_ACCURACY => self.result_accuracy(cursor),
            attribute::SUB_AXIS
            | attribute::AXIS_REFERENCE
            | attribute::REPLICA_GROUP_MESH_AXES
            | attribute::MESH_AXIS
            | attribute::MESH => self.mesh_attribute(code, cursor),
            other => Err(self.unknown(format_args!("attribute of VHLO's kind {other}"), cursor)),
        }
    }

    fn api_version(&mut self, cursor: &mut Cursor<'b>) -> Outcome<Attribute> {
        let at = *cursor;
        let version = cursor.varint("an API version")?;
        let version = i32::try_from(version).map_err(|_| at.error(format!("expected an API version, found {version}")));
        version.map(Attribute::i32)
    }

    /// The type of an attribute of one number.
    fn number_type(&mut self, cursor: &mut Cursor<'b>) -> Outcome<Element> {
        let at = *cursor;
        match self.next_type(cursor)? {
            Type::Scalar(element) => Ok(element),
            other => Err(at.error(format!("expected a type of numbers, found {other}"))),
        }
    }

    pub fn float(&mut self, cursor: &mut Cursor<'b>) -> Outcome<Attribute> {
        let at = *cursor;
        match self.number_type(cursor)? {
            Element::Plain(element_type) if element_type.is_float() => {
                let bits = cursor.integer(element_type.bit_width())?;
                Ok(Attribute::Float(bits.to_le_bytes()[..element_type.byte_width()].to_vec(), element_type))
            }
            other => Err(at.error(format!("expected a floating-point type, found {other}"))),
        }
    }

    /// An integer; one of a single bit is a boolean.
    pub fn integer(&mut self, cursor: &mut Cursor<'b>) -> Outcome<Attribute> {
        let at = *cursor;
        let element = self.number_type(cursor)?;
        let stored = match &element {
            Element::Index => ElementType::S64,
            Element::Plain(ElementType::Pred) => return Ok(Attribute::Bool(cursor.integer(1)? & 1 == 1)),
            Element::Plain(element_type) if element_type.is_integer() => *element_type,
            other => return Err(at.error(format!("expected an integer type, found {other}"))),
        };
        let bits = stored.bit_width();
        let value = cursor.integer(bits)? << (64 - bits);
        let value = match stored.is_unsigned_integer() {
            true => i128::from(value >> (64 - bits)),
            false => i128::from(value as i64 >> (64 - bits)),
        };
        Ok(Attribute::Integer(value, element))
    }

    fn tensor_value(&mut self, cursor: &mut Cursor<'b>) -> Outcome<Attribute> {
        let at = *cursor;
        let of_type = self.next_type(cursor)?;
        let length = cursor.varint("a constant's length")?;
        let bytes = cursor.take(length, "a constant")?;
        match of_type {
            Type::Tensor(tensor) => constant(tensor, bytes, &at).map(Attribute::Constant),
            other => Err(at.error(format!("expected a tensor type, found {other}"))),
        }
    }

    /// How exact a result has to be: kept for those who read the text; ours are as exact whatever is asked for.
    fn result_accuracy(&mut self, cursor: &mut Cursor<'b>) -> Outcome<Attribute> {
        let [atol, rtol] = [cursor.double()?, cursor.double()?].map(Attribute::f64);
        let ulps = Attribute::i64(cursor.signed("a distance in ulps")?);
        let mode = self.next_attribute(cursor)?;
        let fields = vec![("atol", atol), ("rtol", rtol), ("ulps", ulps), ("mode", mode)];
        Ok(Attribute::Structure("result_accuracy", fields))
    }
}

fn word(words: &'static Words, cursor: &mut Cursor) -> Outcome<Attribute> {
    let at = *cursor;
    let number = cursor.varint("a word")?;
    let found = words.words.iter().find(|(code, _)| *code == number);
    let wrong = || at.error(format!("expected a {}, found number {number}", words.name.replace('_', " ")));
    found.map(|(_, word)| Attribute::Keyword(words.name, word)).ok_or_else(wrong)
}

fn alias(cursor: &mut Cursor) -> Outcome<Attribute> {
    let indices = |cursor: &mut Cursor| cursor.list("indices", |cursor| cursor.signed("an index"));
    let output = indices(cursor)?;
    let operand = cursor.signed("an operand's number")?;
    let operand_indices = indices(cursor)?;
    let fields = vec![
        ("output_tuple_indices", Attribute::Integers(output)),
        ("operand_index", Attribute::i64(operand)),
        ("operand_tuple_indices", Attribute::Integers(operand_indices)),
    ];
    Ok(Attribute::Structure("output_operand_alias", fields))
}
