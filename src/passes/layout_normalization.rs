//! `layout-normalization`: lays every array out row-major.
//!
//! No operation's value depends on how its arrays lie in memory, so that layouts which a module arrives with are
//! another compiler's choice. Tiles and memory spaces go with them. Copies between layouts, and copies of tuples, have
//! nothing left to do; what really has to be copied is found when buffers are assigned.

use super::graph::{Graph, edit};
use super::{Pass, control};
use crate::hlo::{Diagnostics, InstructionId, Layout, Module, Op, Shape};

pub const PASS: Pass = Pass {
    name: "layout-normalization",
    description: "Lays every array out row-major and drops the copies between layouts.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut changed = false;
    for id in module.post_order() {
        changed |= edit(module, id, normalize);
    }
    Ok(changed)
}

fn normalize(graph: &mut Graph) -> bool {
    let pinned = control::pinned(graph);
    let ids: Vec<InstructionId> = graph.ids().collect();
    let mut changed = false;
    for id in ids {
        if matches!(graph.op(id), Op::Copy) && !pinned.contains(&id) && is_another_compilers(graph, id) {
            let operand = graph.operand(id, 0);
            graph.computation.replace_all_uses(id, operand);
            graph.computation.remove(id);
            changed = true;
        }
    }
    let ids: Vec<InstructionId> = graph.ids().collect();
    ids.into_iter().fold(changed, |changed, id| make_row_major(&mut graph.computation.get_mut(id).shape) | changed)
}

/// Whether a copy changes the layout, or is one of a tuple.
fn is_another_compilers(graph: &Graph, id: InstructionId) -> bool {
    graph.shape(id).as_array().is_none() || graph.shape(id) != graph.shape(graph.operand(id, 0))
}

fn make_row_major(shape: &mut Shape) -> bool {
    match shape {
        Shape::Array(array) if array.layout.is_row_major() && array.layout.marks.is_none() => false,
        Shape::Array(array) => {
            array.layout = Layout::row_major(array.rank());
            true
        }
        Shape::Tuple(parts) => parts.iter_mut().fold(false, |changed, part| make_row_major(part) | changed),
        Shape::Token => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::{ArrayShape, ElementType, UnaryOp};
    use crate::passes::testing::{check, program};

    fn column_major(g: &mut Graph, op: Op, x: InstructionId) -> InstructionId {
        let layout = Layout::new(vec![0, 1]);
        g.add(op, ArrayShape { layout, ..ArrayShape::new(ElementType::F32, [2, 3]) }, &[x])
    }

    #[test]
    fn copies_between_layouts_go() {
        let build = |g: &mut Graph| {
            let x = g.f32(0, &[2, 3]);
            let turned = column_major(g, Op::Copy, x);
            let negative = column_major(g, Op::Unary(UnaryOp::Negate), turned);
            g.add(Op::Copy, Shape::array(ElementType::F32, [2, 3]), &[negative])
        };
        check(&PASS, build, "negate(Arg_0)");
        let mut module = program(build);
        assert!(run(&mut module).expect("succeeds"));
        let all_row_major = module.entry().ids().all(|id| module.entry().get(id).array().layout.is_row_major());
        assert!(all_row_major);
        assert!(!run(&mut module).expect("succeeds"));
    }

    #[test]
    fn copies_in_one_layout_stay() {
        let build = |g: &mut Graph| {
            let x = g.f32(0, &[2, 3]);
            g.add(Op::Copy, Shape::array(ElementType::F32, [2, 3]), &[x])
        };
        check(&PASS, build, "copy(Arg_0)");
    }
}
