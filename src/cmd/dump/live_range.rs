//! When each value of a scheduled module lives, in the form of XLA's `-live-range.txt`.

use crate::hlo::Module;
use crate::passes::buffers::{Time, Value, Values};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The instructions in order of execution, the values with the first and last step of their lives, and those that live
/// while most bytes do. What the caller owns lives from its first step to the last.
pub fn report(module: &Module) -> String {
    let values = Values::of(module);
    let mut alive: Vec<&Value> = values.ids().map(|id| values.get(id)).filter(|value| !value.is_token).collect();
    alive.sort_by_key(|value| (value.defined, value.place));
    let end = values.end();
    let last = |value: &Value| value.last_use.min(end);
    let mut out = format!("HloLiveRange (max {end}):\n  InstructionSequence:\n");
    let mut sequence = BTreeMap::new();
    for value in &alive {
        sequence.entry(value.defined).or_insert_with(|| instruction(module, value));
    }
    for (step, name) in sequence {
        _ = writeln!(out, "    {step}:{name}");
    }
    out.push_str("  BufferLiveRange:\n");
    for value in &alive {
        _ = writeln!(out, "    {}:{}-{}", leaf(module, value), value.defined, last(value));
    }
    let peak = peak(&alive, end);
    _ = writeln!(out, "  Live ranges at {peak} (peak):");
    for value in alive.iter().filter(|value| (value.defined..=last(value)).contains(&peak)) {
        _ = writeln!(out, "    {}: {} bytes", leaf(module, value), value.bytes);
    }
    out
}

/// The first step at which most bytes are alive.
fn peak(alive: &[&Value], end: Time) -> Time {
    let mut changes: BTreeMap<Time, i128> = BTreeMap::new();
    for value in alive {
        *changes.entry(value.defined).or_default() += value.bytes as i128;
        *changes.entry(value.last_use.min(end) + 1).or_default() -= value.bytes as i128;
    }
    let (mut live, mut most, mut peak) = (0, 0, 0);
    for (step, change) in changes {
        live += change;
        if live > most {
            (most, peak) = (live, step);
        }
    }
    peak
}

fn instruction<'m>(module: &'m Module, value: &Value) -> &'m str {
    module.computation(value.place.computation).get(value.place.instruction).name()
}

/// `name{1}` for the second element of a tuple.
fn leaf(module: &Module, value: &Value) -> String {
    let shape = module.computation(value.place.computation).shape(value.place.instruction);
    let path = shape.leaves().swap_remove(value.place.leaf).0;
    let path: Vec<String> = path.iter().map(usize::to_string).collect();
    format!("{}{{{}}}", instruction(module, value), path.join(","))
}
