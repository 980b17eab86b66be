//! The dictionary of a typed call, in MLIR's notation: `{uplo = 76 : ui8, name = "x", sizes = array<i64: 1, 2>}`.

use crate::hlo::ElementType;
use serde_json::{Map, Number, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Types that are not `i64` or `f64`, of the numbers of a dictionary by their keys.
pub type NumberTypes = BTreeMap<Arc<str>, ElementType>;

/// Lists and dictionaries inside each other beyond this are left as text.
const MAX_DEPTH: usize = 32;

/// The dictionary as JSON, and the types of its numbers; none where it is something else.
pub fn dictionary_as_json(text: &str) -> Option<(Value, NumberTypes)> {
    let mut reader = Reader { rest: text, last_type: None, types: NumberTypes::new() };
    let value = reader.dictionary(0)?;
    reader.skip_blank();
    reader.rest.is_empty().then_some((value, reader.types))
}

struct Reader<'s> {
    rest: &'s str,
    /// Of the number that was read last, where it stands behind it.
    last_type: Option<ElementType>,
    types: NumberTypes,
}

impl<'s> Reader<'s> {
    fn skip_blank(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn eat(&mut self, mark: &str) -> bool {
        self.skip_blank();
        let found = self.rest.strip_prefix(mark);
        self.rest = found.unwrap_or(self.rest);
        found.is_some()
    }

    fn word(&mut self) -> &'s str {
        self.skip_blank();
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric() && !"_.+-$".contains(c));
        let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        word
    }

    /// Keys may be quoted, and a key alone is a fact.
    fn dictionary(&mut self, depth: usize) -> Option<Value> {
        if depth == MAX_DEPTH || !self.eat("{") {
            return None;
        }
        let mut entries = Map::new();
        while !self.eat("}") {
            if !entries.is_empty() && !self.eat(",") {
                return None;
            }
            self.skip_blank();
            let key = if self.rest.starts_with('"') { self.string()? } else { self.word().to_owned() };
            let has_value = !key.is_empty() && (self.eat("=") || self.eat(":"));
            self.last_type = None;
            let value = if has_value { self.value(depth + 1)? } else { Value::Bool(true) };
            if key.is_empty() {
                return None;
            }
            if let (0, true, Some(of_type)) = (depth, value.is_number(), self.last_type) {
                self.types.insert(key.as_str().into(), of_type);
            }
            entries.insert(key, value);
        }
        Some(Value::Object(entries))
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        self.skip_blank();
        match self.rest.bytes().next()? {
            b'{' => self.dictionary(depth),
            b'"' => self.string().map(Value::String),
            b'[' => {
                self.eat("[");
                self.list("]", depth)
            }
            _ => self.word_value(depth),
        }
    }

    fn list(&mut self, close: &str, depth: usize) -> Option<Value> {
        let mut items = Vec::new();
        if depth == MAX_DEPTH {
            return None;
        }
        while !self.eat(close) {
            if !items.is_empty() && !self.eat(",") {
                return None;
            }
            items.push(self.value(depth + 1)?);
        }
        Some(Value::Array(items))
    }

    /// A number or truth value, with or without its type, or an array of them.
    fn word_value(&mut self, depth: usize) -> Option<Value> {
        let word = self.word();
        if word == "array" && self.eat("<") {
            self.word();
            self.eat(":");
            return self.list(">", depth);
        }
        let value = match word {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            "unit" => Value::Bool(true),
            number => self.number(number)?,
        };
        if self.eat(":") {
            let of_type = ElementType::from_mlir_name(self.word());
            self.last_type = of_type.filter(|of_type| !matches!(of_type, ElementType::S64 | ElementType::F64));
        }
        Some(value)
    }

    fn number(&self, word: &str) -> Option<Value> {
        if let Ok(integer) = word.parse::<i64>() {
            return Some(integer.into());
        }
        if let Ok(integer) = word.parse::<u64>() {
            return Some(integer.into());
        }
        Number::from_f64(word.parse().ok()?).map(Value::Number)
    }

    fn string(&mut self) -> Option<String> {
        let mut text = String::new();
        let mut chars = self.rest[1..].char_indices();
        while let Some((i, c)) = chars.next() {
            match c {
                '"' => {
                    self.rest = &self.rest[i + 2..];
                    return Some(text);
                }
                '\\' => text.push(chars.next()?.1),
                other => text.push(other),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_stand_aside() {
        let json = |text| dictionary_as_json(text).map(|(value, _)| value.to_string());
        let types = dictionary_as_json("{a = 1 : ui8, b = 1 : i64, c = [1 : i8], d = 0.5 : f32, e = 2}").unwrap().1;
        assert_eq!(types, NumberTypes::from([("a".into(), ElementType::U8), ("d".into(), ElementType::F32)]));
        assert_eq!(
            json("{uplo = 76 : ui8, x = -1.5 : f32, a = array<i64: 1, 2>, b = [true, \"q\\\"\"], flag, d = {e = 1}}"),
            Some(r#"{"uplo":76,"x":-1.5,"a":[1,2],"b":[true,"q\""],"flag":true,"d":{"e":1}}"#.into())
        );
        assert_eq!(json(r#"{"k": 3}"#), Some(r#"{"k":3}"#.into()));
        assert_eq!(json("{a = #foo<bar>}"), None);
        assert_eq!(json(&"{a=[".repeat(10_000)), None);
    }
}
