//! Which instructions do more than compute their result, looking into the computations they call.

use crate::hlo::{ComputationId, Instruction, Module};
use std::collections::HashSet;

/// The computations of a module that have an effect when they run.
pub(super) struct Effects(HashSet<ComputationId>);

impl Effects {
    pub fn of(module: &Module) -> Effects {
        let mut effects = Effects(HashSet::new());
        for id in module.post_order() {
            let computation = module.computation(id);
            if computation.ids().any(|i| effects.has_effect(computation.get(i))) {
                effects.0.insert(id);
            }
        }
        effects
    }

    /// Whether an instruction must stay, and run as often as the program says, though nothing reads its result.
    pub fn has_effect(&self, instruction: &Instruction) -> bool {
        instruction.has_side_effect() || self.in_callee(instruction)
    }

    /// Whether a computation that the instruction calls has an effect.
    fn in_callee(&self, instruction: &Instruction) -> bool {
        !self.0.is_empty() && instruction.op.called_computations().iter().any(|callee| self.0.contains(callee))
    }
}
