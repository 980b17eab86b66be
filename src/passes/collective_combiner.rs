//! `all-reduce-combiner`, `all-gather-combiner`, `reduce-scatter-combiner`: make one exchange of several.
//!
//! The time of a small exchange is that of its messages, not of its bytes. Exchanges are combined that meet the same
//! devices for the same purpose and of which none waits for another: those before which, or behind which, as many
//! exchanges stand in a row, whichever leaves fewer.

use super::exchange::{edit_exchanging, reduction};
use super::graph::Graph;
use super::{Pass, control, provenance};
use crate::hlo::{
    BinaryOp, Collective, CollectiveKind, Diagnostics, ElementType, InstructionId, Module, Op, ReplicaGroups, Shape,
};
use std::collections::HashMap;

pub const ALL_GATHER: Pass = Pass {
    name: "all-gather-combiner",
    description: "Makes one all-gather of several that wait for none of each other.",
    run: |module| run(module, |kind| matches!(kind, CollectiveKind::AllGather { .. })),
};

pub const ALL_REDUCE: Pass = Pass {
    name: "all-reduce-combiner",
    description: "Makes one all-reduce of several that wait for none of each other.",
    run: |module| run(module, |kind| matches!(kind, CollectiveKind::AllReduce { .. })),
};

pub const REDUCE_SCATTER: Pass = Pass {
    name: "reduce-scatter-combiner",
    description: "Makes one reduce-scatter of several that wait for none of each other.",
    run: |module| run(module, |kind| matches!(kind, CollectiveKind::ReduceScatter { .. })),
};

/// Bytes of operands beyond which an exchange takes in no more: the messages are long enough.
const MAX_BYTES: usize = 30 << 20;

fn run(module: &mut Module, combines: fn(&CollectiveKind) -> bool) -> Result<bool, Diagnostics> {
    edit_exchanging(module, |graph| {
        let sets = combinable(graph, combines);
        sets.iter().for_each(|set| combine(graph, set));
        !sets.is_empty()
    })
}

/// What exchanges that are combined have in common.
#[derive(PartialEq)]
struct Key {
    /// Exchanges in a row before it, or behind it.
    row: usize,
    dimension: Option<usize>,
    reduction: Option<(BinaryOp, ElementType)>,
    groups: ReplicaGroups,
    has_channel: bool,
    use_global_device_ids: bool,
}

/// Sets of at least two collectives that may be one.
fn combinable(graph: &Graph, combines: fn(&CollectiveKind) -> bool) -> Vec<Vec<InstructionId>> {
    let [by_depth, by_height] = [depths(graph), heights(graph)].map(|rows| combinable_in_rows(graph, combines, &rows));
    let saved = |sets: &Vec<Vec<InstructionId>>| sets.iter().map(|set| set.len() - 1).sum::<usize>();
    if saved(&by_height) > saved(&by_depth) { by_height } else { by_depth }
}

/// Those of equal numbers, of which none leads to another of its number.
fn combinable_in_rows(
    graph: &Graph,
    combines: fn(&CollectiveKind) -> bool,
    rows: &HashMap<InstructionId, usize>,
) -> Vec<Vec<InstructionId>> {
    let pinned = control::pinned(graph);
    let mut sets: Vec<(Key, usize, Vec<InstructionId>)> = Vec::new();
    for id in graph.post_order() {
        let Op::Collective(collective) = graph.op(id) else { continue };
        let bytes = graph.shape(id).byte_size();
        let is_single = matches!(graph.shape(id), Shape::Array(_)) && !pinned.contains(&id);
        if !combines(&collective.kind) || !is_single || bytes > MAX_BYTES {
            continue;
        }
        let Some(key) = key(graph, collective, rows[&id]) else { continue };
        match sets.iter_mut().find(|(other, size, _)| *other == key && size + bytes <= MAX_BYTES) {
            Some((_, size, set)) => {
                *size += bytes;
                set.push(id);
            }
            None => sets.push((key, bytes, vec![id])),
        }
    }
    sets.into_iter().map(|(_, _, set)| set).filter(|set| set.len() > 1).collect()
}

/// None where the collective reduces by more than one operation.
fn key(graph: &Graph, collective: &Collective, row: usize) -> Option<Key> {
    let reduction = match collective.to_apply() {
        None => None,
        Some(_) => Some(reduction(graph.module, collective)?),
    };
    Some(Key {
        row,
        dimension: collective.dimension(),
        reduction,
        groups: collective.groups.clone(),
        has_channel: collective.channel_id.is_some(),
        use_global_device_ids: collective.use_global_device_ids,
    })
}

/// The number of collectives in the longest row that leads to each instruction.
fn depths(graph: &Graph) -> HashMap<InstructionId, usize> {
    let mut depths: HashMap<InstructionId, usize> = HashMap::new();
    for id in graph.post_order() {
        let before = graph.operands(id).iter().chain(&graph.get(id).control_predecessors);
        let after = |before: &InstructionId| depths[before] + usize::from(exchanges(graph, *before));
        let depth = before.map(after).max().unwrap_or(0);
        depths.insert(id, depth);
    }
    depths
}

/// The number of collectives in the longest row that each instruction leads to.
fn heights(graph: &Graph) -> HashMap<InstructionId, usize> {
    let mut heights: HashMap<InstructionId, usize> = HashMap::new();
    for id in graph.post_order().into_iter().rev() {
        let height = *heights.entry(id).or_insert(0) + usize::from(exchanges(graph, id));
        for &before in graph.operands(id).iter().chain(&graph.get(id).control_predecessors) {
            let known = heights.entry(before).or_insert(0);
            *known = height.max(*known);
        }
    }
    heights
}

fn exchanges(graph: &Graph, id: InstructionId) -> bool {
    matches!(graph.op(id), Op::Collective(_))
}

/// The operands of all in one, and the elements of its result in their places.
fn combine(graph: &mut Graph, set: &[InstructionId]) {
    let operands: Vec<InstructionId> = set.iter().map(|&id| graph.operand(id, 0)).collect();
    let shapes: Vec<Shape> = set.iter().map(|&id| graph.shape(id).clone()).collect();
    graph.location = graph.get(set[0]).location.clone();
    let all = graph.add(graph.op(set[0]).clone(), Shape::Tuple(shapes), &operands);
    provenance::note(graph, all, set);
    for (index, &id) in set.iter().enumerate() {
        let element = graph.element(all, index);
        graph.replace(id, element);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::{Computation, Instruction, reducer, verify};
    use crate::passes::{Options, run_passes};

    /// all-reduces of x, of y, and of the first one's result.
    fn program() -> Module {
        let mut module = Module::new("test");
        module.partition_count = 2;
        let to_apply = module.add_computation(reducer(BinaryOp::Add, ElementType::F32));
        let mut main = Computation::new("main");
        let shape = Shape::array(ElementType::F32, [2]);
        let x = main.add_parameter(0, shape.clone(), &None);
        let y = main.add_parameter(1, shape.clone(), &None);
        let all_reduce = |main: &mut Computation, operand, channel| {
            let collective = Collective {
                kind: CollectiveKind::AllReduce { to_apply },
                groups: ReplicaGroups::List(vec![vec![0, 1]]),
                channel_id: Some(channel),
                use_global_device_ids: true,
            };
            main.add(Instruction::new(Op::Collective(Box::new(collective)), shape.clone(), [operand]))
        };
        let a = all_reduce(&mut main, x, 1);
        let b = all_reduce(&mut main, y, 2);
        let c = all_reduce(&mut main, a, 3);
        let parts = vec![shape.clone(), shape.clone(), shape.clone()];
        main.add_root(Instruction::new(Op::Tuple, Shape::Tuple(parts), [a, b, c]));
        let entry = module.add_computation(main);
        module.set_entry(entry);
        module
    }

    #[test]
    fn what_waits_for_another_stays_alone() {
        let mut module = program();
        let options = Options { verifier: Some(verify), ..Options::default() };
        run_passes(&mut module, ["all-reduce-combiner"], options).expect("the pass succeeds");
        let entry = module.entry();
        let mut counts: Vec<usize> =
            entry.ids().filter(|&id| exchanges_in(&module, id)).map(|id| entry.operands(id).len()).collect();
        counts.sort_unstable();
        assert_eq!(counts, [1, 2]);
    }

    fn exchanges_in(module: &Module, id: InstructionId) -> bool {
        matches!(module.entry().op(id), Op::Collective(_))
    }
}
