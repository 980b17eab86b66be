//! `async-collective-replacer`: what starts and is waited for becomes the plain operation, at the start's place.
//!
//! XLA's CPU target begins with this pass, for collectives; here it is for whatever runs asynchronously, since the passes
//! of a target that waits for everything anyway see more in a plain operation.

use super::Pass;
use crate::hlo::{Diagnostics, Module};

pub const PASS: Pass = Pass {
    name: "async-collective-replacer",
    description: "Makes collectives and all else that runs asynchronously plain operations.",
    run,
};

pub fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut changed = false;
    for id in module.computation_ids() {
        changed |= module.computation_mut(id).make_synchronous();
    }
    if changed {
        module.computation_ids().into_iter().for_each(|id| module.computation_mut(id).schedule = None);
    }
    Ok(changed)
}
