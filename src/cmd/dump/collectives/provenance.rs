//! The chain of passes that made a collective, back through those that it was made of.

use super::super::history::Run;
use crate::hlo::{Instruction, Module};
use crate::passes::made_from;

/// The runs that made or changed a collective of the last module, and before that those of which it was made, in order:
/// `spmd-partitioner#1`, `combined from 3 by all-reduce-combiner#1`.
pub fn chain(runs: &[Run], instruction: &Instruction) -> Vec<String> {
    chain_until(runs, instruction.name())
}

/// As it was after the last of these runs.
fn chain_until(runs: &[Run], name: &str) -> Vec<String> {
    let mut chain = Vec::new();
    for (index, run) in runs.iter().enumerate().filter(|(_, run)| run.changed) {
        let Some(after) = named(&run.after, name) else { continue };
        match named(&run.before, name) {
            Some(before) if before.op == after.op && before.shape == after.shape => {}
            Some(_) => chain.push(run_name(run)),
            None => {
                let parts: Vec<&str> =
                    made_from(after).into_iter().filter(|part| is_there(&run.before, part)).collect();
                chain = chain_of_all(&runs[..index], &parts);
                chain.push(birth(run, parts.len()));
            }
        }
    }
    chain
}

/// What made any of these collectives, each run once.
fn chain_of_all(runs: &[Run], names: &[&str]) -> Vec<String> {
    let mut all = Vec::new();
    for step in names.iter().flat_map(|name| chain_until(runs, name)) {
        if !all.contains(&step) {
            all.push(step);
        }
    }
    all
}

/// What a run did that made one collective of `parts` others.
fn birth(run: &Run, parts: usize) -> String {
    match parts {
        0 | 1 => run_name(run),
        _ if run.pass.name.ends_with("-combiner") => format!("combined from {parts} by {}", run_name(run)),
        _ => format!("made from {parts} by {}", run_name(run)),
    }
}

fn run_name(run: &Run) -> String {
    format!("{}#{}", run.pass.name, run.ordinal)
}

fn is_there(module: &Module, name: &str) -> bool {
    named(module, name).is_some()
}

/// The collective of this name.
fn named<'m>(module: &'m Module, name: &str) -> Option<&'m Instruction> {
    let is_it = |instruction: &&Instruction| instruction.op.as_collective().is_some() && &**instruction.name() == name;
    let mut ids = module.computation_ids().into_iter();
    ids.find_map(|id| {
        let computation = module.computation(id);
        computation.ids().map(|id| computation.get(id)).find(is_it)
    })
}
