//! `call-inliner`: puts the body of every called function in the place of the call.
//!
//! Later passes and fusion see one computation instead of many small ones. A call that takes part in a control
//! dependency stays a call, since its body has no single instruction that could take over the edge.

use super::inline::inline;
use super::{Pass, control};
use crate::hlo::{ComputationId, Diagnostic, Diagnostics, InstructionId, Module, Op};

pub const PASS: Pass =
    Pass { name: "call-inliner", description: "Puts the bodies of called functions in the place of the calls.", run };

/// Functions that call each other twice in a row grow exponentially; no program that a framework writes comes near.
const MAX_INSTRUCTIONS: usize = 4_000_000;

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut changed = false;
    for id in module.post_order() {
        changed |= inline_calls(module, id)?;
    }
    if changed {
        module.remove_unreachable();
    }
    Ok(changed)
}

fn inline_calls(module: &mut Module, id: ComputationId) -> Result<bool, Diagnostics> {
    let calls = calls(module, id);
    for &(call, callee) in &calls {
        check_size(module, id, call, callee)?;
        let callee = module.computation(callee).clone();
        let caller = module.computation_mut(id);
        let arguments = caller.operands(call).to_vec();
        let result = inline(caller, &callee, &arguments);
        caller.replace_all_uses(call, result);
        caller.remove(call);
    }
    Ok(!calls.is_empty())
}

/// The calls to inline, with their callees.
fn calls(module: &Module, id: ComputationId) -> Vec<(InstructionId, ComputationId)> {
    let computation = module.computation(id);
    let pinned = control::pinned(computation);
    let mut calls = Vec::new();
    for id in computation.ids() {
        if let Op::Call { to_apply } = *computation.op(id)
            && !pinned.contains(&id)
        {
            calls.push((id, to_apply));
        }
    }
    calls
}

fn check_size(
    module: &Module,
    caller: ComputationId,
    call: InstructionId,
    callee: ComputationId,
) -> Result<(), Diagnostics> {
    let caller = module.computation(caller);
    if caller.id_bound() + module.computation(callee).len() <= MAX_INSTRUCTIONS {
        return Ok(());
    }
    let message = format!("inlining {} makes more than {MAX_INSTRUCTIONS} instructions", caller.get(call).name());
    Err(Diagnostic::unsupported(message, &caller.get(call).location).into())
}
