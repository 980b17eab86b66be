//! `constant_folding`: evaluates instructions whose operands are all constants.
//!
//! The evaluator of single operations does the work. Left alone is what would make the program larger (broadcasts and
//! iotas stay small by staying unevaluated), what has an effect or another value each time, what runs other
//! computations as programs, and what is more work than compile time should pay for.

use super::effects::Effects;
use super::graph::{Graph, edit};
use super::{Pass, control};
use crate::hlo::evaluator::{Context, evaluate_op};
use crate::hlo::{Diagnostics, InstructionId, Literal, Module, Op, OpClass};

pub const PASS: Pass =
    Pass { name: "constant_folding", description: "Evaluates instructions whose operands are all constants.", run };

/// Elements that may be read, written and multiplied for one instruction.
const MAX_WORK: usize = 1 << 18;

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let effects = Effects::of(module);
    let mut changed = false;
    for id in module.post_order() {
        changed |= edit(module, id, |graph| fold(graph, &effects));
    }
    Ok(changed)
}

fn fold(graph: &mut Graph, effects: &Effects) -> bool {
    let pinned = control::pinned(graph);
    let mut changed = false;
    for id in graph.post_order() {
        if effects.has_effect(graph.get(id)) || pinned.contains(&id) || !is_foldable(graph, id) {
            continue;
        }
        if let Some(value) = evaluated(graph, id) {
            let shape = graph.shape(id).clone();
            graph.location = graph.get(id).location.clone();
            let constant = graph.add(Op::Constant(value), shape, &[]);
            graph.replace(id, constant);
            changed = true;
        }
    }
    changed
}

/// Whether operands are constants, and the work is small.
fn is_foldable(graph: &Graph, id: InstructionId) -> bool {
    let operands = graph.operands(id);
    let is_constant = |&operand: &InstructionId| graph.as_constant(operand).is_some();
    !operands.is_empty()
        && operands.iter().all(is_constant)
        && may_fold(graph.op(id))
        && work(graph, id).is_some_and(|work| work <= MAX_WORK)
}

fn evaluated(graph: &Graph, id: InstructionId) -> Option<Literal> {
    let literal = |&operand: &InstructionId| match graph.op(operand) {
        Op::Constant(literal) => Some(literal),
        _ => None,
    };
    let operands: Vec<&Literal> = graph.operands(id).iter().map(literal).collect::<Option<_>>()?;
    let value = evaluate_op(graph.op(id), &operands, graph.shape(id), &Context::new(graph.module)).ok()?;
    value.shape().same_type(graph.shape(id)).then_some(value)
}

/// Elements of the result and of what each of them is computed from.
fn work(graph: &Graph, id: InstructionId) -> Option<usize> {
    let result = graph.shape(id).as_array()?.element_count();
    let largest = graph.operands(id).iter().map(|&operand| graph.array(operand).element_count()).max()?;
    match graph.op(id) {
        Op::Slice { .. } | Op::DynamicSlice { .. } | Op::Gather { .. } | Op::Reshape => Some(result),
        Op::Dot { .. } | Op::Convolution { .. } => result.checked_mul(largest),
        Op::Pad { .. } if result > 2 * largest => None,
        _ => Some(result.max(largest)),
    }
}

fn may_fold(op: &Op) -> bool {
    match op.class() {
        OpClass::Elementwise | OpClass::Indexing | OpClass::Contraction => true,
        OpClass::Movement => !matches!(op, Op::Copy | Op::Broadcast { .. }),
        OpClass::Application => matches!(op, Op::Scatter { .. } | Op::Reduce { .. } | Op::Sort { .. }),
        OpClass::Leaf | OpClass::Algorithm | OpClass::Structure | OpClass::Control => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::{ArrayLiteral, BinaryOp, ElementType};
    use crate::passes::testing::check;

    #[test]
    fn arithmetic() {
        let build = |g: &mut Graph| {
            let (a, b, x) = (g.constant_s32(6), g.constant_s32(7), g.s32(0, &[]));
            let product = g.binary(BinaryOp::Multiply, a, b);
            g.binary(BinaryOp::Add, product, x)
        };
        check(&PASS, build, "add(42, Arg_0)");
    }

    #[test]
    fn chains_fold_in_one_run() {
        let build = |g: &mut Graph| {
            let c = g.constant(ArrayLiteral::from_slice(ElementType::F32, [2, 2], &[1f32, 2.0, 3.0, 4.0]));
            let turned = g.transpose(c, vec![1, 0]);
            g.slice(turned, vec![0, 0], vec![1, 2], vec![1, 1])
        };
        check(&PASS, build, "f32[1,2]{1 3}");
    }

    #[test]
    fn broadcasts_stay_small() {
        check(&PASS, |g| g.full(&[2], 1.0), "broadcast[]f32[2](1)");
    }

    #[test]
    fn large_results_stay() {
        let build = |g: &mut Graph| {
            let c = g.constant(ArrayLiteral::zeros(&crate::hlo::ArrayShape::new(ElementType::S32, [MAX_WORK + 1])));
            let sum = g.binary(BinaryOp::Add, c, c);
            g.tuple(&[sum])
        };
        let mut module = crate::passes::testing::program(build);
        assert!(!run(&mut module).expect("succeeds"));
    }
}
