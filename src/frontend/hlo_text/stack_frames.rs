//! The tables between header and computations that say where instructions come from.
//!
//! `FileNames` and `FunctionNames` number strings, `FileLocations` places in files, `StackFrames` places with the frame
//! that called them. Metadata refers to a frame by number.

use super::cursor::{Cursor, Outcome};
use crate::hlo::{Frame, Position};
use std::collections::HashMap;
use std::sync::Arc;

/// Frames beyond this many are left out: a chain may be as long as the table.
const MAX_FRAMES: usize = 64;

#[derive(Default)]
pub struct StackFrames {
    files: HashMap<usize, Arc<str>>,
    functions: HashMap<usize, Arc<str>>,
    locations: HashMap<usize, Frame>,
    frames: HashMap<usize, Entry>,
}

struct Entry {
    location: usize,
    /// Always a smaller number, so that chains end.
    parent: Option<usize>,
}

impl StackFrames {
    pub fn read(cursor: &mut Cursor) -> Outcome<StackFrames> {
        let mut tables = StackFrames::default();
        loop {
            if cursor.eat_word("FileNames") {
                tables.files = strings(cursor)?;
            } else if cursor.eat_word("FunctionNames") {
                tables.functions = strings(cursor)?;
            } else if cursor.eat_word("FileLocations") {
                tables.read_locations(cursor)?;
            } else if cursor.eat_word("StackFrames") {
                tables.read_frames(cursor)?;
            } else {
                return Ok(tables);
            }
        }
    }

    fn read_locations(&mut self, cursor: &mut Cursor) -> Outcome {
        while cursor.peek().is_ascii_digit() {
            let number = cursor.index()?;
            let fields = fields(cursor)?;
            let field = |name: &str| fields.get(name).copied().unwrap_or(0);
            if let Some(file) = self.files.get(&field("file_name_id")) {
                let (line, column) = (field("line") as u32, field("column") as u32);
                let place = Position { file: file.clone(), line, column };
                let function = self.functions.get(&field("function_name_id")).filter(|name| !name.is_empty()).cloned();
                self.locations.insert(number, Frame { place, function });
            }
        }
        Ok(())
    }

    fn read_frames(&mut self, cursor: &mut Cursor) -> Outcome {
        while cursor.peek().is_ascii_digit() {
            let number = cursor.index()?;
            let fields = fields(cursor)?;
            let location = fields.get("file_location_id").copied().unwrap_or(0);
            // One more than the number of the frame; 1 stands for none.
            let parent = fields.get("parent_frame_id").map_or(0, |parent| parent.saturating_sub(1));
            self.frames.insert(number, Entry { location, parent: Some(parent).filter(|&it| it > 0 && it < number) });
        }
        Ok(())
    }

    /// A frame and its callers, innermost first.
    pub fn callers(&self, frame: usize) -> Vec<Frame> {
        let first = self.frames.get(&frame);
        let chain = std::iter::successors(first, |frame| self.frames.get(&frame.parent?));
        chain.take(MAX_FRAMES).filter_map(|frame| self.locations.get(&frame.location).cloned()).collect()
    }
}

/// `1 "text"`, one a line.
fn strings(cursor: &mut Cursor) -> Outcome<HashMap<usize, Arc<str>>> {
    let mut strings = HashMap::new();
    while cursor.peek().is_ascii_digit() {
        let number = cursor.index()?;
        strings.insert(number, cursor.string()?.into());
    }
    Ok(strings)
}

/// `{name=1 other=2}`
fn fields<'s>(cursor: &mut Cursor<'s>) -> Outcome<HashMap<&'s str, usize>> {
    cursor.expect("{")?;
    let mut fields = HashMap::new();
    while !cursor.eat("}") {
        let name = cursor.expect_word("a field")?;
        cursor.expect("=")?;
        fields.insert(name.text, cursor.index()?);
    }
    Ok(fields)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontend::Source;

    #[test]
    fn frames_are_innermost_first() {
        let source = Source::new(
            "test.hlo",
            "FileNames\n1 \"a.py\"\n2 \"b.py\"\nFunctionNames\n1 \"main\"\nFileLocations\n1 {file_name_id=1 \
             function_name_id=1 line=3 end_line=3 column=5 end_column=9}\n2 {file_name_id=2 line=7}\nStackFrames\n\
             1 {file_location_id=1 parent_frame_id=1}\n2 {file_location_id=2 parent_frame_id=2}\n",
        );
        let frames = StackFrames::read(&mut Cursor::new(&source)).unwrap();
        let text = |frame| {
            let frames = frames.callers(frame).into_iter();
            frames.map(|frame| format!("{} {}", frame.place, frame.function.unwrap_or_default())).collect::<Vec<_>>()
        };
        assert_eq!(text(2), ["b.py:7:0 ", "a.py:3:5 main"]);
        assert_eq!(text(1), ["a.py:3:5 main"]);
        assert_eq!(text(9), [""; 0]);
    }
}
