//! `control-dep-remover`: drops control dependencies that nobody can observe.
//!
//! A control dependency orders two instructions between which no data flows. Where one of them has no effect, the order
//! changes no result and nothing outside: it was a wish of another compiler's scheduler. Between effects it stays, also
//! where instructions without one lie between.

use super::Pass;
use super::effects::Effects;
use crate::hlo::{Computation, Diagnostics, InstructionId, Module};
use std::collections::HashSet;

pub const PASS: Pass = Pass {
    name: "control-dep-remover",
    description: "Drops control dependencies of instructions that have no effect.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let effects = Effects::of(module);
    let mut changed = false;
    for id in module.computation_ids() {
        let computation = module.computation_mut(id);
        let dependent = computation.ids().filter(|&id| !computation.get(id).control_predecessors.is_empty());
        for id in dependent.collect::<Vec<_>>() {
            let kept = kept_predecessors(computation, id, &effects);
            let instruction = computation.get_mut(id);
            changed |= kept != instruction.control_predecessors;
            instruction.control_predecessors = kept;
        }
    }
    Ok(changed)
}

/// The effects that an effect has to wait for: its own control predecessors, or those that they wait for.
fn kept_predecessors(computation: &Computation, id: InstructionId, effects: &Effects) -> Vec<InstructionId> {
    let has_effect = |id: InstructionId| effects.has_effect(computation.get(id));
    let mut kept = Vec::new();
    if !has_effect(id) {
        return kept;
    }
    let mut waiting = computation.get(id).control_predecessors.clone();
    let mut seen: HashSet<InstructionId> = waiting.iter().copied().collect();
    while let Some(before) = waiting.pop() {
        if has_effect(before) {
            kept.push(before);
            continue;
        }
        let earlier = computation.operands(before).iter().chain(&computation.get(before).control_predecessors);
        waiting.extend(earlier.copied().filter(|earlier| seen.insert(*earlier)));
    }
    kept.sort_unstable();
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::{CustomCall, ElementType, Op, Shape, UnaryOp};
    use crate::passes::graph::Graph;
    use crate::passes::testing::program;

    fn effect(g: &mut Graph, x: InstructionId) -> InstructionId {
        let call = CustomCall { target: "Sharding".into(), has_side_effect: true, ..Default::default() };
        g.add(Op::CustomCall(Box::new(call)), Shape::scalar(ElementType::F32), &[x])
    }

    /// Names of the control predecessors of the root.
    fn kept(build: impl FnOnce(&mut Graph) -> InstructionId) -> Vec<Op> {
        let mut module = program(build);
        run(&mut module).expect("succeeds");
        let entry = module.entry();
        entry.get(entry.root()).control_predecessors.iter().map(|&id| entry.op(id).clone()).collect()
    }

    #[test]
    fn values_wait_for_nothing() {
        let found = kept(|g| {
            let x = g.f32(0, &[]);
            let first = effect(g, x);
            let last = g.unary(UnaryOp::Negate, x);
            g.computation.get_mut(last).control_predecessors.push(first);
            last
        });
        assert_eq!(found, []);
    }

    #[test]
    fn effects_wait_for_effects_through_values() {
        let found = kept(|g| {
            let x = g.f32(0, &[]);
            let first = effect(g, x);
            let between = g.unary(UnaryOp::Negate, first);
            let last = effect(g, x);
            g.computation.get_mut(last).control_predecessors.push(between);
            last
        });
        assert!(matches!(found[..], [Op::CustomCall(_)]));
    }
}
