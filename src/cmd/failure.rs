//! How a command ends when it does not end well: one message, one exit code.

use super::shell::quoted;
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
        match diagnostics.blame() {
            Blame::Program => Failure::new(Code::BadProgram, rendered),
            Blame::Unsupported => Failure::new(Code::Unsupported, rendered),
            Blame::Assertion => Failure::new(Code::RunFailed, rendered),
            Blame::Bug => Failure::bug(&rendered),
        }
    }

    /// A bug of ours: says how to see it again.
    pub fn bug(message: &str) -> Failure {
        let command: String = std::env::args().skip(1).map(|argument| format!(" {}", quoted(&argument))).collect();
        let reproduce = format!("  note: reproduce: pjrt{command}\n  note: pjrt bisect makes the program smaller");
        Failure::new(Code::RunFailed, format!("{}\n{reproduce}", message.trim_end()))
    }

    /// An error of the runtime; `render` shows findings about the program with their source.
    pub fn runtime(error: runtime::Error, render: impl Fn(&Diagnostics) -> String) -> Failure {
        match error {
            runtime::Error::Program(diagnostics) => Failure::program(&diagnostics, render(&diagnostics)),
            runtime::Error::Usage(message) => Failure::usage(message),
            runtime::Error::Artifact(message) => Failure::new(Code::BadProgram, format!("error: {message}")),
            runtime::Error::ForeignArtifact(message) => Failure::new(Code::Unsupported, format!("error: {message}")),
            runtime::Error::Execution(error) => Failure::execution(&error),
        }
    }

    fn execution(error: &runtime::ExecutionError) -> Failure {
        match error.kind {
            runtime::ExecutionErrorKind::Mismatch => Failure::new(Code::Mismatch, format!("error: {error}")),
            runtime::ExecutionErrorKind::Failed => Failure::new(Code::RunFailed, format!("error: {error}")),
            runtime::ExecutionErrorKind::Bug => Failure::bug(&error.message),
        }
    }
}

/// As other processes are told of it.
impl From<&Failure> for runtime::ExecutionError {
    fn from(failure: &Failure) -> runtime::ExecutionError {
        let kind = match failure.code {
            Code::Mismatch => runtime::ExecutionErrorKind::Mismatch,
            Code::BadProgram | Code::BadUsage | Code::RunFailed | Code::Unsupported => {
                runtime::ExecutionErrorKind::Failed
            }
        };
        let message = failure.message.trim_start_matches("error: ").trim_end();
        runtime::ExecutionError { kind, message: message.into() }
    }
}
