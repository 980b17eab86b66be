//! `strip-memory-placement-annotations`: drops wishes about where values lie.
//!
//! A processor has one memory: a value that is to lie on the host, or on the device, is the value itself. Native code
//! takes these calls for nothing, so that the pipeline `cpu` leaves this pass out.

use super::Pass;
use super::graph::edit;
use super::sharding_remover::remove_calls;
use crate::hlo::{CustomCall, Diagnostics, Module};

pub const PASS: Pass = Pass {
    name: "strip-memory-placement-annotations",
    description: "Drops custom calls that say in which memory a value lies.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut changed = false;
    for id in module.computation_ids() {
        changed |= edit(module, id, |graph| remove_calls(graph, &CustomCall::MEMORY_ANNOTATIONS));
    }
    Ok(changed)
}
