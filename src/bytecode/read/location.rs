//! Locations: most of an artifact's attributes. Read as the frontend reads them from text: the outermost name, and all
//! places in files.

use super::super::cursor::{Cursor, Outcome};
use super::super::vhlo::codes::builtin;
use super::{MAX_DEPTH, Reader};
use crate::hlo::{Location, LocationRef, Position};
use crate::stablehlo::Attribute;
use std::sync::Arc;

/// How many names, places and call sites one location may hold.
const MAX_STEPS: usize = 1000;

impl<'b> Reader<'_, 'b> {
    /// The location of this number; none where nothing is known.
    pub fn location(&mut self, index: u64, at: &Cursor<'b>) -> Outcome<LocationRef> {
        let slot = self.index(index, self.locations.len(), "attributes", at)?;
        if let Some(location) = &self.locations[slot] {
            return Ok(location.clone());
        }
        let mut location = Location::default();
        let mut steps = 0;
        self.collect(index, at, &mut location, &mut steps)?;
        let location = (location != Location::default()).then(|| Arc::new(location));
        self.locations[slot] = Some(location.clone());
        Ok(location)
    }

    /// What lies beyond the limits of steps and depth is passed over.
    fn collect(&mut self, index: u64, at: &Cursor<'b>, into: &mut Location, steps: &mut usize) -> Outcome<()> {
        *steps += 1;
        if *steps > MAX_STEPS || self.depth == MAX_DEPTH {
            return Ok(());
        }
        let slot = self.index(index, self.locations.len(), "attributes", at)?;
        let entry = self.container.attributes[slot];
        let mut cursor = self.encoded(entry)?;
        if entry.dialect != "builtin" {
            return Err(at.error(format!("expected a location, found an attribute of {}", entry.dialect)));
        }
        self.nested(at, |reader| reader.collect_entry(&mut cursor, into, steps))
    }

    fn collect_entry(&mut self, cursor: &mut Cursor<'b>, into: &mut Location, steps: &mut usize) -> Outcome<()> {
        match cursor.varint("a location's kind")? {
            builtin::CALL_SITE => {
                self.collect_next(cursor, into, steps)?;
                self.collect_next(cursor, into, steps)
            }
            builtin::FILE_LINE_COLUMN => self.place(cursor, into),
            builtin::FILE_RANGE => self.range(cursor, into),
            builtin::FUSED | builtin::FUSED_WITH_METADATA => self.fused(cursor, into, steps),
            builtin::NAMED => {
                let name = self.name(cursor)?;
                into.op_name.get_or_insert(name);
                self.collect_next(cursor, into, steps)
            }
            builtin::UNKNOWN => Ok(()),
            other => Err(self.unknown(format_args!("location of MLIR's kind {other}"), cursor)),
        }
    }

    fn collect_next(&mut self, cursor: &mut Cursor<'b>, into: &mut Location, steps: &mut usize) -> Outcome<()> {
        let at = *cursor;
        let index = cursor.varint("a location")?;
        self.collect(index, &at, into, steps)
    }

    fn fused(&mut self, cursor: &mut Cursor<'b>, into: &mut Location, steps: &mut usize) -> Outcome<()> {
        for _ in 0..cursor.count("locations")? {
            self.collect_next(cursor, into, steps)?;
        }
        Ok(())
    }

    fn place(&mut self, cursor: &mut Cursor<'b>, into: &mut Location) -> Outcome<()> {
        let file = self.name(cursor)?;
        let [line, column] = [cursor.varint("a line")?, cursor.varint("a column")?];
        push(into, file, line, column);
        Ok(())
    }

    /// Of a range, its start: the numbers are packed, how many of them first.
    fn range(&mut self, cursor: &mut Cursor<'b>, into: &mut Location) -> Outcome<()> {
        let file = match self.next_attribute(cursor)? {
            Attribute::String(file) => file,
            _ => return Err(cursor.error("expected a file's name to be a string")),
        };
        let count = cursor.varint("the number of places")?;
        let line = if count > 0 { cursor.varint("a line")? } else { 0 };
        let column = if count > 1 { cursor.varint("a column")? } else { 0 };
        push(into, file, line, column);
        Ok(())
    }
}

fn push(into: &mut Location, file: Arc<str>, line: u64, column: u64) {
    let [line, column] = [line, column].map(|number| u32::try_from(number).unwrap_or(u32::MAX));
    into.frames.push(Position { file, line, column }.into());
}
