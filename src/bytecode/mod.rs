//! Portable artifacts: StableHLO as MLIR bytecode over the versioned dialect VHLO, as `jax.export` and
//! `stablehlo-translate --serialize` write them.
//!
//! [`container`] knows the file format, [`vhlo`] the dialect's numbers; [`read()`] gives a program as data, [`write()`]
//! takes one.
//! `docs/bytecode.md` says what is read and written.

mod container;
mod cursor;
mod read;
mod vhlo;
mod write;

use crate::hlo::Diagnostics;
use crate::stablehlo::{PrintOptions, print};

pub use read::read;
pub use vhlo::Version;
pub use write::write;

/// An artifact's program as StableHLO text with locations, for the frontend.
///
/// # Errors
/// A file that is damaged, or holds what is not supported.
pub fn to_text(bytes: &[u8]) -> Result<String, Diagnostics> {
    Ok(print(&read(bytes)?, PrintOptions { locations: true }))
}

/// Whether a file is MLIR bytecode.
pub fn is_bytecode(bytes: &[u8]) -> bool {
    bytes.starts_with(&container::MAGIC)
}
