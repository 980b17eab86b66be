//! `all-gather-dynamic-slice-simplifier`: who gathers everyone's parts and takes its own out again has had it before.
//!
//! `dynamic-slice(all-gather(x), position × size) = x`, also where a reshape between the two leaves the dimension alone.

use super::exchange::edit_exchanging;
use super::graph::Graph;
use super::own_part::OwnPart;
use super::{Pass, control};
use crate::hlo::{CollectiveKind, Diagnostics, InstructionId, Module, Op};

pub const PASS: Pass = Pass {
    name: "all-gather-dynamic-slice-simplifier",
    description: "Replaces the own part of what was gathered by what the device had before.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    edit_exchanging(module, |graph| {
        let pinned = control::pinned(graph);
        let slices: Vec<InstructionId> = graph.ids().filter(|id| !pinned.contains(id)).collect();
        slices.into_iter().fold(false, |changed, slice| take_own(graph, slice).is_some() | changed)
    })
}

fn take_own(graph: &mut Graph, slice: InstructionId) -> Option<()> {
    let part = OwnPart::of(graph, slice)?;
    let Op::Collective(all_gather) = graph.op(part.source) else { return None };
    let own = graph.operand(part.source, 0);
    let is_gathered = all_gather.kind == CollectiveKind::AllGather { dimension: part.dimension };
    if !is_gathered || graph.shape(own).as_array()?.dims[part.dimension] != part.size {
        return None;
    }
    let groups = all_gather.device_groups(graph.module.device_counts()).ok()?;
    if !part.is_by_position(&groups) {
        return None;
    }
    graph.location = graph.get(slice).location.clone();
    let result = graph.reshape(own, graph.dims(slice).to_vec());
    graph.replace(slice, result);
    Some(())
}
