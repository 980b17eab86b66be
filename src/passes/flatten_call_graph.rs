//! `flatten-call-graph`: gives every while, conditional and call computations of its own.
//!
//! Buffers are assigned a computation at a time, so a body that runs at two places would need its memory to suit both.
//! Computations that are applied to elements (reducers, comparators) own no buffers and stay shared.

use super::{Pass, call_graph};
use crate::hlo::{ComputationId, Diagnostic, Diagnostics, InstructionId, Module};
use std::collections::HashSet;

pub const PASS: Pass = Pass {
    name: "flatten-call-graph",
    description: "Gives every while, conditional and call computations of its own.",
    run,
};

/// Bodies that share bodies twice in a row grow exponentially; no program that a framework writes comes near.
const MAX_COMPUTATIONS: usize = 1_000_000;

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut owned = call_graph::callees(module, |op| !call_graph::runs_callees(op));
    let mut changed = false;
    let mut work = vec![module.entry_id()];
    while let Some(caller) = work.pop() {
        for instruction in call_graph::callers(module.computation(caller), call_graph::runs_callees) {
            changed |= own_callees(module, caller, instruction, &mut owned);
            work.extend(module.computation(caller).op(instruction).called_computations());
        }
        if owned.len() > MAX_COMPUTATIONS {
            let message = format!("flattening the call graph makes more than {MAX_COMPUTATIONS} computations");
            return Err(Diagnostic::unsupported(message, &None).into());
        }
    }
    Ok(changed)
}

/// Clones the callees that another instruction owns already.
fn own_callees(
    module: &mut Module,
    caller: ComputationId,
    instruction: InstructionId,
    owned: &mut HashSet<ComputationId>,
) -> bool {
    let mut callees = module.computation(caller).op(instruction).called_computations();
    let mut changed = false;
    for callee in &mut callees {
        if !owned.insert(*callee) {
            *callee = module.clone_computation(*callee);
            owned.insert(*callee);
            changed = true;
        }
    }
    let op = &mut module.computation_mut(caller).get_mut(instruction).op;
    for (reference, callee) in op.called_computations_mut().into_iter().zip(callees) {
        *reference = callee;
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::{Op, UnaryOp};
    use crate::passes::testing::{define, empty};

    #[test]
    fn shared_branches_are_cloned_and_reducers_stay() {
        let mut module = empty();
        let negate = define(&mut module, "negate", |g| {
            let x = g.f32(0, &[]);
            g.unary(UnaryOp::Negate, x)
        });
        let main = define(&mut module, "main", |g| {
            let (p, x, shape) =
                (g.flag(0, &[]), g.f32(1, &[]), crate::hlo::Shape::scalar(crate::hlo::ElementType::F32));
            let once = g.add(Op::Conditional { branches: vec![negate; 2] }, shape.clone(), &[p, x, x]);
            g.add(Op::Map { to_apply: negate }, shape, &[once])
        });
        module.set_entry(main);
        assert!(run(&mut module).expect("succeeds"));
        let entry = module.entry();
        let branches = entry.op(entry.operand(entry.root(), 0)).called_computations();
        let mapped = entry.op(entry.root()).called_computations();
        assert_eq!(mapped, [negate]);
        assert!(branches[0] != branches[1] && !branches.contains(&negate));
        assert!(!run(&mut module).expect("succeeds"));
    }
}
