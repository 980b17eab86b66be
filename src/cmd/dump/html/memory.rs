//! When each buffer of the arena lives, and what runs then.

use crate::codegen::executable::memory_json as report_json;
use crate::hlo::{Diagnostics, Module};
use crate::passes::buffer_assignment::BufferAssignment;
use crate::passes::buffers::Values;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The memory plan of a scheduled module as `docs/json.md` describes it, and `steps`: for every moment at which a value
/// begins to live the computation and the instruction that make it.
///
/// # Errors
/// As [`BufferAssignment::of`].
pub fn memory_json(module: &Module) -> Result<Value, Diagnostics> {
    let mut out = report_json(&BufferAssignment::of(module)?.report());
    let values = Values::of(module);
    let mut steps = BTreeMap::new();
    for value in values.ids().map(|id| values.get(id)) {
        let computation = module.computation(value.place.computation);
        let instruction = computation.get(value.place.instruction).name();
        steps.entry(value.defined).or_insert_with(|| json!([value.defined, &*computation.name, &**instruction]));
    }
    out["steps"] = steps.into_values().collect();
    Ok(out)
}
