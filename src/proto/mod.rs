//! HLO as protocol buffers: what XLA dumps as `.pb`, what JAX serialises, what run_hlo_module takes with arguments.
//!
//! A file becomes HLO text ([`read`]), which the frontend reads; a module is written from its instructions ([`write()`]).
//! `docs/hlo-proto.md` says which messages are read and written.

mod container;
mod damage;
mod mesh;
mod messages;
mod names;
mod read;
mod reorder;
#[cfg(test)]
mod tests;
mod write;

use crate::hlo::{ArrayLiteral, Diagnostics, Literal};
use damage::{Damage, InField, Outcome};

pub use container::is_proto;
pub use write::write;

/// A program as text, with the arguments that its file holds.
pub struct Program {
    pub text: String,
    /// Leaves of tuples one by one, as programs take them here.
    pub arguments: Option<Vec<ArrayLiteral>>,
}

/// Reads a file's module as HLO text.
///
/// # Errors
/// A file that is damaged, or holds what is not supported, by field.
pub fn read(bytes: &[u8]) -> Result<Program, Diagnostics> {
    Ok(program(bytes)?)
}

fn program(bytes: &[u8]) -> Outcome<Program> {
    let file = container::read(bytes)?;
    let text = read::module_text(&file.module, file.replica_count, file.partition_count)?;
    let mut arguments = None;
    if let Some(literals) = &file.arguments {
        let mut leaves = Vec::new();
        for (i, proto) in literals.iter().enumerate() {
            flatten(read::literal(proto).in_item("arguments", i)?, &mut leaves).in_item("arguments", i)?;
        }
        arguments = Some(leaves);
    }
    Ok(Program { text, arguments })
}

fn flatten(literal: Literal, leaves: &mut Vec<ArrayLiteral>) -> Outcome {
    match literal {
        Literal::Array(array) => leaves.push(array),
        Literal::Tuple(parts) => parts.into_iter().try_for_each(|part| flatten(part, leaves))?,
        Literal::Token => return Err(Damage::unsupported("tokens as arguments")),
    }
    Ok(())
}
