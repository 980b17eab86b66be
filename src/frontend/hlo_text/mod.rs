//! HLO text in, [`crate::hlo::Module`] out.
//!
//! [`syntax`] takes the text apart, [`build`] looks names up and makes the module, [`calling_convention`] gives it the
//! calling convention of a program. What XLA writes in any state of optimization is read; what our printer writes is
//! read back to the same module.

mod annotations;
mod bounds;
mod buffers;
mod build;
mod comparator;
mod conform;
mod cursor;
mod instructions;
mod literal;
mod module;
mod ops;
mod order;
mod replica_groups;
mod shape;
mod site;
mod sizes;
mod stack_frames;
mod syntax;
#[cfg(test)]
mod tests;
mod window;

use super::Source;
use super::calling_convention;
use super::lower::Lowered;
use crate::hlo::{ArrayLiteral, Diagnostics};
use build::Built;
use cursor::Cursor;

/// Whether a text is HLO: it begins with its keyword.
pub fn is_hlo(source: &Source) -> bool {
    Cursor::new(source).eat_word("HloModule")
}

/// Reads a module, not yet verified; for given arguments, where its sizes depend on them.
pub fn read(source: &Source, arguments: Option<&[ArrayLiteral]>) -> Result<Lowered, Diagnostics> {
    match build::build(source, syntax::module(source)?, arguments)? {
        Built::Module(mut module, header, decisive) => {
            calling_convention::flatten_parameters(&mut module, &header.donors);
            Ok(Lowered::Module(*module, decisive))
        }
        Built::NeedsArguments(signature) => Ok(Lowered::NeedsArguments(signature)),
    }
}
