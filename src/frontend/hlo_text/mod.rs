//! HLO text in, [`crate::hlo::Module`] out.
//!
//! [`syntax`] takes the text apart, [`build`] looks names up and makes the module, [`entry`] gives it the calling
//! convention of a program. What XLA writes in any state of optimization is read; what our printer writes is read back
//! to the same module.

mod annotations;
mod build;
mod cursor;
mod entry;
mod instructions;
mod literal;
mod module;
mod ops;
mod order;
mod replica_groups;
mod shape;
mod site;
mod stack_frames;
mod syntax;
#[cfg(test)]
mod tests;
mod window;

use super::Source;
use crate::hlo::{Diagnostics, Module};
use cursor::Cursor;

/// Whether a text is HLO: it begins with its keyword.
pub fn is_hlo(source: &Source) -> bool {
    Cursor::new(source).eat_word("HloModule")
}

/// Reads a module, not yet verified.
pub fn read(source: &Source) -> Result<Module, Diagnostics> {
    let (mut module, header) = build::build(source, syntax::module(source)?)?;
    entry::flatten_parameters(&mut module, &header.donors);
    Ok(module)
}
