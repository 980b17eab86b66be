//! `while-loop-trip-count-annotator`: writes down how often loops run, where that can be told.
//!
//! The note stands in the loop's backend config in XLA's form; a loop with it needs no condition at run time.

use super::Pass;
use super::while_loops::{Loop, TripCount};
use crate::hlo::{Diagnostics, Module};
use serde_json::json;
use std::sync::Arc;

pub const PASS: Pass = Pass {
    name: "while-loop-trip-count-annotator",
    description: "Writes down how often loops run, where that can be told.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut changed = false;
    for owner in module.post_order() {
        for found in Loop::all_in(module, owner) {
            let Some(trip_count) = found.trip_count(module) else { continue };
            let config: Arc<str> = note(trip_count).into();
            let instruction = module.computation_mut(owner).get_mut(found.instruction);
            changed |= instruction.backend_config.as_ref() != Some(&config);
            instruction.backend_config = Some(config);
        }
    }
    Ok(changed)
}

fn note(trip_count: TripCount) -> String {
    json!({
        "known_trip_count": { "n": trip_count.count.to_string() },
        "known_induction_variable": { "tuple_index": trip_count.index.to_string() },
        "known_init_step": { "init": trip_count.init.to_string(), "step": trip_count.step.to_string() },
    })
    .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::{ElementType, Shape};
    use crate::passes::while_loops::tests::counting_loop;

    #[test]
    fn note_in_backend_config() {
        let mut module = counting_loop([2, 10, 3], &[Shape::scalar(ElementType::F32)], |_, e| e[1..].to_vec());
        assert!(run(&mut module).expect("succeeds"));
        let entry = module.entry();
        let config = entry.get(entry.operand(entry.root(), 0)).backend_config.clone();
        let expected = "{\"known_trip_count\":{\"n\":\"3\"},\"known_induction_variable\":{\"tuple_index\":\"0\"},\
                        \"known_init_step\":{\"init\":\"2\",\"step\":\"3\"}}";
        assert_eq!(config.as_deref(), Some(expected));
    }
}
