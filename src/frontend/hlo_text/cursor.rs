//! A place in HLO text, and the small things that are read there: marks, names, numbers, strings, lists.

use crate::frontend::source::{Source, error_at};
use crate::hlo::notation::{string_length, unescape};
use crate::hlo::{Diagnostic, LocationRef};
use std::ops::Range;

pub type Outcome<T = ()> = Result<T, Diagnostic>;

/// A piece of the text with the offset where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Word<'s> {
    pub text: &'s str,
    pub at: usize,
}

/// Reads forward within a range of the source. Blanks and comments lie between any two things and count for nothing.
#[derive(Clone)]
pub struct Cursor<'s> {
    pub source: &'s Source,
    at: usize,
    end: usize,
}

impl<'s> Cursor<'s> {
    pub fn new(source: &'s Source) -> Cursor<'s> {
        Cursor { source, at: 0, end: source.text().len() }
    }

    /// A cursor over a part of the same source.
    pub fn within(&self, range: Range<usize>) -> Cursor<'s> {
        Cursor { source: self.source, at: range.start, end: range.end }
    }

    /// All that is left, comments included.
    pub fn rest(&self) -> &'s str {
        &self.source.text()[self.at..self.end]
    }

    pub fn text(&self, range: Range<usize>) -> &'s str {
        &self.source.text()[range]
    }

    /// Offset of the next thing.
    pub fn offset(&mut self) -> usize {
        self.skip_trivia();
        self.at
    }

    /// Offset right behind what was read last.
    pub fn position(&self) -> usize {
        self.at
    }

    fn skip_trivia(&mut self) {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start().len();
            let rest = &rest[blank..];
            let comment = comment_length(rest);
            self.at += blank + comment;
            if comment == 0 {
                return;
            }
        }
    }

    /// The next character's first byte; 0 at the end.
    pub fn peek(&mut self) -> u8 {
        self.skip_trivia();
        self.rest().bytes().next().unwrap_or(0)
    }

    /// Whether the next byte stands right here, without a blank before it.
    pub fn is_adjacent(&self, byte: u8) -> bool {
        self.rest().as_bytes().first() == Some(&byte)
    }

    pub fn is_at_end(&mut self) -> bool {
        self.skip_trivia();
        self.at == self.end
    }

    pub fn starts_with(&mut self, mark: &str) -> bool {
        self.skip_trivia();
        self.rest().starts_with(mark)
    }

    /// Takes a mark if it is next.
    pub fn eat(&mut self, mark: &str) -> bool {
        let found = self.starts_with(mark);
        if found {
            self.at += mark.len();
        }
        found
    }

    pub fn expect(&mut self, mark: &str) -> Outcome {
        if self.eat(mark) { Ok(()) } else { Err(self.unexpected(&format!("`{mark}`"))) }
    }

    /// Takes a word if it is next, whole.
    pub fn eat_word(&mut self, word: &str) -> bool {
        let mut ahead = self.clone();
        let found = ahead.word().is_some_and(|found| found.text == word);
        if found {
            self.at = ahead.at;
        }
        found
    }

    /// Letters, digits, `_`, `.` and `-`, as names and keywords have them; none where something else stands.
    pub fn word(&mut self) -> Option<Word<'s>> {
        self.skip_trivia();
        let rest = self.rest();
        let length = word_length(rest);
        let word = Word { text: &rest[..length], at: self.at };
        self.at += length;
        (length > 0).then_some(word)
    }

    pub fn expect_word(&mut self, what: &str) -> Outcome<Word<'s>> {
        self.word().ok_or_else(|| self.unexpected(what))
    }

    /// The name of an instruction or computation, with or without `%`, which is no part of it but of its place.
    pub fn name(&mut self, what: &str) -> Outcome<Word<'s>> {
        let at = self.offset();
        self.eat("%");
        self.expect_word(what).map(|word| Word { at, ..word })
    }

    /// An integer that counts or numbers something.
    pub fn index(&mut self) -> Outcome<usize> {
        self.skip_trivia();
        let rest = self.rest();
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let number = rest[..digits].parse().map_err(|_| self.unexpected("a number that is not negative"))?;
        self.at += digits;
        Ok(number)
    }

    /// A string between quotes, its escapes resolved.
    pub fn string(&mut self) -> Outcome<String> {
        let start = self.offset();
        if self.peek() != b'"' {
            return Err(self.unexpected("a string"));
        }
        let inside = string_length(self.rest()).ok_or_else(|| self.error_at(start, "this string is never closed"))?;
        self.at += inside;
        Ok(unescape(self.text(start + 1..self.at - 1)))
    }

    /// What is left without its comments, and one blank where there are several.
    pub fn one_line(mut self) -> String {
        let mut out = String::new();
        while !self.is_at_end() {
            let start = self.at;
            if self.peek() != b'"' || self.string().is_err() {
                self.at = start + self.rest().chars().next().map_or(1, char::len_utf8);
            }
            out += self.text(start..self.at);
            let end = self.at;
            if self.offset() > end && !self.is_at_end() {
                out.push(' ');
            }
        }
        out
    }

    /// Items between two marks, separated by commas.
    pub fn list<T>(
        &mut self,
        open: &str,
        close: &str,
        mut item: impl FnMut(&mut Cursor<'s>) -> Outcome<T>,
    ) -> Outcome<Vec<T>> {
        self.expect(open)?;
        let mut items = Vec::new();
        while !self.eat(close) {
            if !items.is_empty() && !self.eat(",") {
                return Err(self.unexpected(&format!("`,` or `{close}`")));
            }
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// Items separated by commas up to the end of the range.
    pub fn items<T>(&mut self, mut item: impl FnMut(&mut Cursor<'s>) -> Outcome<T>) -> Outcome<Vec<T>> {
        let mut items = Vec::new();
        while !self.is_at_end() {
            if !items.is_empty() {
                self.expect(",")?;
            }
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// Skips to the first of these bytes that no bracket, string or comment encloses, and gives the range skipped,
    /// without blanks at its ends.
    pub fn skip_until(&mut self, stops: &[u8]) -> Range<usize> {
        let start = self.offset();
        let mut open = Vec::new();
        let mut end = start;
        while let Some(&byte) = self.rest().as_bytes().first() {
            if open.is_empty() && stops.contains(&byte) {
                break;
            }
            self.skip_one(byte, &mut open);
            if !byte.is_ascii_whitespace() {
                end = self.at;
            }
            // Not the blanks: at the end of a line a value may end.
            self.at += comment_length(self.rest());
        }
        start..end
    }

    /// One character, or a whole string; keeps book of brackets.
    fn skip_one(&mut self, byte: u8, open: &mut Vec<u8>) {
        match byte {
            b'"' => {
                let rest = self.rest();
                self.at += string_length(rest).unwrap_or(rest.len());
                return;
            }
            b'{' | b'(' | b'[' => open.push(byte),
            b'}' | b')' | b']' => {
                open.pop();
            }
            _ => {}
        }
        self.at += self.rest().chars().next().map_or(0, char::len_utf8);
    }

    /// Skips the rest of the line, and of those that a comma ties to it, or to the `}` that ends the computation before
    /// that.
    pub fn skip_line(&mut self) {
        let mut skipped = self.skip_until(b"\n}");
        while self.text(skipped).ends_with(',') && self.rest().starts_with('\n') {
            // Attributes follow.
            self.at += 1;
            skipped = self.skip_until(b"\n}");
        }
        let rest = self.rest();
        if rest.starts_with('}') && !rest[1..].trim_start_matches([' ', '\t', '\r']).starts_with(['\n', '\0']) {
            // A brace too many within the line.
            self.at += rest.find('\n').unwrap_or(rest.len());
        }
    }

    pub fn error_at(&self, offset: usize, message: impl Into<String>) -> Diagnostic {
        error_at(self.source, offset, message)
    }

    /// `expected …, found …` at the next thing.
    pub fn unexpected(&mut self, expected: &str) -> Diagnostic {
        self.skip_trivia();
        let rest = self.rest();
        let found = match (word_length(rest), rest.chars().next()) {
            (_, None) if self.end == self.source.text().len() => "the end of the text".to_owned(),
            (_, None) => return self.error_at(self.at, format!("expected {expected}")),
            (0, Some(c)) => format!("`{c}`"),
            (length, _) => format!("`{}`", &rest[..length]),
        };
        self.error_at(self.at, format!("expected {expected}, found {found}"))
    }

    pub fn location(&self, offset: usize) -> LocationRef {
        self.source.location(offset)
    }

    /// # Errors
    /// Anything that is left.
    pub fn expect_end(&mut self, what: &str) -> Outcome {
        if self.is_at_end() { Ok(()) } else { Err(self.unexpected(&format!("the end of {what}"))) }
    }
}

/// Bytes of the word that a text begins with. A `-` before `>` is an arrow's.
fn word_length(text: &str) -> usize {
    let is_inside = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
    let length = text.find(|c| !is_inside(c)).unwrap_or(text.len());
    let word = &text[..length];
    match word.strip_suffix('-') {
        Some(shorter) if text[length..].starts_with('>') => shorter.len(),
        _ => length,
    }
}

/// Bytes of the comment that a text begins with, without the end of its line; 0 where it begins with none.
fn comment_length(text: &str) -> usize {
    if text.starts_with("//") {
        text.find(['\n', '\r']).unwrap_or(text.len())
    } else if text.starts_with("/*") {
        text.find("*/").map_or(text.len(), |close| close + 2)
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> Source {
        Source::new("test.hlo", text)
    }

    #[test]
    fn comments_lie_between_things() {
        let source = source("/* a */ x // b\n /*index=5*/ y->z");
        let mut cursor = Cursor::new(&source);
        assert_eq!([cursor.word(), cursor.word()].map(|word| word.unwrap().text), ["x", "y"]);
        assert!(cursor.eat("->") && cursor.eat_word("z") && cursor.is_at_end());
    }

    #[test]
    fn values_end_at_a_comma_that_nothing_encloses() {
        let source = source("{a=\"},\", b=(1, 2)} /* , */ , next");
        let mut cursor = Cursor::new(&source);
        let range = cursor.skip_until(b",\n");
        assert_eq!(cursor.text(range), "{a=\"},\", b=(1, 2)}");
        assert!(cursor.eat(",") && cursor.eat_word("next"));
    }

    #[test]
    fn texts_become_one_line() {
        let source = Source::new("test.hlo", "{a,  /*index=5*/{\"b  /*\"}\n }");
        assert_eq!(Cursor::new(&source).one_line(), "{a, {\"b  /*\"} }");
    }

    #[test]
    fn strings_end() {
        let source = source("\"open");
        assert_eq!(Cursor::new(&source).string().unwrap_err().message, "this string is never closed");
    }
}
