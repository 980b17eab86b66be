//! `async-collective-creator`: collectives become a start and a done, so that a scheduler can put other instructions
//! between them.
//!
//! Which kinds do, the cost model says: those that its target performs beside other instructions. What has to come before
//! or after the collective keeps doing so: before the start, after the done. Collectives of one device stay.

use super::cost_model::CostModel;
use super::graph::{Graph, edit};
use super::{Pass, call_graph, provenance};
use crate::hlo::{Diagnostics, Instruction, InstructionId, Module, Op, Shape};

pub const PASS: Pass = Pass {
    name: "async-collective-creator",
    description: "Makes collectives of the kinds that the cost model (--cost-model) lists a start and a done.",
    run: |module| run(module, &CostModel::default()),
};

pub fn run(module: &mut Module, model: &CostModel) -> Result<bool, Diagnostics> {
    let applied = call_graph::callees(module, call_graph::applies_to_elements);
    let mut changed = false;
    for id in module.post_order().into_iter().filter(|id| !applied.contains(id)) {
        changed |= edit(module, id, |graph| {
            let ids: Vec<InstructionId> =
                graph.post_order().into_iter().filter(|&id| is_taken(graph, id, model)).collect();
            ids.iter().for_each(|&id| split(graph, id));
            !ids.is_empty()
        });
    }
    Ok(changed)
}

fn is_taken(graph: &Graph, id: InstructionId, model: &CostModel) -> bool {
    let Op::Collective(collective) = graph.op(id) else { return false };
    let groups = collective.device_groups(graph.module.device_counts()).unwrap_or_default();
    model.is_asynchronous(collective) && groups.iter().any(|group| group.len() > 1)
}

fn split(graph: &mut Graph, id: InstructionId) {
    let plain = graph.get(id).clone();
    let operands: Vec<&Shape> = plain.operands().iter().map(|&operand| graph.shape(operand)).collect();
    let shape = plain.op.started_shape(&operands, plain.shape.clone(), &[]);
    let (index, stem) = (plain.op.started_index(), plain.op.name());
    let name = |end: &str| match plain.name().strip_prefix(stem) {
        Some(number) => format!("{stem}-{end}{number}"),
        None => format!("{}-{end}", plain.name()),
    };
    let mut start = plain.clone().named(name("start"));
    (start.op, start.shape) = (Op::AsyncStart(Box::new(plain.op.clone())), shape);
    let start = graph.computation.add(start);
    provenance::note(graph, start, &[id]);
    let done = Instruction::new(Op::AsyncDone { index }, plain.shape.clone(), [start]);
    let done = graph.computation.add(done.at(&plain.location).named(name("done")));
    graph.computation.replace_all_uses(id, done);
    graph.computation.redirect_control(id, done);
    graph.computation.remove(id);
}
