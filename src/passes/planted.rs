//! Passes that are wrong on purpose: what `compare` and `bisect` are tested with.
//!
//! No pipeline has them and no list shows them; who names one gets it.

use super::Pass;
use crate::hlo::{BinaryOp, Diagnostics, InstructionId, Module, Op, focus_on};

pub(super) const MISCOMPILE: Pass = Pass {
    name: "test-miscompile",
    description: "Subtracts the wrong way round: a planted bug.",
    run: swap_subtrahends,
};

pub(super) const CRASH: Pass =
    Pass { name: "test-crash", description: "Panics on a remainder: a planted bug.", run: panic_at_remainder };

/// `a - b = b - a`, which is wrong.
fn swap_subtrahends(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut changed = false;
    for id in module.post_order() {
        let computation = module.computation_mut(id);
        let is_subtraction = |id: &InstructionId| matches!(computation.op(*id), Op::Binary(BinaryOp::Subtract));
        for instruction in computation.ids().filter(is_subtraction).collect::<Vec<_>>() {
            let swapped = computation.operands(instruction).iter().rev().copied().collect();
            computation.set_operands(instruction, swapped);
            changed = true;
        }
    }
    Ok(changed)
}

fn panic_at_remainder(module: &mut Module) -> Result<bool, Diagnostics> {
    for id in module.post_order() {
        let computation = module.computation(id);
        for instruction in computation.ids() {
            focus_on(computation.get(instruction));
            assert!(!matches!(computation.op(instruction), Op::Binary(BinaryOp::Remainder)), "a planted crash");
        }
    }
    Ok(false)
}
