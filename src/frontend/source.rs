//! The text of a program and places in it.

use crate::hlo::{Bytes, Diagnostic, Diagnostics, Location, LocationRef, Position};
use std::sync::Arc;

/// What some editors put before UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A file's name and text, or those of a section of it, with an index of its lines.
#[derive(Clone, Debug)]
pub struct Source {
    name: Arc<str>,
    /// UTF-8, as the constructors make sure.
    bytes: Bytes,
    /// Number of the first line in the file, from 1.
    first_line: usize,
    /// Offset of each line's first byte.
    line_starts: Vec<usize>,
}

impl Source {
    /// `name` is what messages call the file: its path, or `<stdin>`.
    pub fn new(name: impl Into<Arc<str>>, text: impl Into<String>) -> Source {
        Source::of_utf8(name.into(), Bytes::from_owner(text.into().into_bytes()), 1)
    }

    /// Shares the bytes, of a mapped file say. Refuses what is not UTF-8, with the place of the first such byte.
    pub fn from_bytes(name: impl Into<Arc<str>>, bytes: Bytes) -> Result<Source, Diagnostics> {
        let name = name.into();
        let bytes = match bytes.starts_with(BYTE_ORDER_MARK) {
            true => bytes.slice(BYTE_ORDER_MARK.len(), bytes.len() - BYTE_ORDER_MARK.len()),
            false => bytes,
        };
        match std::str::from_utf8(&bytes) {
            Ok(_) => Ok(Source::of_utf8(name, bytes, 1)),
            Err(error) => {
                let valid = error.valid_up_to();
                let place = Source::of_utf8(name, bytes.slice(0, valid), 1).location(valid);
                Err(Diagnostic::program("expected the text of a program, found a byte that is not UTF-8", &place)
                    .into())
            }
        }
    }

    fn of_utf8(name: Arc<str>, bytes: Bytes, first_line: usize) -> Source {
        let mut source = Source { name, bytes, first_line, line_starts: Vec::new() };
        source.line_starts = std::iter::once(0).chain(source.text().match_indices('\n').map(|(i, _)| i + 1)).collect();
        source
    }

    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    pub fn text(&self) -> &str {
        // SAFETY: every constructor checks the bytes, or takes them from a string.
        unsafe { std::str::from_utf8_unchecked(&self.bytes) }
    }

    /// Number of the text's first line in its file, from 1.
    pub fn first_line(&self) -> usize {
        self.first_line
    }

    /// Line and column, from 1, of a byte offset; columns count bytes.
    pub fn position(&self, offset: usize) -> Position {
        let index = self.line_starts.partition_point(|&start| start <= offset) - 1;
        let column = offset - self.line_starts[index] + 1;
        Position { file: self.name.clone(), line: (self.first_line + index) as u32, column: column as u32 }
    }

    /// A location without a name or frames.
    pub fn location(&self, offset: usize) -> LocationRef {
        Some(Arc::new(Location { text: Some(self.position(offset)), ..Location::default() }))
    }

    /// Byte offset of a position in this text; none when the position is of another file or section.
    pub fn offset(&self, position: &Position) -> Option<usize> {
        let start = *self.line_starts.get((position.line as usize).checked_sub(self.first_line)?)?;
        let offset = start + (position.column as usize).checked_sub(1)?;
        (position.file == self.name && offset <= self.bytes.len()).then_some(offset)
    }

    /// Parts between lines that hold `// -----`, as MLIR's tools split their input. Blank parts are dropped, unless
    /// nothing else is there.
    pub fn sections(&self) -> Vec<Source> {
        let text = self.text();
        let mut ranges = Vec::new();
        let mut start = 0;
        for (mark, _) in text.match_indices("// -----") {
            if mark >= start {
                ranges.push(start..mark);
                start = text[mark..].find('\n').map_or(text.len(), |end| mark + end);
            }
        }
        ranges.push(start..text.len());
        if ranges.len() == 1 {
            return vec![self.clone()];
        }
        ranges.retain(|range| !is_blank(&text[range.clone()]));
        ranges.into_iter().map(|range| self.section(range)).collect()
    }

    fn section(&self, range: std::ops::Range<usize>) -> Source {
        let first_line = self.position(range.start).line as usize;
        // A section may start in the middle of the line that ends the one before: columns there do not matter.
        Source::of_utf8(self.name.clone(), self.bytes.slice(range.start, range.len()), first_line)
    }
}

/// Holds nothing but white space and comments.
fn is_blank(text: &str) -> bool {
    text.lines().all(|line| line.trim_start().is_empty() || line.trim_start().starts_with("//"))
}

/// A finding in a program's text.
pub(super) fn error_at(source: &Source, offset: usize, message: impl Into<String>) -> Diagnostic {
    Diagnostic::program(message, &source.location(offset))
}
