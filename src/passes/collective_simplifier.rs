//! `collective-simplifier`: replaces collectives that a device performs alone by what it gets.
//!
//! In a program for one device every group is that device: it gets its own operands back, or zeros where nothing is
//! sent to it. The number of the only replica, or of the only partition, is 0.

use super::graph::{Graph, edit};
use super::{Pass, control};
use crate::hlo::op_class::{
    algorithm, application, asynchronous, contraction, control_flow, elementwise, indexing, leaf, movement, structure,
};
use crate::hlo::{
    ArrayLiteral, CollectiveKind, DeviceCounts, Diagnostics, ElementType, InstructionId, Module, Op, Shape,
};

pub const PASS: Pass = Pass {
    name: "collective-simplifier",
    description: "Replaces collectives that a device performs alone by their operands.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut changed = false;
    for id in module.post_order() {
        changed |= edit(module, id, simplify);
    }
    Ok(changed)
}

fn simplify(graph: &mut Graph) -> bool {
    let pinned = control::pinned(graph);
    let ids: Vec<InstructionId> = graph.ids().filter(|id| !pinned.contains(id)).collect();
    ids.into_iter().fold(false, |changed, id| replace(graph, id) | changed)
}

fn replace(graph: &mut Graph, id: InstructionId) -> bool {
    let DeviceCounts { replicas, partitions } = graph.module.device_counts();
    match graph.op(id) {
        Op::Collective(_) => (replicas, partitions) == (1, 1) && replace_collective(graph, id),
        Op::ReplicaId => replicas == 1 && replace_number(graph, id),
        Op::PartitionId => partitions == 1 && replace_number(graph, id),
        leaf!()
        | elementwise!()
        | movement!()
        | indexing!()
        | contraction!()
        | algorithm!()
        | structure!()
        | application!()
        | control_flow!()
        | asynchronous!()
        | Op::Fusion { .. }
        | Op::CustomCall(_)
        | Op::Scan { .. }
        | Op::Transfer(_) => false,
    }
}

fn replace_number(graph: &mut Graph, id: InstructionId) -> bool {
    graph.location = graph.get(id).location.clone();
    let zero = graph.constant(ArrayLiteral::scalar_integer(ElementType::U32, 0));
    graph.replace(id, zero);
    true
}

fn replace_collective(graph: &mut Graph, id: InstructionId) -> bool {
    let Op::Collective(op) = graph.op(id) else { return false };
    let shapes = graph.operands(id).iter().map(|&operand| graph.shape(operand).clone());
    let own = match &shapes.collect::<Vec<_>>()[..] {
        [own] => own.clone(),
        several => Shape::Tuple(several.to_vec()),
    };
    // Groups of all devices may have been meant for more of them than there are.
    if !op.is_of_one_device() || *graph.shape(id) != own {
        return false;
    }
    let sends_nothing = matches!(&op.kind, CollectiveKind::CollectivePermute { pairs } if pairs.is_empty());
    graph.location = graph.get(id).location.clone();
    let operands = graph.operands(id).to_vec();
    let values: Vec<InstructionId> = match sends_nothing {
        true => operands.into_iter().map(|operand| zeros_like(graph, operand)).collect(),
        false => operands,
    };
    let result = match values[..] {
        [value] => value,
        _ => graph.add(Op::Tuple, own, &values),
    };
    graph.computation.replace_all_uses(id, result);
    graph.computation.remove(id);
    true
}

fn zeros_like(graph: &mut Graph, operand: InstructionId) -> InstructionId {
    let array = graph.array(operand).clone();
    let zero = graph.constant(ArrayLiteral::scalar_integer(array.element_type, 0));
    graph.broadcast_scalar(zero, &array)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::{Collective, ReplicaGroups};
    use crate::passes::testing::check;

    fn of_kind(kind: CollectiveKind, groups: Vec<Vec<usize>>) -> impl Fn(&mut Graph) -> InstructionId {
        let groups = ReplicaGroups::List(groups);
        let op = Collective { kind, groups, channel_id: None, use_global_device_ids: false };
        move |g: &mut Graph| {
            let x = g.f32(0, &[2]);
            g.add(Op::Collective(Box::new(op.clone())), Shape::array(ElementType::F32, [2]), &[x])
        }
    }

    #[test]
    fn alone_a_device_gets_its_own() {
        check(&PASS, of_kind(CollectiveKind::AllGather { dimension: 0 }, vec![vec![0]]), "Arg_0");
        check(&PASS, of_kind(CollectiveKind::CollectivePermute { pairs: vec![(0, 0)] }, vec![]), "Arg_0");
        check(&PASS, of_kind(CollectiveKind::CollectivePermute { pairs: vec![] }, vec![]), "broadcast[]f32[2](0)");
    }

    #[test]
    fn the_only_replica_has_number_zero() {
        check(&PASS, |g: &mut Graph| g.add(Op::ReplicaId, Shape::scalar(ElementType::U32), &[]), "u32 [0, 0, 0, 0]");
    }

    #[test]
    fn with_others_it_stays() {
        let kind = CollectiveKind::CollectiveBroadcast;
        check(&PASS, of_kind(kind, vec![vec![0, 1]]), "collective-broadcast(Arg_0)");
    }
}
