//! `collective-permute-cycle-decomposer`: a permutation that goes round in a circle becomes two that do not.
//!
//! Devices that send to each other in a circle, and each wait to have sent before they receive, wait for ever. One edge
//! of each circle, the one to its first device, is sent apart; who receives by it takes that value, and all others take
//! what the other permutation gives. A device that sends to itself waits for nobody.

use super::exchange::{edit_exchanging, new_channel, of_one_array};
use super::graph::Graph;
use super::{Pass, control, provenance};
use crate::hlo::{
    ArrayLiteral, ArrayShape, BinaryOp, Collective, CollectiveKind, Diagnostics, ElementType, GroupMode, InstructionId,
    Module, Op, Shape,
};
use std::collections::BTreeMap;

pub const PASS: Pass = Pass {
    name: "collective-permute-cycle-decomposer",
    description: "Makes two collective-permutes without circles of one that goes round in a circle.",
    run,
};

/// A source and a target.
type Pair = (usize, usize);

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut channel = new_channel(module);
    edit_exchanging(module, |graph| {
        let pinned = control::pinned(graph);
        let ids: Vec<InstructionId> = graph.ids().filter(|id| !pinned.contains(id)).collect();
        let opened = |id| open(graph, id, &mut channel).is_some();
        ids.into_iter().map(opened).fold(false, |changed, opened| changed | opened)
    })
}

fn open(graph: &mut Graph, id: InstructionId, channel: &mut u64) -> Option<()> {
    let op = of_one_array(graph, id)?.clone();
    let CollectiveKind::CollectivePermute { pairs } = &op.kind else { return None };
    let (closing, others) = opened_circles(pairs);
    if closing.is_empty() {
        return None;
    }
    graph.location = graph.get(id).location.clone();
    let rest =
        permute(graph, id, Collective { kind: CollectiveKind::CollectivePermute { pairs: others }, ..op.clone() });
    let receives = receives(graph, &op, &closing);
    let channel_id = op.channel_id.map(|_| *channel);
    *channel += 1;
    let kind = CollectiveKind::CollectivePermute { pairs: closing };
    let back = permute(graph, id, Collective { kind, channel_id, ..op });
    let receives = graph.broadcast_scalar(receives, &graph.array(id).clone());
    let result = graph.select(receives, back, rest);
    graph.replace(id, result);
    Some(())
}

/// The edges of circles that lead to their first devices, and all others.
fn opened_circles(pairs: &[Pair]) -> (Vec<Pair>, Vec<Pair>) {
    let next = pairs.iter().copied().collect();
    pairs.iter().partition(|pair| closes_a_circle(&next, **pair))
}

/// Whether this is the edge of a circle that leads to its first device.
fn closes_a_circle(next: &BTreeMap<usize, usize>, (source, target): Pair) -> bool {
    let mut at = target;
    for _ in 0..next.len() {
        if at == source {
            return source != target;
        }
        match next.get(&at) {
            Some(&following) if following > target => at = following,
            _ => return false,
        }
    }
    false
}

fn permute(graph: &mut Graph, former: InstructionId, op: Collective) -> InstructionId {
    let (shape, operand) = (graph.shape(former).clone(), graph.operand(former, 0));
    let made = graph.add(Op::Collective(Box::new(op)), shape, &[operand]);
    provenance::note(graph, made, &[former]);
    made
}

/// Whether the device is the target of one of these pairs: a scalar.
fn receives(graph: &mut Graph, op: &Collective, pairs: &[Pair]) -> InstructionId {
    let (number, count) = (member_number(graph, op), graph.module.device_counts().count(op.group_mode()));
    let table: Vec<u8> = (0..count).map(|member| u8::from(pairs.iter().any(|&(_, target)| target == member))).collect();
    let table = graph.constant(ArrayLiteral::from_slice(ElementType::Pred, [count], &table));
    let shape = ArrayShape::new(ElementType::Pred, [1]);
    let entry = graph.add(Op::DynamicSlice { sizes: vec![1] }, shape, &[table, number]);
    graph.reshape(entry, [])
}

/// The number by which the pairs name this device.
fn member_number(graph: &mut Graph, op: &Collective) -> InstructionId {
    let number = Shape::scalar(ElementType::U32);
    match op.group_mode() {
        GroupMode::CrossReplica | GroupMode::CrossReplicaAndPartition => graph.add(Op::ReplicaId, number, &[]),
        GroupMode::CrossPartition => graph.add(Op::PartitionId, number, &[]),
        GroupMode::FlattenedIds => {
            let partitions = i64::try_from(graph.module.device_counts().partitions).unwrap_or(i64::MAX);
            let replica = graph.add(Op::ReplicaId, number.clone(), &[]);
            let partition = graph.add(Op::PartitionId, number, &[]);
            let partitions = graph.constant(ArrayLiteral::scalar_integer(ElementType::U32, partitions));
            let first = graph.binary(BinaryOp::Multiply, replica, partitions);
            graph.binary(BinaryOp::Add, first, partition)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn closing(pairs: &[Pair]) -> Vec<Pair> {
        opened_circles(pairs).0
    }

    #[test]
    fn one_edge_of_each_circle_is_taken_out() {
        assert_eq!(closing(&[(0, 1), (1, 2), (2, 0)]), [(2, 0)]);
        assert_eq!(closing(&[(0, 2), (2, 1), (1, 0)]), [(1, 0)]);
        assert_eq!(closing(&[(0, 1), (1, 0), (3, 2), (2, 3)]), [(1, 0), (3, 2)]);
    }

    #[test]
    fn rows_and_single_devices_are_no_circles() {
        assert_eq!(closing(&[(0, 1), (1, 2), (2, 3)]), []);
        assert_eq!(closing(&[(0, 0), (1, 1)]), []);
    }
}
