//! Attributes of an operation as plain values.
//!
//! StableHLO's own attributes arrive as text (`#stablehlo.dot<…>`, `#stablehlo<precision HIGH>`) and are taken apart
//! here; where properties and older dictionaries differ (`array<i64: …>`, `dense<…> : tensor<…xi64>`), both are read.

use super::constant::Constant;
use super::mlir::{self, Kind};
use super::program::Node;
use super::types;
use crate::hlo::{ArrayLiteral, Diagnostic, Shape};
use melior::ir::Attribute;
use std::collections::BTreeMap;

/// Elements of the largest attribute that one element fills.
const MAX_SPREAD: usize = 1 << 16;

impl<'m> Node<'m> {
    fn missing(&self, name: &str, expected: &str) -> Diagnostic {
        match self.attribute(name) {
            None => self.error(format!("expected an attribute `{name}`, {expected}")),
            Some(found) => self.error(format!("expected `{name}` to be {expected}, found {found}")),
        }
    }

    pub fn has(&self, name: &str) -> bool {
        self.attribute(name).is_some()
    }

    /// Integers of an array or a constant; none when the attribute is missing.
    pub fn optional_i64s(&self, name: &str) -> Result<Option<Vec<i64>>, Diagnostic> {
        let Some(attribute) = self.attribute(name) else { return Ok(None) };
        let integers = self.integers(attribute)?;
        integers.map(Some).ok_or_else(|| self.missing(name, "a list of integers"))
    }

    pub fn i64s(&self, name: &str) -> Result<Vec<i64>, Diagnostic> {
        self.optional_i64s(name)?.ok_or_else(|| self.missing(name, "a list of integers"))
    }

    fn integers(&self, attribute: Attribute<'m>) -> Result<Option<Vec<i64>>, Diagnostic> {
        Ok(match mlir::kind(attribute) {
            Kind::Integers(items) => Some(items),
            Kind::Bools(items) => Some(items.into_iter().map(i64::from).collect()),
            Kind::Array(items) => items
                .into_iter()
                .map(|item| match mlir::kind(item) {
                    Kind::Integer(value) => Some(value),
                    Kind::Bool(value) => Some(value as i64),
                    _ => None,
                })
                .collect(),
            Kind::Opaque("dense", ..) => Some(integers_of(&self.literal(attribute)?)),
            _ => None,
        })
    }

    /// Dimensions, sizes and the like.
    pub fn usizes(&self, name: &str) -> Result<Vec<usize>, Diagnostic> {
        self.optional_usizes(name)?.ok_or_else(|| self.missing(name, "a list of integers"))
    }

    pub fn optional_usizes(&self, name: &str) -> Result<Option<Vec<usize>>, Diagnostic> {
        let Some(items) = self.optional_i64s(name)? else { return Ok(None) };
        items.into_iter().map(|item| self.natural(name, item)).collect::<Result<_, _>>().map(Some)
    }

    /// Refuses negative numbers.
    pub fn natural(&self, what: &str, value: i64) -> Result<usize, Diagnostic> {
        usize::try_from(value).map_err(|_| self.error(format!("expected `{what}` to be at least 0, found {value}")))
    }

    pub fn optional_i64(&self, name: &str) -> Result<Option<i64>, Diagnostic> {
        match self.attribute(name).map(mlir::kind) {
            None => Ok(None),
            Some(Kind::Integer(value)) => Ok(Some(value)),
            Some(_) => Err(self.missing(name, "an integer")),
        }
    }

    pub fn i64(&self, name: &str) -> Result<i64, Diagnostic> {
        self.optional_i64(name)?.ok_or_else(|| self.missing(name, "an integer"))
    }

    pub fn usize(&self, name: &str) -> Result<usize, Diagnostic> {
        self.natural(name, self.i64(name)?)
    }

    pub fn bool_or(&self, name: &str, default: bool) -> Result<bool, Diagnostic> {
        match self.attribute(name).map(mlir::kind) {
            None => Ok(default),
            Some(Kind::Bool(value)) => Ok(value),
            Some(Kind::Unit) => Ok(true),
            Some(_) => Err(self.missing(name, "true or false")),
        }
    }

    pub fn f64(&self, name: &str) -> Result<f64, Diagnostic> {
        match self.attribute(name).map(mlir::kind) {
            Some(Kind::Float(value)) => Ok(value),
            _ => Err(self.missing(name, "a floating-point number")),
        }
    }

    /// A string or a symbol's name.
    pub fn optional_text(&self, name: &str) -> Option<&'m str> {
        match self.attribute(name).map(mlir::kind) {
            Some(Kind::Text(text) | Kind::Symbol(text)) => Some(text),
            _ => None,
        }
    }

    pub fn text(&self, name: &str) -> Result<&'m str, Diagnostic> {
        self.optional_text(name).ok_or_else(|| self.missing(name, "a name or a string"))
    }

    pub fn array(&self, name: &str) -> Vec<Attribute<'m>> {
        match self.attribute(name).map(mlir::kind) {
            Some(Kind::Array(items)) => items,
            _ => Vec::new(),
        }
    }

    /// The keyword of an enumeration: `LT` of `#stablehlo<comparison_direction LT>`.
    pub fn optional_keyword(&self, name: &str) -> Option<&'m str> {
        self.attribute(name).and_then(keyword)
    }

    /// What such a keyword means.
    pub fn keyword<T: Copy>(&self, name: &str, words: &[(&str, T)]) -> Result<T, Diagnostic> {
        let attribute = self.attribute(name).ok_or_else(|| self.missing(name, "a keyword"))?;
        self.meaning(attribute, words)
    }

    pub fn meaning<T: Copy>(&self, attribute: Attribute<'m>, words: &[(&str, T)]) -> Result<T, Diagnostic> {
        let known = words.iter().find(|(word, _)| keyword(attribute) == Some(word));
        known.map(|(_, meaning)| *meaning).ok_or_else(|| {
            let expected: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            self.error(format!("expected {}, found {attribute}", expected.join(" or ")))
        })
    }

    /// The text inside a structure attribute's angle brackets.
    pub fn structure(&self, name: &str) -> Result<&'m str, Diagnostic> {
        match self.attribute(name).map(mlir::kind) {
            Some(Kind::Opaque(_, text, _)) => Ok(inside(text)),
            _ => Err(self.missing(name, "a structure")),
        }
    }

    /// The fields of a structure: `#stablehlo.scatter<update_window_dims = [0], …>`.
    pub fn optional_fields(&self, name: &str) -> Option<Fields<'m>> {
        match self.attribute(name).map(mlir::kind) {
            Some(Kind::Opaque(_, text, _)) => Some(Fields::parse(inside(text))),
            _ => None,
        }
    }

    pub fn fields(&self, name: &str) -> Result<Fields<'m>, Diagnostic> {
        self.optional_fields(name).ok_or_else(|| self.missing(name, "a structure"))
    }

    /// Dimensions in a structure; none when missing.
    pub fn dimensions(&self, fields: &Fields, name: &str) -> Result<Vec<usize>, Diagnostic> {
        let wrong = || self.error(format!("expected `{name}` to be a list of dimensions"));
        fields.i64s(name).ok_or_else(wrong)?.into_iter().map(|dimension| self.natural(name, dimension)).collect()
    }

    /// A dimension in a structure; 0 when missing.
    pub fn dimension(&self, fields: &Fields, name: &str) -> Result<usize, Diagnostic> {
        let wrong = || self.error(format!("expected `{name}` to be a dimension"));
        self.natural(name, fields.i64(name).ok_or_else(wrong)?)
    }

    /// A constant's value, splats spread out.
    pub fn literal(&self, attribute: Attribute<'m>) -> Result<ArrayLiteral, Diagnostic> {
        let (constant, shape) = self.constant(attribute)?;
        let Shape::Array(shape) = shape else { return Err(self.error("expected an array's value")) };
        Ok(match constant {
            Constant::Full(literal) => literal,
            Constant::Splat(_) if shape.element_count() > MAX_SPREAD => {
                return Err(self.error(format!("expected at most {MAX_SPREAD} elements, found {shape}")));
            }
            Constant::Splat(element) => {
                let count = shape.element_count();
                ArrayLiteral::new(
                    shape.element_type,
                    shape.dims,
                    crate::hlo::Bytes::copy_of(&element.bytes().repeat(count)),
                )
            }
        })
    }

    /// A constant's value and shape.
    pub fn constant(&self, attribute: Attribute<'m>) -> Result<(Constant, Shape), Diagnostic> {
        match mlir::kind(attribute) {
            Kind::Opaque("dense", text, of_type) => {
                let shape = types::shape(of_type, &self.location)?;
                let Shape::Array(array) = &shape else { return Err(self.error("expected an array's value")) };
                Ok((self.program.constant(inside(text), array)?, shape))
            }
            _ => Err(self.error(format!("expected a constant, found {attribute}"))),
        }
    }
}

/// Integers of a literal of an integer type.
pub fn integers_of(literal: &ArrayLiteral) -> Vec<i64> {
    let element_type = literal.element_type();
    let count = literal.shape().element_count();
    (0..count).map(|i| element_type.decode_integer(literal.element_bytes(i)) as i64).collect()
}

/// The last word of `comparison_direction LT`, or of `precision<HIGH>`.
pub fn keyword<'m>(attribute: Attribute<'m>) -> Option<&'m str> {
    match mlir::kind(attribute) {
        Kind::Opaque(_, text, _) => text.trim_end_matches('>').rsplit([' ', '<']).next(),
        Kind::Text(text) => Some(text),
        _ => None,
    }
}

/// What stands between the outer angle brackets of an attribute's text.
pub fn inside(text: &str) -> &str {
    match (text.find('<'), text.rfind('>')) {
        (Some(open), Some(close)) if open < close => &text[open + 1..close],
        _ => text,
    }
}

/// Fields of a structure attribute, by name.
pub struct Fields<'m>(BTreeMap<&'m str, &'m str>);

impl<'m> Fields<'m> {
    /// `name = value, …` where values may hold brackets.
    pub fn parse(text: &'m str) -> Fields<'m> {
        let items = split_top_level(text).into_iter().filter_map(|item| item.split_once('='));
        Fields(items.map(|(name, value)| (name.trim(), value.trim())).collect())
    }

    pub fn get(&self, name: &str) -> Option<&'m str> {
        self.0.get(name).copied()
    }

    /// A list of numbers; empty when missing.
    fn i64s(&self, name: &str) -> Option<Vec<i64>> {
        let Some(text) = self.get(name) else { return Some(Vec::new()) };
        let inside = text.strip_prefix('[')?.strip_suffix(']')?.trim();
        if inside.is_empty() {
            return Some(Vec::new());
        }
        inside.split(',').map(|item| item.trim().parse().ok()).collect()
    }

    pub fn usizes(&self, name: &str) -> Option<Vec<usize>> {
        self.i64s(name)?.into_iter().map(|item| usize::try_from(item).ok()).collect()
    }

    /// A number; 0 when missing.
    pub fn i64(&self, name: &str) -> Option<i64> {
        self.get(name).map_or(Some(0), |text| text.parse().ok())
    }

    pub fn usize(&self, name: &str) -> Option<usize> {
        self.i64(name).and_then(|number| usize::try_from(number).ok())
    }
}

/// Splits at commas outside of brackets.
pub fn split_top_level(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0i32, 0);
    for (i, byte) in text.bytes().enumerate() {
        match byte {
            b'[' | b'(' | b'<' | b'{' => depth += 1,
            b']' | b')' | b'>' | b'}' => depth -= 1,
            b',' if depth == 0 => {
                parts.push(&text[start..i]);
                start = i + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}
