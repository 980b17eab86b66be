//! `all-reduce-reassociate`, `reduce-scatter-reassociate`: values are combined before they are exchanged, once.
//!
//! `op(all-reduce(x), all-reduce(y)) = all-reduce(op(x, y))`, where both reduce by `op` in the same groups and nothing
//! else reads them; likewise for reduce-scatters. Of floats that is another order of the same sum.

use super::exchange::{edit_exchanging, of_one_array, own_reduction, same_but_for_channel};
use super::graph::Graph;
use super::{Pass, control, provenance};
use crate::hlo::{CollectiveKind, Diagnostics, InstructionId, Module, Op};

pub const ALL_REDUCE: Pass = Pass {
    name: "all-reduce-reassociate",
    description: "Combines values before an all-reduce instead of after one of each.",
    run: |module| run(module, |kind| matches!(kind, CollectiveKind::AllReduce { .. })),
};

pub const REDUCE_SCATTER: Pass = Pass {
    name: "reduce-scatter-reassociate",
    description: "Combines values before a reduce-scatter instead of after one of each.",
    run: |module| run(module, |kind| matches!(kind, CollectiveKind::ReduceScatter { .. })),
};

fn run(module: &mut Module, is_of_kind: fn(&CollectiveKind) -> bool) -> Result<bool, Diagnostics> {
    edit_exchanging(module, |graph| {
        let pinned = control::pinned(graph);
        let mut changed = false;
        for id in graph.post_order() {
            let pair = combined(graph, id, is_of_kind).filter(|pair| !pair.iter().any(|id| pinned.contains(id)));
            if let Some(pair) = pair.filter(|_| !pinned.contains(&id)) {
                exchange_once(graph, id, pair);
                changed = true;
            }
        }
        changed
    })
}

/// The two collectives that an instruction combines as they do.
fn combined(graph: &Graph, id: InstructionId, is_of_kind: fn(&CollectiveKind) -> bool) -> Option<[InstructionId; 2]> {
    let Op::Binary(op) = *graph.op(id) else { return None };
    let [x, y] = [graph.operand(id, 0), graph.operand(id, 1)];
    let (first, second) = (of_one_array(graph, x)?, of_one_array(graph, y)?);
    let reduces = |id| own_reduction(graph, id) == Some(op) && graph.is_used_once(id);
    let fits = is_of_kind(&first.kind) && same_but_for_channel(first, second) && x != y;
    (fits && reduces(x) && reduces(y)).then_some([x, y])
}

fn exchange_once(graph: &mut Graph, id: InstructionId, [x, y]: [InstructionId; 2]) {
    let Op::Binary(op) = *graph.op(id) else { return };
    graph.location = graph.get(id).location.clone();
    let operands = [graph.operand(x, 0), graph.operand(y, 0)];
    let before = graph.binary(op, operands[0], operands[1]);
    graph.location = graph.get(x).location.clone();
    let all = graph.add(graph.op(x).clone(), graph.shape(x).clone(), &[before]);
    provenance::note(graph, all, &[x, y]);
    graph.replace(id, all);
    [x, y].into_iter().for_each(|id| graph.computation.remove(id));
}
