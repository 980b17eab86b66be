//! How a command ends when it does not end well: one message, one exit code.

use crate::hlo::{Blame, Diagnostics};
use crate::runtime;

/// Exit codes of the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// A result is not what was expected.
    Mismatch = 1,
    BadProgram = 2,
    BadUsage = 3,
    RunFailed = 4,
    Unsupported = 77,
}

/// What to print to standard error, whole, and how to exit.
#[derive(Debug)]
pub struct Failure {
    pub code: Code,
    pub message: String,
}

pub type Outcome<T = ()> = Result<T, Failure>;

impl Failure {
    pub fn new(code: Code, message: impl Into<String>) -> Failure {
        Failure { code, message: message.into() }
    }

    /// The caller's mistake.
    pub fn usage(message: impl std::fmt::Display) -> Failure {
        Failure::new(Code::BadUsage, format!("error: {message}"))
    }

    /// A file that cannot be read or written.
    pub fn io(error: &anyhow::Error) -> Failure {
        Failure::new(Code::RunFailed, format!("error: {error:#}"))
    }

    /// Findings about a program, rendered.
    pub fn program(diagnostics: &Diagnostics, rendered: String) -> Failure {
        let code = match diagnostics.blame() {
            Blame::Program => Code::BadProgram,
            Blame::Unsupported => Code::Unsupported,
            Blame::Assertion | Blame::Bug => Code::RunFailed,
        };
        Failure::new(code, rendered)
    }

    /// An error of the runtime; `render` shows findings about the program with their source.
    pub fn runtime(error: runtime::Error, render: impl Fn(&Diagnostics) -> String) -> Failure {
        match error {
            runtime::Error::Program(diagnostics) => Failure::program(&diagnostics, render(&diagnostics)),
            runtime::Error::Usage(message) => Failure::usage(message),
            runtime::Error::Artifact(message) => Failure::new(Code::BadProgram, format!("error: {message}")),
            runtime::Error::Execution(error) => Failure::new(execution_code(error.kind), format!("error: {error}")),
        }
    }
}

fn execution_code(kind: runtime::ExecutionErrorKind) -> Code {
    match kind {
        runtime::ExecutionErrorKind::Mismatch => Code::Mismatch,
        runtime::ExecutionErrorKind::Failed => Code::RunFailed,
    }
}
