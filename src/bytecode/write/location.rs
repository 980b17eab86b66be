//! Locations as MLIR's own dialect writes them.

use super::super::vhlo::codes::builtin;
use super::Writer;
use super::encoder::Encoder;
use crate::hlo::{LocationRef, Position};

impl Writer<'_> {
    /// The number of a location: a name over call sites, as far as they are known.
    pub fn location(&mut self, location: &LocationRef) -> u64 {
        let Some(location) = location else { return self.unknown() };
        let own = location.text.iter().filter(|_| location.op_name.is_none() && location.frames.is_empty());
        let frames: Vec<&Position> = location.frames.iter().map(|frame| &frame.place).chain(own).collect();
        let place = self.call_sites(&frames);
        match &location.op_name {
            Some(name) => {
                let name = self.builtin_string(name);
                self.builtin(builtin::NAMED, &[name, place])
            }
            None => place,
        }
    }

    /// Innermost first.
    fn call_sites(&mut self, frames: &[&Position]) -> u64 {
        let Some((outermost, inner)) = frames.split_last() else { return self.unknown() };
        let around = self.place(outermost);
        inner.iter().rev().fold(around, |caller, frame| {
            let callee = self.place(frame);
            self.builtin(builtin::CALL_SITE, &[callee, caller])
        })
    }

    fn place(&mut self, place: &Position) -> u64 {
        let file = self.builtin_string(&place.file);
        self.builtin(builtin::FILE_LINE_COLUMN, &[file, place.line.into(), place.column.into()])
    }

    fn unknown(&mut self) -> u64 {
        self.builtin(builtin::UNKNOWN, &[])
    }

    pub fn builtin_string(&mut self, text: &str) -> u64 {
        let text = self.tables.string(text);
        self.builtin(builtin::STRING, &[text])
    }

    /// An attribute of MLIR's own dialect that is made of numbers.
    pub fn builtin(&mut self, code: u64, numbers: &[u64]) -> u64 {
        let mut out = Encoder::default();
        out.varint(code);
        numbers.iter().for_each(|&number| out.varint(number));
        self.tables.attribute("builtin", out)
    }
}
