//! `all_to_all_decomposer`: exchanges whole operands, where a program exchanges the parts of one along a dimension.
//!
//! all-to-all(x, d) = concatenate(all-to-all(slices of x along d), d). Native code exchanges parts where they lie, so
//! that the pipeline `cpu` leaves this pass out.

use super::exchange::edit_exchanging;
use super::graph::Graph;
use super::{Pass, control};
use crate::hlo::{Collective, CollectiveKind, Diagnostics, InstructionId, Module, Op, Shape};

pub const PASS: Pass = Pass {
    name: "all_to_all_decomposer",
    description: "Exchanges slices as operands of their own in the place of one operand.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    edit_exchanging(module, decompose_all)
}

fn decompose_all(graph: &mut Graph) -> bool {
    let pinned = control::pinned(graph);
    let ids: Vec<InstructionId> = graph.ids().filter(|id| !pinned.contains(id)).collect();
    ids.into_iter().fold(false, |changed, id| decompose(graph, id).is_some() | changed)
}

fn decompose(graph: &mut Graph, id: InstructionId) -> Option<()> {
    let Op::Collective(op) = graph.op(id) else { return None };
    let CollectiveKind::AllToAll { dimension: Some(dimension) } = op.kind else { return None };
    let members = op.device_groups(graph.module.device_counts()).ok()?.first()?.len();
    let &[x] = graph.operands(id) else { return None };
    let exchange = Collective { kind: CollectiveKind::AllToAll { dimension: None }, ..(**op).clone() };
    graph.location = graph.get(id).location.clone();
    let size = graph.dims(x)[dimension] / members;
    let parts: Vec<InstructionId> =
        (0..members).map(|member| graph.slice_dimension(x, dimension, member * size, (member + 1) * size)).collect();
    let shapes: Vec<Shape> = parts.iter().map(|&part| graph.shape(part).clone()).collect();
    let result = match (&parts[..], &shapes[..]) {
        ([part], [shape]) => graph.add(Op::Collective(Box::new(exchange)), shape.clone(), &[*part]),
        _ => {
            let exchanged = graph.add(Op::Collective(Box::new(exchange)), Shape::Tuple(shapes), &parts);
            let parts: Vec<InstructionId> = (0..members).map(|member| graph.element(exchanged, member)).collect();
            graph.concatenate(&parts, dimension)
        }
    };
    graph.replace(id, result);
    Some(())
}
