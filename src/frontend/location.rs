//! Locations that a program's text gives its operations: `loc(…)`.
//!
//! Read by hand from the text: MLIR would keep either these or the place of the operation in the file.

use super::assembly::{Kind, Lexer, Token};
use super::source::Source;
use crate::hlo::{Location, Position};
use std::cell::Cell;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// How many aliases and call sites may lie inside one another.
const MAX_DEPTH: usize = 200;

/// How many names, places and aliases one location may take to read: aliases of aliases can stand for very many.
const MAX_STEPS: usize = 1000;

/// Reads locations of one source.
pub struct Locations<'s> {
    source: &'s Source,
    /// Inside of `loc(…)`, by offset of the operation or argument.
    by_owner: HashMap<usize, Range<usize>>,
    aliases: HashMap<&'s str, Range<usize>>,
}

impl<'s> Locations<'s> {
    pub fn new(
        source: &'s Source,
        by_owner: HashMap<usize, Range<usize>>,
        aliases: HashMap<&'s str, Range<usize>>,
    ) -> Locations<'s> {
        Locations { source, by_owner, aliases }
    }

    /// Place in the text of what stands at this offset, with the location that the text gives it.
    pub fn at(&self, offset: usize) -> Location {
        let mut location = Location { text: Some(self.source.position(offset)), ..Location::default() };
        if let Some(inside) = self.by_owner.get(&offset) {
            let steps = Cell::new(0);
            Reader { locations: self, lexer: self.lexer(inside.clone()), steps: &steps }.read(&mut location, 0);
        }
        location
    }

    fn lexer(&self, range: Range<usize>) -> Lexer<'s> {
        Lexer::new(self.source.text(), range)
    }
}

/// Reads one location; what it does not know it passes over.
struct Reader<'l, 's> {
    locations: &'l Locations<'s>,
    lexer: Lexer<'s>,
    steps: &'l Cell<usize>,
}

impl Reader<'_, '_> {
    fn text(&self, token: Token) -> &str {
        &self.locations.source.text()[token.range()]
    }

    fn peek(&self) -> Token {
        self.lexer.clone().next()
    }

    fn read(&mut self, into: &mut Location, depth: usize) {
        let token = self.lexer.next();
        self.steps.set(self.steps.get() + 1);
        if depth > MAX_DEPTH || self.steps.get() > MAX_STEPS {
            return;
        }
        match token.kind {
            Kind::String => self.name_or_place(token, into, depth),
            Kind::Attribute => self.alias(token, into, depth),
            Kind::Word if self.text(token) == "callsite" => {
                self.lexer.next();
                self.read(into, depth + 1);
                self.lexer.next();
                self.read(into, depth + 1);
                self.lexer.next();
            }
            Kind::Word if self.text(token) == "fused" => self.fused(into, depth),
            _ => {}
        }
    }

    /// `"file":1:2`, `"file":1:2 to 1:5`, `"name"` or `"name"(location)`.
    fn name_or_place(&mut self, token: Token, into: &mut Location, depth: usize) {
        let name = unquoted(self.text(token));
        if !self.peek().is(b':') {
            into.op_name.get_or_insert_with(|| Arc::from(name));
            if self.peek().is(b'(') {
                self.lexer.next();
                self.read(into, depth + 1);
                self.lexer.next();
            }
            return;
        }
        self.lexer.next();
        let line = self.number();
        self.lexer.next();
        let column = self.number();
        into.frames.push(Position { file: Arc::from(name), line, column }.into());
        self.skip_range_end();
    }

    fn number(&mut self) -> u32 {
        let token = self.lexer.next();
        self.text(token).parse().unwrap_or(0)
    }

    /// ` to 1:5` or ` to :5`
    fn skip_range_end(&mut self) {
        if self.text(self.peek()) == "to" {
            while matches!(self.peek().kind, Kind::Word | Kind::Number) || self.peek().is(b':') {
                self.lexer.next();
            }
        }
    }

    fn alias(&mut self, token: Token, into: &mut Location, depth: usize) {
        if let Some(inside) = self.locations.aliases.get(self.text(token)) {
            let lexer = self.locations.lexer(inside.clone());
            Reader { lexer, ..*self }.read(into, depth + 1);
        }
    }

    /// `fused[a, b]` or `fused<metadata>[a, b]`
    fn fused(&mut self, into: &mut Location, depth: usize) {
        while !self.peek().is(b'[') && self.peek().kind != Kind::End {
            self.lexer.next();
        }
        self.lexer.next();
        while !self.peek().is(b']') && self.peek().kind != Kind::End {
            self.read(into, depth + 1);
            if self.peek().is(b',') {
                self.lexer.next();
            }
        }
        self.lexer.next();
    }
}

/// A string's content, with MLIR's escapes resolved.
pub fn unquoted(quoted: &str) -> String {
    let inside = quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(quoted);
    let (mut bytes, mut rest) = (Vec::with_capacity(inside.len()), inside.as_bytes());
    while let Some((&first, after)) = rest.split_first() {
        let (byte, left) = if first == b'\\' { escaped(after) } else { (first, after) };
        bytes.push(byte);
        rest = left;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// What stands behind a backslash: a letter, two hexadecimal digits, or the character itself; and the rest.
fn escaped(after: &[u8]) -> (u8, &[u8]) {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    match after {
        [b'n', left @ ..] => (b'\n', left),
        [b't', left @ ..] => (b'\t', left),
        &[high, low, ref left @ ..] if let (Some(high), Some(low)) = (digit(high), digit(low)) => {
            (high << 4 | low, left)
        }
        [other, left @ ..] => (*other, left),
        [] => (b'\\', &[]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_resolved() {
        assert_eq!(unquoted(r#""a\22b\\n\n\C3\A9 \"x\"""#), "a\"b\\n\n\u{e9} \"x\"");
        assert_eq!(unquoted(r#""\\\"""#), "\\\"");
    }
}
