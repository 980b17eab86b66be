//! `all-reduce-simp`: collectives whose result a device knows without the others.
//!
//! * In groups of one device: `all-reduce(x) = x`, and so for all-gather, all-to-all, broadcast and reduce-scatter.
//! * Where all members of a group of n have the same operand: `sum(x, …, x) = n·x`, and `op(x, …, x) = x` for maximum,
//!   minimum, and, or. The product is rounded once where the sum is n-1 times; complex numbers stay, since n·x has a
//!   NaN where an infinite x has none.

use super::exchange::{edit_exchanging, of_one_array, own_reduction};
use super::graph::Graph;
use super::replication::Replication;
use super::scalar::Scalar;
use super::{Pass, control};
use crate::hlo::{BinaryOp, CollectiveKind, Diagnostics, ElementType, InstructionId, Module};

pub const PASS: Pass = Pass {
    name: "all-reduce-simp",
    description: "Replaces collectives whose result a device knows without the others.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    edit_exchanging(module, simplify)
}

fn simplify(graph: &mut Graph) -> bool {
    let pinned = control::pinned(graph);
    let is_candidate = |id: &InstructionId| !pinned.contains(id) && of_one_array(graph, *id).is_some();
    let candidates: Vec<InstructionId> = graph.post_order().into_iter().filter(is_candidate).collect();
    if candidates.is_empty() {
        return false;
    }
    let Some(mut replication) = Replication::of(graph) else { return false };
    let mut changed = false;
    for id in candidates {
        graph.location = graph.get(id).location.clone();
        if let Some(known) = alone(graph, id).or_else(|| repeated(graph, id, &replication)) {
            if known != graph.operand(id, 0) {
                replication.replaced(id, known);
            }
            graph.replace(id, known);
            changed = true;
        }
    }
    changed
}

/// Every device is a group of its own: it gets its operand back.
fn alone(graph: &Graph, id: InstructionId) -> Option<InstructionId> {
    let collective = of_one_array(graph, id)?;
    let counts = graph.module.device_counts();
    let groups = collective.device_groups(counts).ok()?;
    let are_single = groups.len() == counts.devices() && groups.iter().all(|group| group.len() == 1);
    let is_permute = matches!(collective.kind, CollectiveKind::CollectivePermute { .. });
    let operand = graph.operand(id, 0);
    (are_single && !is_permute && graph.shape(operand) == graph.shape(id)).then_some(operand)
}

/// Every member brings the same.
fn repeated(graph: &mut Graph, id: InstructionId, replication: &Replication) -> Option<InstructionId> {
    let collective = of_one_array(graph, id)?;
    let CollectiveKind::AllReduce { .. } = collective.kind else { return None };
    let groups = collective.device_groups(graph.module.device_counts()).ok()?;
    let operand = graph.operand(id, 0);
    if !replication.is_alike(operand, &groups) {
        return None;
    }
    match own_reduction(graph, id)? {
        BinaryOp::Maximum | BinaryOp::Minimum | BinaryOp::And | BinaryOp::Or => Some(operand),
        BinaryOp::Add => {
            let members = groups.first()?.len();
            groups.iter().all(|group| group.len() == members).then(|| times(graph, operand, members))?
        }
        _ => None,
    }
}

/// `members · x`, of numbers.
fn times(graph: &mut Graph, x: InstructionId, members: usize) -> Option<InstructionId> {
    let array = graph.array(x).clone();
    if array.element_type == ElementType::Pred || array.element_type.is_complex() {
        return None;
    }
    let factor = graph.splat_of(&array, Scalar::of(array.element_type, i32::try_from(members).ok()?))?;
    Some(graph.binary(BinaryOp::Multiply, x, factor))
}
