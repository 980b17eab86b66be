//! Attributes as the dialect `vhlo` numbers them.

use super::super::vhlo::codes::{WORDS, attribute, builtin, builtin_type};
use super::Writer;
use super::encoder::Encoder;
use crate::hlo::{Bytes, Diagnostic, ElementType};
use crate::stablehlo::{Attribute, Constant, ConstantBytes, Element, Name, Tensor, Type};

type Outcome<T> = Result<T, Diagnostic>;

impl Writer<'_> {
    /// The number of an attribute.
    pub fn attribute(&mut self, value: &Attribute) -> Outcome<u64> {
        let mut out = Encoder::default();
        match value {
            Attribute::Unit => boolean(true, &mut out),
            Attribute::Bool(flag) => boolean(*flag, &mut out),
            Attribute::Integer(value, element) => self.integer(*value, element, &mut out)?,
            Attribute::Float(bytes, of_type) => {
                out.varint(attribute::FLOAT);
                out.varint(self.of_type(&Type::Scalar(Element::Plain(*of_type)))?);
                let bits = bytes.iter().rev().fold(0u64, |bits, &byte| bits << 8 | u64::from(byte));
                out.integer(bits, of_type.bit_width());
            }
            Attribute::String(text) | Attribute::Symbol(text) => {
                out.varint(attribute::STRING);
                out.varint(self.tables.string(text));
            }
            Attribute::Type(of) => {
                out.varint(attribute::TYPE);
                out.varint(self.of_type(of)?);
            }
            Attribute::Array(items) => {
                out.varint(attribute::ARRAY);
                let numbers = items.iter().map(|item| self.attribute(item)).collect::<Outcome<Vec<u64>>>()?;
                out.list(numbers.into_iter());
            }
            Attribute::Dictionary(entries) => self.dictionary(entries, &mut out)?,
            Attribute::Integers(items) => return self.attribute(&vector(items)),
            Attribute::Bools(items) => return self.attribute(&flags(items)),
            Attribute::Constant(constant) => self.constant(constant, &mut out)?,
            Attribute::Keyword(of, word) => keyword(of, word, &mut out)?,
            Attribute::Structure(of, fields) => self.structure(of, fields, &mut out)?,
            Attribute::Convolution(_) => return Err(foreign("conv")),
        }
        Ok(self.tables.attribute("vhlo", out))
    }

    fn integer(&mut self, value: i128, element: &Element, out: &mut Encoder) -> Outcome<()> {
        let stored = element.stored().unwrap_or(ElementType::S64);
        let bits = stored.bit_width();
        if bits < 4 {
            return Err(foreign(stored.mlir_name()));
        }
        out.varint(attribute::INTEGER);
        out.varint(self.of_type(&Type::Scalar(element.clone()))?);
        out.integer(value as u64 & (u64::MAX >> (64 - bits)), bits);
        Ok(())
    }

    fn dictionary(&mut self, entries: &[(Name, Attribute)], out: &mut Encoder) -> Outcome<()> {
        out.varint(attribute::DICTIONARY);
        out.count(entries.len());
        for (name, value) in entries {
            out.varint(self.attribute(&Attribute::string(&**name))?);
            out.varint(self.attribute(value)?);
        }
        Ok(())
    }

    fn constant(&mut self, constant: &Constant, out: &mut Encoder) -> Outcome<()> {
        out.varint(attribute::TENSOR);
        out.varint(self.of_type(&Type::Tensor(constant.of_type.clone()))?);
        let Some(element_type) = constant.of_type.element.stored() else { return Err(foreign("tf32")) };
        let bytes = &constant.bytes.0;
        let is_splat = constant.is_splat && constant.of_type.element_count() != Some(1);
        match element_type {
            ElementType::Pred if is_splat => out.blob(&[if bytes[0] != 0 { 0xFF } else { 0 }]),
            ElementType::Pred => out.blob(&packed(bytes)),
            _ if element_type.bit_width() < 8 => {
                let mask = (1u8 << element_type.bit_width()) - 1;
                out.blob(&bytes.iter().map(|byte| byte & mask).collect::<Vec<u8>>());
            }
            _ => out.blob(bytes),
        }
        Ok(())
    }

    fn structure(&mut self, of: &str, fields: &[(&'static str, Attribute)], out: &mut Encoder) -> Outcome<()> {
        let values: Vec<&Attribute> = fields.iter().map(|(_, value)| value).collect();
        match (of, values.as_slice()) {
            (
                "output_operand_alias",
                [Attribute::Integers(output), Attribute::Integer(operand, _), Attribute::Integers(operand_index)],
            ) => {
                out.varint(attribute::OUTPUT_OPERAND_ALIAS);
                out.signed_list(output.iter().copied());
                out.signed(*operand as i64);
                out.signed_list(operand_index.iter().copied());
                Ok(())
            }
            (
                "result_accuracy",
                [Attribute::Float(atol, double), Attribute::Float(rtol, _), Attribute::Integer(ulps, _), mode],
            ) => {
                out.varint(attribute::RESULT_ACCURACY);
                [atol, rtol].into_iter().for_each(|tolerance| out.double(double.decode_float(tolerance)));
                out.signed(*ulps as i64);
                out.varint(self.attribute(mode)?);
                Ok(())
            }
            (of, _) => Err(foreign(of)),
        }
    }

    /// The version of a custom call's interface, which has an attribute kind of its own.
    pub fn api_version(&mut self, version: u64) -> u64 {
        let mut out = Encoder::default();
        out.varint(attribute::CUSTOM_CALL_API_VERSION);
        out.varint(version);
        self.tables.attribute("vhlo", out)
    }

    pub fn bounds(&mut self, bounds: impl ExactSizeIterator<Item = i64>) -> u64 {
        let mut out = Encoder::default();
        out.varint(attribute::TYPE_EXTENSIONS);
        out.signed_list(bounds);
        self.tables.attribute("vhlo", out)
    }

    /// A dictionary of MLIR's own dialect, over values that are numbered already.
    pub fn named(&mut self, mut entries: Vec<(String, u64)>) -> u64 {
        entries.sort();
        let mut numbers = vec![entries.len() as u64];
        for (name, value) in entries {
            numbers.extend([self.builtin_string(&name), value]);
        }
        self.builtin(builtin::DICTIONARY, &numbers)
    }

    /// An attribute of the module, which is none of `vhlo`'s operations.
    pub fn unversioned(&mut self, value: &Attribute) -> Outcome<u64> {
        match value {
            Attribute::Unit => Ok(self.builtin(builtin::UNIT, &[])),
            Attribute::String(text) => Ok(self.builtin_string(text)),
            Attribute::Integer(value, Element::Plain(element_type)) => Ok(self.builtin_integer(*value, *element_type)),
            Attribute::Bool(flag) => Ok(self.builtin_integer((*flag).into(), ElementType::Pred)),
            Attribute::Array(items) => {
                let items = items.iter().map(|item| self.unversioned(item)).collect::<Outcome<Vec<u64>>>()?;
                Ok(self.builtin(builtin::ARRAY, &[&[items.len() as u64], &items[..]].concat()))
            }
            Attribute::Dictionary(entries) => {
                let numbered = entries.iter().map(|(name, value)| Ok((name.to_string(), self.unversioned(value)?)));
                let numbered = numbered.collect::<Outcome<Vec<_>>>()?;
                Ok(self.named(numbered))
            }
            _ => Err(foreign("this attribute of a module")),
        }
    }

    fn builtin_integer(&mut self, value: i128, element_type: ElementType) -> u64 {
        let bits = element_type.bit_width();
        let mut of = Encoder::default();
        of.varint(builtin_type::INTEGER);
        of.varint((bits as u64) << 2 | if element_type.is_unsigned_integer() { 2 } else { 0 });
        let of = self.tables.of_type("builtin", of);
        let mut out = Encoder::default();
        out.varint(builtin::INTEGER);
        out.varint(of);
        out.integer(value as u64 & (u64::MAX >> (64 - bits)), bits);
        self.tables.attribute("builtin", out)
    }
}

fn foreign(what: &str) -> Diagnostic {
    Diagnostic::unsupported(format!("{what} in an artifact"), &None)
}

fn boolean(flag: bool, out: &mut Encoder) {
    out.varint(attribute::BOOLEAN);
    out.varint(flag.into());
}

fn keyword(of: &str, word: &str, out: &mut Encoder) -> Outcome<()> {
    let words = WORDS.iter().find(|words| words.name == of).ok_or_else(|| foreign(of))?;
    let (number, _) = words.words.iter().find(|(_, other)| *other == word).ok_or_else(|| foreign(word))?;
    out.varint(words.code);
    out.varint(*number);
    Ok(())
}

/// Integers as the constant that VHLO has for every list.
fn vector(items: &[i64]) -> Attribute {
    let is_splat = items.len() > 1 && items.iter().all(|item| *item == items[0]);
    let kept = if is_splat { &items[..1] } else { items };
    let bytes: Vec<u8> = kept.iter().flat_map(|item| item.to_le_bytes()).collect();
    dense(ElementType::S64, items.len(), is_splat, &bytes)
}

fn flags(items: &[bool]) -> Attribute {
    let is_splat = items.len() > 1 && items.iter().all(|item| *item == items[0]);
    let kept = if is_splat { &items[..1] } else { items };
    dense(ElementType::Pred, items.len(), is_splat, &kept.iter().map(|&item| item.into()).collect::<Vec<u8>>())
}

fn dense(element_type: ElementType, count: usize, is_splat: bool, bytes: &[u8]) -> Attribute {
    let of_type = Tensor::of(element_type, &[count]);
    Attribute::Constant(Constant { of_type, is_splat, bytes: ConstantBytes(Bytes::copy_of(bytes)) })
}

/// Booleans, eight to a byte.
fn packed(bytes: &[u8]) -> Vec<u8> {
    let pack = |chunk: &[u8]| chunk.iter().rev().fold(0u8, |packed, &byte| packed << 1 | u8::from(byte != 0));
    bytes.chunks(8).map(pack).collect()
}
