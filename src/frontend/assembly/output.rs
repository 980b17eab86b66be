//! Rewritten text that remembers where each piece of it comes from.

use std::fmt::Write;

/// Text under construction, with a map from its offsets to the source's.
#[derive(Default)]
pub struct Output {
    text: String,
    /// Where a piece starts here, where it comes from, and whether it was copied letter by letter.
    pieces: Vec<(usize, usize, bool)>,
    operations: Vec<usize>,
    unread: Vec<usize>,
}

impl Output {
    /// A piece of the source as it stands there.
    pub fn copy(&mut self, piece: &str, source_offset: usize) {
        if !piece.is_empty() {
            self.pieces.push((self.text.len(), source_offset, true));
            self.text.push_str(piece);
        }
    }

    /// A piece that stands for what the source has at this place.
    pub fn write(&mut self, piece: impl std::fmt::Display, source_offset: usize) {
        self.pieces.push((self.text.len(), source_offset, false));
        write!(self.text, "{piece}").expect("writing to a string succeeds");
    }

    /// The name of an operation follows.
    pub fn begin_operation(&mut self) {
        self.operations.push(self.text.len());
    }

    /// Where the name of the latest operation begins.
    pub fn latest_operation(&self) -> usize {
        self.operations.last().copied().unwrap_or(0)
    }

    /// Ends an operation that could not be read, which begins there.
    pub fn write_unread(&mut self, begin: usize, source_offset: usize) {
        self.unread.push(begin);
        self.write("\"unread.operation\"()\n", source_offset);
    }

    /// The finished text.
    pub fn finish(mut self) -> Rewritten {
        self.text.push('\0');
        let line_starts = std::iter::once(0).chain(self.text.match_indices('\n').map(|(i, _)| i + 1)).collect();
        let Output { text, pieces, operations, unread } = self;
        Rewritten { text, pieces, line_starts, operations, unread }
    }
}

/// Finished text, and the way back from it to the source.
pub struct Rewritten {
    text: String,
    pieces: Vec<(usize, usize, bool)>,
    line_starts: Vec<usize>,
    /// Where operations' names begin.
    pub operations: Vec<usize>,
    /// Those of operations that could not be read.
    pub unread: Vec<usize>,
}

impl Rewritten {
    /// With a NUL at its end, as MLIR's parser needs it.
    pub fn nul_terminated(&self) -> &str {
        &self.text
    }

    /// The offset of a line and column (from 1, in bytes) of the rewritten text.
    pub fn offset(&self, line: usize, column: usize) -> usize {
        let start = self.line_starts.get(line.wrapping_sub(1)).copied().unwrap_or(0);
        start + column.saturating_sub(1)
    }

    /// The source offset behind a line and column of the rewritten text.
    pub fn source_offset(&self, line: usize, column: usize) -> usize {
        let offset = self.offset(line, column);
        let next = self.pieces.partition_point(|&(here, _, _)| here <= offset);
        match next.checked_sub(1).map(|i| self.pieces[i]) {
            None => 0,
            Some((here, source, copied)) => source + if copied { offset - here } else { 0 },
        }
    }
}
