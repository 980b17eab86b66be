//! Standard output and standard error. Both can fail, as on a full disk: a command that cannot print ends with that
//! error; who cannot be told of an error is not told.

use super::failure::{Failure, Outcome};
use super::program::is_standard_stream;
use crate::runtime::npy::write_atomically;
use anyhow::Context;
use std::io::Write;
use std::path::Path;

const UNPRINTED: &str = "cannot write to standard output";

/// Prints text as it is.
///
/// # Errors
/// Output that cannot be written.
pub fn print(text: impl std::fmt::Display) -> Outcome {
    try_print(text).map_err(|error| Failure::io(&error))
}

/// As [`print`], for callers whose errors have no exit code yet.
pub fn try_print(text: impl std::fmt::Display) -> anyhow::Result<()> {
    try_print_bytes(text.to_string().as_bytes())
}

/// Prints what may be no text.
///
/// # Errors
/// Output that cannot be written.
pub fn print_bytes(bytes: &[u8]) -> Outcome {
    try_print_bytes(bytes).map_err(|error| Failure::io(&error))
}

/// Writes a file, whole or not at all; without one, or to `-`, prints.
///
/// # Errors
/// Output that cannot be written.
pub fn deliver(bytes: &[u8], path: Option<&Path>) -> Outcome {
    match path.filter(|path| !is_standard_stream(path)) {
        Some(path) => write_atomically(path, |file| file.write_all(bytes)).map_err(|error| Failure::io(&error)),
        None => print_bytes(bytes),
    }
}

fn try_print_bytes(bytes: &[u8]) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).context(UNPRINTED)
}

/// What comes of output that cannot be written.
pub fn unprinted(error: std::io::Error) -> Failure {
    Failure::io(&anyhow::Error::new(error).context(UNPRINTED))
}

/// Writes to standard error, in one piece: other processes write to the same place.
pub fn report(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}
