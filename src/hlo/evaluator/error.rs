//! Why an evaluation stopped.

use crate::hlo::{Location, LocationRef};
use std::fmt;
use std::sync::Arc;

/// What kind of end it was; decides the exit code of the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvalErrorKind {
    /// An expectation inside the program (`check.*`) was not met.
    Mismatch,
    /// The program is right, and the evaluator does not know this operation or element type.
    Unsupported,
    /// Anything else: wrong arguments, an unverified program.
    Failed,
}

/// Why an evaluation stopped, and at which instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvalError {
    pub kind: EvalErrorKind,
    pub message: String,
    /// Name and opcode of the instruction; empty where the error is about no instruction.
    pub instruction: String,
    pub location: LocationRef,
}

pub type Result<T> = std::result::Result<T, EvalError>;

impl EvalError {
    pub fn mismatch(message: impl Into<String>) -> EvalError {
        EvalError::new(EvalErrorKind::Mismatch, message)
    }

    pub fn unsupported(message: impl Into<String>) -> EvalError {
        EvalError::new(EvalErrorKind::Unsupported, message)
    }

    pub fn failed(message: impl Into<String>) -> EvalError {
        EvalError::new(EvalErrorKind::Failed, message)
    }

    fn new(kind: EvalErrorKind, message: impl Into<String>) -> EvalError {
        EvalError { kind, message: message.into(), instruction: String::new(), location: None }
    }

    /// Names the instruction; the innermost one stays.
    pub fn at(mut self, instruction: &crate::hlo::Instruction) -> EvalError {
        if self.instruction.is_empty() {
            self.instruction = format!("%{} ({})", instruction.name(), instruction.op.name());
            self.location = instruction.location.clone();
        }
        self
    }
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let location = self.location.as_ref().map(Arc::as_ref).map(Location::to_string);
        let instruction = Some(self.instruction.clone()).filter(|name| !name.is_empty());
        for part in location.into_iter().chain(instruction).filter(|part| !part.is_empty()) {
            write!(f, "{part}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for EvalError {}
