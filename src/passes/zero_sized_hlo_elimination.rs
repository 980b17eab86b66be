//! `zero_sized_hlo_elimination`: an array without elements needs no computation.
//!
//! Such an instruction becomes a constant. Parameters, effects and ends of control dependencies are left alone.

use super::effects::Effects;
use super::{Pass, control};
use crate::hlo::{ArrayLiteral, Computation, Diagnostics, Instruction, InstructionId, Module, Op, Shape};

pub const PASS: Pass = Pass {
    name: "zero_sized_hlo_elimination",
    description: "Makes constants of instructions whose results have no elements.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let effects = Effects::of(module);
    let mut changed = false;
    for id in module.post_order() {
        changed |= eliminate(module.computation_mut(id), &effects);
    }
    Ok(changed)
}

fn eliminate(computation: &mut Computation, effects: &Effects) -> bool {
    let pinned = control::pinned(computation);
    let is_computed = |id: &InstructionId| is_empty_result(computation.get(*id), effects) && !pinned.contains(id);
    let empty: Vec<InstructionId> = computation.ids().filter(is_computed).collect();
    for &id in &empty {
        let shape = computation.shape(id).clone();
        let literal = ArrayLiteral::zeros(shape.expect_array());
        computation.replace(id, Instruction::new(Op::Constant(literal.into()), shape, []));
    }
    !empty.is_empty()
}

fn is_empty_result(instruction: &Instruction, effects: &Effects) -> bool {
    let is_empty = |shape: &Shape| shape.as_array().is_some_and(|array| array.dims.contains(&0));
    let is_leaf = matches!(instruction.op, Op::Parameter { .. } | Op::Constant(_));
    is_empty(&instruction.shape) && !is_leaf && !effects.has_effect(instruction)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::UnaryOp;
    use crate::passes::graph::Graph;
    use crate::passes::testing::check;

    fn negated(dims: &[usize], expected: &str) {
        let build = |g: &mut Graph| {
            let x = g.f32(0, dims);
            g.unary(UnaryOp::Negate, x)
        };
        check(&PASS, build, expected);
    }

    #[test]
    fn empty_results_are_constants() {
        negated(&[3, 0], "f32[3,0]{}");
        negated(&[3, 1], "negate(Arg_0)");
    }
}
