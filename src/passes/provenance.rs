//! What a collective was made of, said on the instruction: `pjrt dump --collectives` follows it back.

use crate::hlo::{Computation, Instruction, InstructionId};
use std::sync::Arc;

/// The frontend attribute with the names of the collectives that this one stands for.
const MADE_FROM: &str = "made_from";

/// Says of a new collective which ones it stands for.
pub(super) fn note(computation: &mut Computation, made: InstructionId, from: &[InstructionId]) {
    let names: Vec<&str> = from.iter().map(|&id| &**computation.get(id).name()).collect();
    let names = Arc::from(names.join(" "));
    computation.get_mut(made).frontend_attributes.insert(Arc::from(MADE_FROM), names);
}

/// The names of the collectives that this one stands for, as they were when a pass made it.
pub fn made_from(instruction: &Instruction) -> Vec<&str> {
    instruction.frontend_attributes.get(MADE_FROM).map_or_else(Vec::new, |names| names.split(' ').collect())
}
