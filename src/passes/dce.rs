//! `dce`: removes what nobody can observe: instructions that neither the root nor an effect needs, and computations
//! that nothing calls.
//!
//! Parameters stay, because the signature of a computation belongs to its callers.

use super::Pass;
use super::effects::Effects;
use crate::hlo::{Computation, Diagnostics, InstructionId, Module, Op};

pub const PASS: Pass = Pass {
    name: "dce",
    description: "Removes instructions and computations whose results and effects nobody can observe.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut changed = module.remove_unreachable();
    let effects = Effects::of(module);
    for id in module.post_order() {
        changed |= remove_dead(module.computation_mut(id), &effects);
    }
    Ok(changed | module.remove_unreachable())
}

/// Removes the dead instructions of one computation.
pub(super) fn remove_dead(computation: &mut Computation, effects: &Effects) -> bool {
    let live = live(computation, effects);
    let mut dead: Vec<InstructionId> = computation.post_order();
    dead.retain(|id| !live[id.0 as usize]);
    for &id in dead.iter().rev() {
        computation.remove(id);
    }
    !dead.is_empty()
}

/// Marks what the root, effects and parameters need, by instruction id.
fn live(computation: &Computation, effects: &Effects) -> Vec<bool> {
    let mut live = vec![false; computation.id_bound()];
    let mut work = vec![computation.root()];
    work.extend(computation.ids().filter(|&id| must_stay(computation, id, effects)));
    while let Some(id) = work.pop() {
        if !std::mem::replace(&mut live[id.0 as usize], true) {
            let instruction = computation.get(id);
            work.extend(instruction.operands().iter().chain(&instruction.control_predecessors));
        }
    }
    live
}

fn must_stay(computation: &Computation, id: InstructionId, effects: &Effects) -> bool {
    let instruction = computation.get(id);
    matches!(instruction.op, Op::Parameter { .. }) || effects.has_effect(instruction)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::{CustomCall, Shape, UnaryOp};
    use crate::passes::testing::program;

    #[test]
    fn chains_go_and_parameters_stay() {
        let mut module = program(|g| {
            let (x, y) = (g.f32(0, &[]), g.f32(1, &[]));
            let unused = g.unary(UnaryOp::Negate, y);
            g.unary(UnaryOp::Abs, unused);
            g.unary(UnaryOp::Sqrt, x)
        });
        assert!(run(&mut module).expect("succeeds"));
        assert_eq!(module.entry().len(), 3);
        assert_eq!(module.computation_ids().len(), 1);
    }

    #[test]
    fn effects_stay_with_what_they_need() {
        let call = CustomCall { has_side_effect: true, ..CustomCall::default() };
        let mut module = program(|g| {
            let (x, y) = (g.f32(0, &[]), g.f32(1, &[]));
            let seen = g.unary(UnaryOp::Negate, y);
            g.add(Op::CustomCall(Box::new(call)), Shape::Tuple(vec![]), &[seen]);
            x
        });
        run(&mut module).expect("succeeds");
        assert_eq!(module.entry().len(), 4);
    }
}
