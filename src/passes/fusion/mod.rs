//! fusion: operations that one kernel can perform become one fusion instruction.
//!
//! Users come before producers. A producer joins the group of its users where the kernel computes each of its
//! elements about once ([`access`] counts), is copied into several groups where it costs next to nothing, or is
//! written by a group of the same shape as one more result. What stays alone is left as it is: a kernel of one.

mod access;
mod build;
mod groups;
mod output;
mod reach;
mod role;

use super::Pass;
use super::call_graph::{applies_to_elements, callees};
use crate::hlo::{ComputationId, Diagnostics, Module, Op};

pub const PASS: Pass = Pass {
    name: "fusion",
    description: "Joins elementwise operations, data movement and reductions into fusions, a kernel each.",
    run,
};

/// Forms fusions in every computation that runs as a program of its own.
fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut changed = false;
    for id in programs(module) {
        let groups = groups::Groups::of(module.computation(id));
        changed |= build::build(module, id, groups);
    }
    Ok(changed)
}

/// The entry, and the computations of loops, branches and calls.
fn programs(module: &Module) -> Vec<ComputationId> {
    let elements = callees(module, applies_to_elements);
    let fused = callees(module, |op| matches!(op, Op::Fusion { .. }));
    module.post_order().into_iter().filter(|id| !elements.contains(id) && !fused.contains(id)).collect()
}
