//! `reduce-scatter-creator`: an all-reduce of which each device takes its own part alone becomes a reduce-scatter.
//!
//! `dynamic-slice(all-reduce(x), position × size) = reduce-scatter(x)`, also where a reshape between the two leaves the
//! dimension alone. Parts have to be taken in the order of the group, and together they are the whole. Elements are
//! combined in the same order as before.

use super::exchange::edit_exchanging;
use super::graph::Graph;
use super::own_part::OwnPart;
use super::{Pass, control, provenance};
use crate::hlo::{Collective, CollectiveKind, Diagnostics, InstructionId, Module, Op};
use std::collections::HashSet;

pub const PASS: Pass = Pass {
    name: "reduce-scatter-creator",
    description: "Makes a reduce-scatter of an all-reduce of which each device takes its own part alone.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    edit_exchanging(module, |graph| {
        let pinned = control::pinned(graph);
        let is_slice = |id: &InstructionId| matches!(graph.op(*id), Op::DynamicSlice { .. }) && !pinned.contains(id);
        let slices: Vec<InstructionId> = graph.ids().filter(is_slice).collect();
        slices.into_iter().fold(false, |changed, slice| scatter(graph, slice, &pinned).is_some() | changed)
    })
}

fn scatter(graph: &mut Graph, slice: InstructionId, pinned: &HashSet<InstructionId>) -> Option<()> {
    let part = OwnPart::of(graph, slice)?;
    let op = scattered(graph, &part)?;
    let path: Vec<InstructionId> = part.reshape.into_iter().chain([part.source]).collect();
    if path.iter().any(|&id| pinned.contains(&id) || !graph.is_used_once(id)) {
        return None;
    }
    let mut shape = graph.array(part.source).clone();
    shape.dims[part.dimension] = part.size;
    graph.location = graph.get(part.source).location.clone();
    let operand = graph.operand(part.source, 0);
    let made = graph.add(Op::Collective(Box::new(op)), shape, &[operand]);
    provenance::note(graph, made, &[part.source]);
    let result = graph.reshape(made, graph.dims(slice).to_vec());
    graph.replace(slice, result);
    path.into_iter().for_each(|id| graph.computation.remove(id));
    Some(())
}

/// The reduce-scatter that gives each device the part that it takes.
fn scattered(graph: &Graph, part: &OwnPart) -> Option<Collective> {
    let Op::Collective(all_reduce) = graph.op(part.source) else { return None };
    let CollectiveKind::AllReduce { to_apply } = all_reduce.kind else { return None };
    let whole = graph.shape(part.source).as_array()?.dims[part.dimension];
    let groups = all_reduce.device_groups(graph.module.device_counts()).ok()?;
    let is_whole = groups.iter().all(|group| group.len() * part.size == whole);
    let kind = CollectiveKind::ReduceScatter { dimension: part.dimension, to_apply };
    (is_whole && part.is_by_position(&groups)).then(|| Collective { kind, ..(**all_reduce).clone() })
}
