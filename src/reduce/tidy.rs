//! What a step leaves behind, taken away.

use super::Program;
use crate::hlo::{Computation, InstructionId, Module, Op};
use std::collections::HashMap;

/// Drops what nothing uses, arguments too, and the order of execution.
pub fn tidy(program: &mut Program) {
    let module = &mut program.module;
    for id in module.computation_ids() {
        let keeps_parameters = id != module.entry_id();
        remove_unused(module.computation_mut(id), keeps_parameters);
    }
    module.remove_unreachable();
    let entry = module.entry_mut();
    let mut arguments = Vec::new();
    let mut renumbered = HashMap::new();
    for (number, id) in entry.parameters().into_iter().enumerate() {
        if let Op::Parameter { number: old } = entry.op(id) {
            arguments.push(program.arguments[*old].clone());
            renumbered.insert(*old, number);
        }
        entry.get_mut(id).op = Op::Parameter { number };
    }
    program.arguments = arguments;
    renumber_donated(module, &renumbered);
}

fn remove_unused(computation: &mut Computation, keeps_parameters: bool) {
    computation.schedule = None;
    for id in computation.post_order().into_iter().rev() {
        let is_parameter = matches!(computation.op(id), Op::Parameter { .. });
        let unused = computation.users(id).is_empty() && computation.root() != id;
        if unused && !(is_parameter && keeps_parameters) {
            computation.remove(id);
        }
    }
    for id in computation.ids().collect::<Vec<_>>() {
        let before = std::mem::take(&mut computation.get_mut(id).control_predecessors);
        let kept: Vec<InstructionId> = before.into_iter().filter(|&before| computation.contains(before)).collect();
        computation.get_mut(id).control_predecessors = kept;
    }
}

/// What is promised about arguments goes with their numbers.
fn renumber_donated(module: &mut Module, renumbered: &HashMap<usize, usize>) {
    module.buffer_donors = module.buffer_donors.iter().filter_map(|old| renumbered.get(old).copied()).collect();
    module.input_output_aliases.retain_mut(|alias| match renumbered.get(&alias.parameter) {
        Some(&number) => {
            alias.parameter = number;
            true
        }
        None => false,
    });
}
