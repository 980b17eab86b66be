//! Tokens of MLIR's text form.
//!
//! A constant's payload, `dense<…>`, is one token whatever its length, and is passed over without being looked at:
//! a file of weights is read at the speed of memory.

use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `stablehlo.add`, `dim`, `tensor`
    Word,
    /// `%0`, `%0#1`
    Value,
    /// `@main`, `@"a b"`
    Symbol,
    /// `^bb0`
    Block,
    /// `!stablehlo.token`
    Type,
    /// `#stablehlo.scatter`, `#loc1`
    Attribute,
    /// `1`, `-2.5e-3`, `0xFF`
    Number,
    /// With its quotes.
    String,
    /// `dense<…>`, all of it.
    Dense,
    /// `dense_resource<…>`, all of it.
    Resource,
    /// `{-# … #-}`, all of it.
    FileMetadata,
    /// `->`
    Arrow,
    /// Any other single character.
    Punctuation(u8),
    /// Something that never ends (a string, a payload), up to the end of the text.
    Unterminated,
    End,
}

/// Offsets are into the whole source.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
}

impl Token {
    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }

    pub fn is(&self, character: u8) -> bool {
        self.kind == Kind::Punctuation(character)
    }

    pub fn is_open(&self) -> bool {
        matches!(self.kind, Kind::Punctuation(b'(' | b'[' | b'{' | b'<'))
    }

    pub fn is_close(&self) -> bool {
        matches!(self.kind, Kind::Punctuation(b')' | b']' | b'}' | b'>'))
    }
}

#[derive(Clone)]
pub struct Lexer<'s> {
    text: &'s str,
    position: usize,
    end: usize,
}

impl<'s> Lexer<'s> {
    pub fn new(text: &'s str, range: Range<usize>) -> Lexer<'s> {
        Lexer { text, position: range.start, end: range.end }
    }

    pub fn next(&mut self) -> Token {
        self.skip_blank();
        let start = self.position;
        let kind = self.scan();
        Token { kind, start, end: self.position }
    }

    /// End of the latest token.
    pub fn position(&self) -> usize {
        self.position
    }

    fn byte(&self, ahead: usize) -> u8 {
        let at = self.position + ahead;
        if at < self.end { self.text.as_bytes()[at] } else { 0 }
    }

    fn skip_blank(&mut self) {
        loop {
            match self.byte(0) {
                b' ' | b'\t' | b'\r' | b'\n' => self.position += 1,
                b'/' if self.byte(1) == b'/' => self.skip_to("\n"),
                _ => return,
            }
        }
    }

    /// Moves before the next `mark`, or to the end.
    fn skip_to(&mut self, mark: &str) {
        self.position = self.rest().find(mark).map_or(self.end, |at| self.position + at);
    }

    fn rest(&self) -> &'s str {
        &self.text[self.position..self.end]
    }

    fn scan(&mut self) -> Kind {
        if self.position >= self.end {
            return Kind::End;
        }
        let first = self.byte(0);
        match first {
            b'%' => self.prefixed(Kind::Value),
            b'^' => self.prefixed(Kind::Block),
            b'!' => self.prefixed(Kind::Type),
            b'#' => self.prefixed(Kind::Attribute),
            b'@' if self.byte(1) == b'"' => {
                self.position += 1;
                self.string(Kind::Symbol)
            }
            b'@' => self.prefixed(Kind::Symbol),
            b'"' => self.string(Kind::String),
            b'-' if self.byte(1) == b'>' => self.advance(2, Kind::Arrow),
            b'-' if self.byte(1).is_ascii_digit() => self.number(),
            b'{' if self.byte(1) == b'-' && self.byte(2) == b'#' => self.enclosed("#-}", Kind::FileMetadata),
            b'0'..=b'9' => self.number(),
            b'A'..=b'Z' | b'a'..=b'z' | b'_' => self.word(),
            _ => self.other(first),
        }
    }

    fn advance(&mut self, bytes: usize, kind: Kind) -> Kind {
        self.position += bytes;
        kind
    }

    fn other(&mut self, first: u8) -> Kind {
        let width = self.rest().chars().next().map_or(1, char::len_utf8);
        self.advance(width, Kind::Punctuation(first))
    }

    fn skip_name(&mut self) {
        while matches!(self.byte(0), b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'_' | b'$' | b'.') {
            self.position += 1;
        }
    }

    /// A sigil and a name; values may hold `-`, and a result number after `#`.
    fn prefixed(&mut self, kind: Kind) -> Kind {
        self.position += 1;
        self.skip_name();
        while kind != Kind::Type && self.byte(0) == b'-' && self.byte(1) != b'>' && self.byte(1) != b'#' {
            self.position += 1;
            self.skip_name();
        }
        if kind == Kind::Value && self.byte(0) == b'#' {
            self.position += 1;
            self.skip_name();
        }
        kind
    }

    fn word(&mut self) -> Kind {
        let start = self.position;
        self.skip_name();
        if self.byte(0) != b'<' {
            return Kind::Word;
        }
        match &self.text[start..self.position] {
            "dense" => self.payload(),
            "dense_resource" => self.enclosed(">", Kind::Resource),
            _ => Kind::Word,
        }
    }

    fn number(&mut self) -> Kind {
        self.position += 1;
        if self.byte(0) == b'x' && self.byte(1).is_ascii_hexdigit() {
            self.position += 1;
            while self.byte(0).is_ascii_hexdigit() {
                self.position += 1;
            }
            return Kind::Number;
        }
        while self.byte(0).is_ascii_digit() || self.byte(0) == b'.' || self.is_exponent() {
            self.position += 1;
        }
        Kind::Number
    }

    /// At `e` before an exponent, or at an exponent's sign.
    fn is_exponent(&self) -> bool {
        match self.byte(0) {
            b'e' | b'E' => self.byte(1).is_ascii_digit() || matches!(self.byte(1), b'+' | b'-'),
            b'+' | b'-' => matches!(self.text.as_bytes()[self.position - 1], b'e' | b'E'),
            _ => false,
        }
    }

    fn string(&mut self, kind: Kind) -> Kind {
        self.position += 1;
        let bytes = &self.text.as_bytes()[..self.end];
        loop {
            let Some(quote) = self.rest().find('"').map(|at| self.position + at) else {
                self.position = self.end;
                return Kind::Unterminated;
            };
            let slashes = bytes[self.position..quote].iter().rev().take_while(|&&b| b == b'\\').count();
            self.position = quote + 1;
            if slashes % 2 == 0 {
                return kind;
            }
        }
    }

    fn enclosed(&mut self, close: &str, kind: Kind) -> Kind {
        self.skip_to(close);
        if self.position == self.end {
            return Kind::Unterminated;
        }
        self.advance(close.len(), kind)
    }

    /// `dense<…>`: a string, or a list in which no `>` occurs outside comments.
    fn payload(&mut self) -> Kind {
        self.position += 1;
        self.skip_blank();
        if self.byte(0) == b'"' && self.string(Kind::Dense) == Kind::Unterminated {
            return Kind::Unterminated;
        }
        loop {
            let Some(at) = self.rest().bytes().position(|b| b == b'>' || b == b'/') else {
                self.position = self.end;
                return Kind::Unterminated;
            };
            self.position += at;
            match self.byte(0) {
                b'>' => return self.advance(1, Kind::Dense),
                _ if self.byte(1) == b'/' => self.skip_to("\n"),
                _ => self.position += 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Kind> {
        let mut lexer = Lexer::new(text, 0..text.len());
        std::iter::from_fn(|| Some(lexer.next().kind).filter(|&kind| kind != Kind::End)).collect()
    }

    #[test]
    fn every_kind() {
        use Kind::*;
        let text = "%0#1 @\"a b\" ^bb0 !a.b #c.d stablehlo.add -1.5e-3 \"\\\"\" -> {-# x #-} // comment\n 0x1F";
        let expected = [Value, Symbol, Block, Type, Attribute, Word, Number, String, Arrow, FileMetadata, Number];
        assert_eq!(kinds(text), expected);
    }

    #[test]
    fn payloads_are_single_tokens() {
        assert_eq!(
            kinds("dense<[1, 2 // > is no end\n]> dense<\"0x>\"> dense_resource<a>"),
            [Kind::Dense, Kind::Dense, Kind::Resource,]
        );
        assert_eq!(kinds("dense<[1"), [Kind::Unterminated]);
    }

    #[test]
    fn a_dimension_is_no_hexadecimal_prefix() {
        assert_eq!(kinds("0x2xf32"), [Kind::Number, Kind::Word]);
    }
}
