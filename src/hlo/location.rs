//! Where an instruction comes from: the text being read, and the source that the text itself names.

use std::fmt;
use std::sync::Arc;

/// A place in a file; line and column count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub file: Arc<str>,
    pub line: u32,
    pub column: u32,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// A place in a traced program, with the function that it is in where that is known.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    pub place: Position,
    pub function: Option<Arc<str>>,
}

impl From<Position> for Frame {
    fn from(place: Position) -> Frame {
        Frame { place, function: None }
    }
}

/// Provenance of an instruction.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Location {
    /// Place in the file that the user gave us: what a caret points to.
    pub text: Option<Position>,
    /// The operation's name in the program that was traced (`jit(f)/jit(main)/add`): HLO's `op_name`.
    pub op_name: Option<Arc<str>>,
    /// Frames of the traced program, innermost first.
    pub frames: Vec<Frame>,
}

impl Location {
    /// The innermost frame of the traced program, or else the place in the text that was read.
    pub fn innermost(&self) -> Option<&Position> {
        self.frames.first().map(|frame| &frame.place).or(self.text.as_ref())
    }
}

/// Shared by the instructions that come from one place.
pub type LocationRef = Option<Arc<Location>>;

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.op_name.iter().map(|name| format!("\"{name}\""));
        let frames = self.frames.iter().map(|frame| &frame.place);
        let places = self.text.iter().chain(frames).map(Position::to_string);
        f.write_str(&places.chain(name).collect::<Vec<_>>().join(" from "))
    }
}
