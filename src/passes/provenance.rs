//! What a collective was made of, said on the instruction: `pjrt dump --collectives` follows it back.

use super::graph::Graph;
use crate::hlo::{Instruction, InstructionId};
use std::sync::Arc;

/// The frontend attribute with the names of the collectives that this one stands for.
const MADE_FROM: &str = "made_from";

/// Says of a new collective which ones of its computation it stands for.
pub(super) fn note(graph: &mut Graph, made: InstructionId, from: &[InstructionId]) {
    let names: Vec<Arc<str>> = from.iter().map(|&id| graph.get(id).name().clone()).collect();
    note_names(graph, made, &names);
}

/// Says of a new collective which ones it stands for, by name.
pub(super) fn note_names(graph: &mut Graph, made: InstructionId, names: &[Arc<str>]) {
    let attributes = &mut graph.computation.get_mut(made).frontend_attributes;
    attributes.insert(Arc::from(MADE_FROM), Arc::from(names.join(" ")));
}

/// The names of the collectives that this one stands for, as they were when a pass made it.
pub fn made_from(instruction: &Instruction) -> Vec<&str> {
    instruction.frontend_attributes.get(MADE_FROM).map_or_else(Vec::new, |names| names.split(' ').collect())
}
