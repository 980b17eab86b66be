//! Standard output. It can fail, as on a full disk; a command then ends with that error.

use super::failure::{Failure, Outcome};
use anyhow::Context;
use std::io::Write;

/// Prints text as it is.
///
/// # Errors
/// Output that cannot be written.
pub fn print(text: impl std::fmt::Display) -> Outcome {
    try_print(text).map_err(|error| Failure::io(&error))
}

/// As [`print`], for callers whose errors have no exit code yet.
pub fn try_print(text: impl std::fmt::Display) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    write!(out, "{text}").and_then(|()| out.flush()).context("cannot write to standard output")
}
