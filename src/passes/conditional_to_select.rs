//! `conditional-to-select`: computes all branches of a small conditional and selects among their results.
//!
//! A conditional stops fusion and costs a decision of the thunk program; a few elementwise operations cost less. It
//! stays where a branch has an effect, does more than arithmetic, or touches more than a few elements.

use super::graph::{Graph, edit};
use super::inline::inline;
use super::{Pass, control};
use crate::hlo::{
    ArrayLiteral, ComparisonDirection, ComparisonOrder, Computation, Diagnostics, ElementType, InstructionId, Module,
    Op, OpClass, Shape,
};

pub const PASS: Pass = Pass {
    name: "conditional-to-select",
    description: "Computes all branches of a small conditional and selects among their results.",
    run,
};

/// Elements that the branches may compute in all.
const MAX_ELEMENTS: usize = 256;

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut changed = false;
    for id in module.post_order() {
        changed |= edit(module, id, convert_all);
    }
    Ok(changed)
}

fn convert_all(graph: &mut Graph) -> bool {
    let pinned = control::pinned(graph);
    let mut changed = false;
    for id in graph.post_order() {
        let Op::Conditional { branches } = graph.op(id) else { continue };
        let module = graph.module;
        let branches: Vec<&Computation> = branches.iter().map(|&branch| module.computation(branch)).collect();
        if pinned.contains(&id) || !are_cheap(&branches) {
            continue;
        }
        graph.location = graph.get(id).location.clone();
        let value = select_among(graph, id, &branches);
        graph.replace(id, value);
        changed = true;
    }
    changed
}

fn select_among(graph: &mut Graph, id: InstructionId, branches: &[&Computation]) -> InstructionId {
    let index = graph.operand(id, 0);
    let results: Vec<InstructionId> = branches
        .iter()
        .enumerate()
        .map(|(i, branch)| inline(graph.computation, branch, &[graph.computation.operand(id, 1 + i)]))
        .collect();
    let (&last, others) = results.split_last().expect("a conditional has branches");
    let mut value = last;
    for (i, &result) in others.iter().enumerate().rev() {
        let is_taken = is_taken(graph, index, i);
        value = select_leaves(graph, is_taken, result, value);
    }
    value
}

/// Whether branch `i` is taken: the predicate for the first of two, an equality otherwise.
fn is_taken(graph: &mut Graph, index: InstructionId, i: usize) -> InstructionId {
    if graph.element_type(index) == ElementType::Pred {
        return index;
    }
    let number = graph.constant(ArrayLiteral::from_slice(ElementType::S32, [], &[i as i32]));
    graph.compare(ComparisonDirection::Eq, ComparisonOrder::Partial, index, number)
}

/// A selection for each array in a result.
fn select_leaves(
    graph: &mut Graph,
    is_taken: InstructionId,
    on_true: InstructionId,
    on_false: InstructionId,
) -> InstructionId {
    match graph.shape(on_true).clone() {
        Shape::Array(_) => graph.select(is_taken, on_true, on_false),
        Shape::Token => on_true,
        Shape::Tuple(parts) => {
            let select_part = |i| {
                let (on_true, on_false) = (graph.element(on_true, i), graph.element(on_false, i));
                select_leaves(graph, is_taken, on_true, on_false)
            };
            let parts: Vec<InstructionId> = (0..parts.len()).map(select_part).collect();
            graph.tuple(&parts)
        }
    }
}

fn are_cheap(branches: &[&Computation]) -> bool {
    let mut elements = 0;
    for branch in branches {
        for id in branch.ids() {
            let instruction = branch.get(id);
            if !is_cheap(&instruction.op) {
                return false;
            }
            elements += instruction.shape.as_array().map_or(0, |array| array.element_count());
        }
    }
    elements <= MAX_ELEMENTS
}

fn is_cheap(op: &Op) -> bool {
    match op.class() {
        OpClass::Leaf | OpClass::Elementwise => true,
        OpClass::Movement => !matches!(op, Op::Copy | Op::Reverse { .. } | Op::Pad { .. } | Op::Concatenate { .. }),
        OpClass::Structure => matches!(op, Op::Tuple | Op::GetTupleElement { .. }),
        OpClass::Indexing | OpClass::Contraction | OpClass::Application | OpClass::Algorithm | OpClass::Control => {
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::UnaryOp;
    use crate::passes::testing::{check_module, define, empty};

    fn conditional_over(dims: &[usize], index: ElementType, expected: &str) {
        let mut module = empty();
        let branches = [UnaryOp::Negate, UnaryOp::Abs].map(|op| {
            define(&mut module, op.name(), |g| {
                let x = g.f32(0, dims);
                g.unary(op, x)
            })
        });
        let main = define(&mut module, "main", |g| {
            let (x, index) = (g.f32(0, dims), g.parameter(1, index, &[]));
            let shape = g.shape(x).clone();
            g.add(Op::Conditional { branches: branches.to_vec() }, shape, &[index, x, x])
        });
        module.set_entry(main);
        check_module(&PASS, module, expected);
    }

    #[test]
    fn small_branches() {
        conditional_over(&[2], ElementType::Pred, "select(Arg_1, negate(Arg_0), abs(Arg_0))");
        conditional_over(&[2], ElementType::S32, "select(compare[Eq](Arg_1, 0), negate(Arg_0), abs(Arg_0))");
    }

    #[test]
    fn large_branches_stay() {
        conditional_over(&[1000], ElementType::Pred, "conditional(Arg_1, Arg_0, Arg_0)");
    }
}
