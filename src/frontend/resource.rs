//! Blobs behind `dense_resource<name>`: hexadecimal strings at the end of the file.
//!
//! `{-# dialect_resources: { builtin: { name: "0x04000000…" } } #-}`: four bytes of alignment, then the elements.

use super::assembly::{Kind, Lexer, Token};
use super::constant::{self, Constant, ConstantError};
use super::location::unquoted;
use super::source::Source;
use crate::hlo::ArrayShape;
use std::collections::HashMap;
use std::ops::Range;

/// Digits of the alignment that a blob begins with.
const ALIGNMENT_DIGITS: usize = 8;

pub struct Resources<'s> {
    text: &'s str,
    /// The strings with their quotes, by key.
    blobs: HashMap<String, Range<usize>>,
}

impl<'s> Resources<'s> {
    /// Every `key: "0x…"` of the file's metadata; what else is there is passed over.
    pub fn read(source: &'s Source, metadata: &[Range<usize>]) -> Resources<'s> {
        let text = source.text();
        let mut blobs = HashMap::new();
        for range in metadata {
            let mut lexer = Lexer::new(text, range.start + 3..range.end.saturating_sub(3).max(range.start + 3));
            let mut before: [Option<Token>; 2] = [None, None];
            loop {
                let token = lexer.next();
                match (token.kind, before) {
                    (Kind::End | Kind::Unterminated, _) => break,
                    (Kind::String, [Some(key), Some(colon)]) if colon.is(b':') => {
                        blobs.insert(unquoted(&text[key.range()]), token.range());
                    }
                    _ => {}
                }
                before = [before[1], Some(token)];
            }
        }
        Resources { text, blobs }
    }

    /// The value of a blob; `used_at` is where the program asks for it.
    pub fn constant(&self, key: &str, used_at: usize, shape: &ArrayShape) -> Result<Constant, ConstantError> {
        let error = |offset, message: String| ConstantError { offset, message };
        let name = unquoted(key);
        let Some(blob) = self.blobs.get(&name) else {
            let message = format!("no resource is named `{name}`: expected it under dialect_resources, builtin");
            return Err(error(used_at, message));
        };
        let start = blob.start + "\"0x".len() + ALIGNMENT_DIGITS;
        if !self.text[blob.clone()].starts_with("\"0x") || start >= blob.end {
            return Err(error(
                blob.start,
                "expected `0x`, four bytes of alignment, and the elements' bytes".to_owned(),
            ));
        }
        constant::of_digits(self.text, start..blob.end - 1, shape)
    }
}
