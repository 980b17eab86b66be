//! `simplify-conditional`: takes the branch of a conditional that can be told beforehand.
//!
//! That is one whose predicate or index is a constant, or that has a single branch.

use super::inline::inline;
use super::{Pass, control};
use crate::hlo::{Computation, ComputationId, Diagnostics, InstructionId, Literal, Module, Op};

pub const PASS: Pass = Pass {
    name: "simplify-conditional",
    description: "Takes the branch of a conditional that can be told beforehand.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut changed = false;
    for id in module.post_order() {
        for (conditional, branch, argument) in decided(module.computation(id)) {
            let branch = module.computation(branch).clone();
            let computation = module.computation_mut(id);
            let value = inline(computation, &branch, &[argument]);
            computation.replace_all_uses(conditional, value);
            computation.remove(conditional);
            changed = true;
        }
    }
    Ok(changed)
}

/// Conditionals with the branch that they take and its argument.
fn decided(computation: &Computation) -> Vec<(InstructionId, ComputationId, InstructionId)> {
    let pinned = control::pinned(computation);
    let decide = |id: InstructionId| {
        let Op::Conditional { branches } = computation.op(id) else { return None };
        let taken = taken(computation, computation.operand(id, 0), branches.len())?;
        (!pinned.contains(&id)).then(|| (id, branches[taken], computation.operand(id, 1 + taken)))
    };
    computation.ids().filter_map(decide).collect()
}

/// The branch that an index selects; any index out of range means the last.
fn taken(computation: &Computation, index: InstructionId, branches: usize) -> Option<usize> {
    if branches == 1 {
        return Some(0);
    }
    let Op::Constant(Literal::Array(value)) = computation.op(index) else { return None };
    match value.bytes()[..] {
        [is_true] => Some(usize::from(is_true == 0)),
        [a, b, c, d] => {
            let index = usize::try_from(i32::from_le_bytes([a, b, c, d])).unwrap_or(branches);
            Some(index.min(branches - 1))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::{ElementType, Shape, UnaryOp};
    use crate::passes::graph::Graph;
    use crate::passes::testing::{check_module, define, empty};

    fn conditional_on(index: impl FnOnce(&mut Graph) -> InstructionId, expected: &str) {
        let mut module = empty();
        let branches = [UnaryOp::Negate, UnaryOp::Abs].map(|op| {
            define(&mut module, op.name(), |g| {
                let x = g.f32(0, &[]);
                g.unary(op, x)
            })
        });
        let main = define(&mut module, "main", |g| {
            let x = g.f32(0, &[]);
            let index = index(g);
            let shape = Shape::scalar(ElementType::F32);
            g.add(Op::Conditional { branches: branches.to_vec() }, shape, &[index, x, x])
        });
        module.set_entry(main);
        check_module(&PASS, module, expected);
    }

    #[test]
    fn constant_predicates() {
        conditional_on(|g| g.pred(&[], true), "negate(Arg_0)");
        conditional_on(|g| g.pred(&[], false), "abs(Arg_0)");
    }

    #[test]
    fn constant_indices() {
        conditional_on(|g| g.constant_s32(0), "negate(Arg_0)");
        conditional_on(|g| g.constant_s32(7), "abs(Arg_0)");
        conditional_on(|g| g.constant_s32(-1), "abs(Arg_0)");
    }

    #[test]
    fn computed_index_stays() {
        conditional_on(|g| g.s32(1, &[]), "conditional(Arg_1, Arg_0, Arg_0)");
    }
}
