//! What passes ask of collectives.

use super::algsimp::applied_operation;
use super::graph::{Graph, edit};
use crate::hlo::{BinaryOp, Collective, Computation, Diagnostics, ElementType, InstructionId, Module, Op, Shape};

/// Rewrites every computation in which devices meet, callees first; says whether any changed.
pub(super) fn edit_exchanging(
    module: &mut Module,
    mut rewrite: impl FnMut(&mut Graph) -> bool,
) -> Result<bool, Diagnostics> {
    let mut changed = false;
    for id in module.post_order() {
        if has_collective(module.computation(id)) {
            changed |= edit(module, id, &mut rewrite);
        }
    }
    Ok(changed)
}

pub(super) fn has_collective(computation: &Computation) -> bool {
    computation.ids().any(|id| matches!(computation.op(id), Op::Collective(_)))
}

/// A collective of one array.
pub(super) fn of_one_array<'g>(graph: &'g Graph, id: InstructionId) -> Option<&'g Collective> {
    match graph.op(id) {
        Op::Collective(collective) if matches!(graph.shape(id), Shape::Array(_)) => Some(collective),
        _ => None,
    }
}

/// The operation by which a collective reduces, and the type in which it does; none where it is not one operation.
pub(super) fn reduction(module: &Module, collective: &Collective) -> Option<(BinaryOp, ElementType)> {
    let to_apply = module.computation(collective.to_apply()?);
    let op = applied_operation(to_apply)?;
    Some((op, to_apply.get(to_apply.root()).array().element_type))
}

/// The operation by which a collective of one array reduces in the array's own type.
pub(super) fn own_reduction(graph: &Graph, id: InstructionId) -> Option<BinaryOp> {
    let (op, element_type) = reduction(graph.module, of_one_array(graph, id)?)?;
    (element_type == graph.element_type(id)).then_some(op)
}

/// Whether two collectives do the same with the same devices: they may differ in their channel's number.
pub(super) fn same_but_for_channel(a: &Collective, b: &Collective) -> bool {
    a.kind == b.kind
        && a.groups == b.groups
        && a.use_global_device_ids == b.use_global_device_ids
        && a.channel_id.is_some() == b.channel_id.is_some()
}

/// A channel on which nothing of a module meets yet.
pub(super) fn new_channel(module: &Module) -> u64 {
    let channels = module.computation_ids().into_iter().flat_map(|id| {
        let computation = module.computation(id);
        computation.ids().filter_map(|id| match computation.op(id) {
            Op::Collective(other) => other.channel_id,
            _ => None,
        })
    });
    channels.max().map_or(1, |last| last + 1)
}
