//! `all-reduce-folder`: two all-reduces in a row, along two axes of devices, become one along both.
//!
//! `all-reduce(all-reduce(x), groups B) = all-reduce(x)` in groups of the devices that are reached through both, where
//! both reduce by the same operation, nothing else reads the first, and no device is reached twice. Of floats that is
//! another order of the same sum.

use super::exchange::{edit_exchanging, of_one_array, own_reduction};
use super::graph::Graph;
use super::{Pass, control, provenance};
use crate::hlo::{Collective, CollectiveKind, Diagnostics, GroupMode, InstructionId, Module, Op, ReplicaGroups};
use std::collections::{BTreeSet, HashSet};

pub const PASS: Pass = Pass {
    name: "all-reduce-folder",
    description: "Makes one all-reduce of two in a row along different axes of devices.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    edit_exchanging(module, |graph| {
        let pinned = control::pinned(graph);
        let ids: Vec<InstructionId> = graph.post_order().into_iter().filter(|id| !pinned.contains(id)).collect();
        ids.into_iter().filter(|&id| graph.contains(id) && fold(graph, id, &pinned).is_some()).count() > 0
    })
}

fn fold(graph: &mut Graph, outer: InstructionId, pinned: &HashSet<InstructionId>) -> Option<()> {
    let inner = *graph.operands(outer).first()?;
    if !graph.is_used_once(inner) || pinned.contains(&inner) {
        return None;
    }
    let op = folded(graph, outer, inner)?;
    graph.location = graph.get(outer).location.clone();
    let all = graph.add(Op::Collective(Box::new(op)), graph.shape(outer).clone(), &[graph.operand(inner, 0)]);
    provenance::note(graph, all, &[inner, outer]);
    graph.replace(outer, all);
    graph.computation.remove(inner);
    Some(())
}

/// The all-reduce that does what both do.
fn folded(graph: &Graph, outer: InstructionId, inner: InstructionId) -> Option<Collective> {
    let [second, first] = [of_one_array(graph, outer)?, of_one_array(graph, inner)?];
    let is_all_reduce = |op: &Collective| matches!(op.kind, CollectiveKind::AllReduce { .. });
    if !is_all_reduce(first) || !is_all_reduce(second) || own_reduction(graph, outer)? != own_reduction(graph, inner)? {
        return None;
    }
    let counts = graph.module.device_counts();
    let groups = joined(&first.device_groups(counts).ok()?, &second.device_groups(counts).ok()?)?;
    let channel_id = second.channel_id.or(first.channel_id);
    if [first, second].iter().all(|op| op.group_mode() == GroupMode::CrossReplica) {
        // The groups of partition 0 are the replicas'.
        let of_first = groups.iter().filter(|group| counts.partition_of(group[0]) == 0);
        let replicas = of_first.map(|group| group.iter().map(|&device| counts.replica_of(device)).collect());
        return Some(Collective { groups: ReplicaGroups::List(replicas.collect()), ..second.clone() });
    }
    let groups = ReplicaGroups::List(groups);
    Some(Collective { groups, channel_id, use_global_device_ids: true, ..second.clone() })
}

/// For each group of devices that meet in the second step all those that they have met in the first; none where these
/// are no groups or someone is met twice.
fn joined(first: &[Vec<usize>], second: &[Vec<usize>]) -> Option<Vec<Vec<usize>>> {
    let mut groups: BTreeSet<Vec<usize>> = BTreeSet::new();
    for group in second {
        let mut met = Vec::new();
        for device in group {
            met.extend(first.iter().find(|group| group.contains(device))?);
        }
        met.sort_unstable();
        groups.insert(met);
    }
    let members = groups.iter().flatten();
    let distinct: BTreeSet<&usize> = members.clone().collect();
    let is_partition = distinct.len() == members.count();
    let everyone: usize = second.iter().map(Vec::len).sum();
    (is_partition && distinct.len() == everyone).then(|| groups.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_are_joined() {
        let (rows, columns) = ([vec![0, 1], vec![2, 3]], [vec![0, 2], vec![1, 3]]);
        assert_eq!(joined(&rows, &columns), Some(vec![vec![0, 1, 2, 3]]));
        assert_eq!(joined(&columns, &rows), Some(vec![vec![0, 1, 2, 3]]));
    }

    #[test]
    fn nobody_is_met_twice() {
        let pairs = [vec![0, 1], vec![2, 3]];
        assert_eq!(joined(&pairs, &pairs), None);
        assert_eq!(joined(&pairs, &[vec![0, 1, 2], vec![3]]), None);
    }
}
