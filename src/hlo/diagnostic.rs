//! What is wrong with a program, where, and whose fault it is.

use super::location::LocationRef;
use std::fmt;

/// Who has to act on a diagnostic. Decides the exit code of the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Blame {
    /// The program breaks a rule of the language.
    Program,
    /// The program is right, and this is not supported here.
    Unsupported,
    /// The program states what its arguments have to be like, and they are not.
    Assertion,
    /// A pass or emitter of ours broke an invariant.
    Bug,
}

/// One finding. Messages are in lower case, without a full stop, and say what was expected and what was found.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    pub blame: Blame,
    pub message: String,
    pub location: LocationRef,
    /// Further lines: what is expected, the next step.
    pub notes: Vec<String>,
}

impl Diagnostic {
    pub fn program(message: impl Into<String>, location: &LocationRef) -> Diagnostic {
        Diagnostic::new(Blame::Program, message, location)
    }

    pub fn unsupported(message: impl Into<String>, location: &LocationRef) -> Diagnostic {
        Diagnostic::new(Blame::Unsupported, message, location)
    }

    pub fn assertion(message: impl Into<String>, location: &LocationRef) -> Diagnostic {
        Diagnostic::new(Blame::Assertion, message, location)
    }

    pub fn bug(message: impl Into<String>, location: &LocationRef) -> Diagnostic {
        Diagnostic::new(Blame::Bug, message, location)
    }

    fn new(blame: Blame, message: impl Into<String>, location: &LocationRef) -> Diagnostic {
        Diagnostic { blame, message: message.into(), location: location.clone(), notes: Vec::new() }
    }

    pub fn with_note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(note.into());
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.blame {
            Blame::Program => "error",
            Blame::Assertion => "assertion failed",
            Blame::Unsupported => "unsupported",
            Blame::Bug => "bug in pjrt",
        };
        if let Some(location) = &self.location {
            write!(f, "{location}: ")?;
        }
        write!(f, "{kind}: {}", self.message)?;
        self.notes.iter().try_for_each(|note| write!(f, "\n  note: {note}"))
    }
}

/// All findings about a module; never empty when it travels as an error.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics(pub Vec<Diagnostic>);

impl Diagnostics {
    /// `Ok` without findings.
    pub fn into_result(self) -> Result<(), Diagnostics> {
        if self.0.is_empty() { Ok(()) } else { Err(self) }
    }

    /// The gravest blame among the findings: a bug of ours outweighs the program's fault, that a failed assertion, and
    /// that what is unsupported.
    pub fn blame(&self) -> Blame {
        let rank = |blame| match blame {
            Blame::Unsupported => 0,
            Blame::Assertion => 1,
            Blame::Program => 2,
            Blame::Bug => 3,
        };
        self.0.iter().map(|d| d.blame).max_by_key(|&blame| rank(blame)).unwrap_or(Blame::Bug)
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Diagnostics {
        Diagnostics(vec![diagnostic])
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&super::shape::join(&self.0, "\n"))
    }
}

impl std::error::Error for Diagnostics {}
