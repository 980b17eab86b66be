//! `sharding-remover`: drops what a program for one partition says about partitions.
//!
//! There an annotated value is the value itself, and its part is the whole. Native code takes annotations for nothing, so
//! that the pipeline `cpu` leaves this pass out.

use super::graph::{Graph, edit};
use super::{Pass, control};
use crate::hlo::{CustomCall, Diagnostics, InstructionId, Module, Op};

pub const PASS: Pass =
    Pass { name: "sharding-remover", description: "Drops shardings of programs for one partition.", run };

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    if module.partition_count > 1 {
        return Ok(false);
    }
    let mut changed = false;
    for id in module.computation_ids() {
        changed |=
            edit(module, id, |graph| forget_shardings(graph) | remove_calls(graph, &CustomCall::SHARDING_ANNOTATIONS));
    }
    Ok(changed)
}

fn forget_shardings(graph: &mut Graph) -> bool {
    let sharded: Vec<InstructionId> = graph.ids().filter(|&id| graph.get(id).sharding.is_some()).collect();
    sharded.iter().for_each(|&id| graph.computation.get_mut(id).sharding = None);
    !sharded.is_empty()
}

/// Replaces custom calls of these targets by their operand, where it has their shape.
pub(super) fn remove_calls(graph: &mut Graph, targets: &[&str]) -> bool {
    let pinned = control::pinned(graph);
    let is_annotation = |&id: &InstructionId| {
        let Op::CustomCall(call) = graph.op(id) else { return false };
        let same_shape = matches!(graph.operands(id), &[x] if graph.shape(x) == graph.shape(id));
        targets.contains(&&*call.target) && same_shape && !pinned.contains(&id)
    };
    let calls: Vec<InstructionId> = graph.ids().filter(is_annotation).collect();
    for &call in &calls {
        let operand = graph.operand(call, 0);
        graph.replace(call, operand);
    }
    !calls.is_empty()
}
