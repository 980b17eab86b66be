//! Copies the body of a computation to where it is called.

use super::control;
use crate::hlo::{Computation, ComputationId, Diagnostic, Diagnostics, InstructionId, Module, Op};
use std::collections::HashMap;

/// Functions that call each other twice in a row grow exponentially; no program that a framework writes comes near.
const MAX_INSTRUCTIONS: usize = 4_000_000;

/// Which computation an instruction stands for, if it is to be inlined.
pub(super) type CalleeOf = fn(&Op) -> Option<ComputationId>;

/// Inlines every instruction that stands for a computation, callees first; says whether there were any. One that takes
/// part in a control dependency stays, since its body has no single instruction that could take over the edge.
pub(super) fn inline_all(module: &mut Module, callee_of: CalleeOf) -> Result<bool, Diagnostics> {
    check_sizes(module, callee_of)?;
    let mut changed = false;
    for id in module.post_order() {
        changed |= inline_calls(module, id, callee_of);
    }
    if changed {
        module.remove_unreachable();
    }
    Ok(changed)
}

fn inline_calls(module: &mut Module, id: ComputationId, callee_of: CalleeOf) -> bool {
    let calls = calls(module, id, callee_of);
    for &(call, callee) in &calls {
        let callee = module.computation(callee).clone();
        let caller = module.computation_mut(id);
        let arguments = caller.operands(call).to_vec();
        let result = inline(caller, &callee, &arguments);
        caller.replace_all_uses(call, result);
        caller.remove(call);
    }
    !calls.is_empty()
}

/// The calls to inline, with their callees.
fn calls(module: &Module, id: ComputationId, callee_of: CalleeOf) -> Vec<(InstructionId, ComputationId)> {
    let computation = module.computation(id);
    let pinned = control::pinned(computation);
    let free = computation.ids().filter(|id| !pinned.contains(id));
    free.filter_map(|id| Some((id, callee_of(computation.op(id))?))).collect()
}

/// Refuses programs that would grow beyond measure, before anything is inlined.
fn check_sizes(module: &Module, callee_of: CalleeOf) -> Result<(), Diagnostics> {
    let mut sizes: HashMap<ComputationId, usize> = HashMap::new();
    for id in module.post_order() {
        let computation = module.computation(id);
        let mut size = computation.len();
        for (call, callee) in calls(module, id, callee_of) {
            size += sizes[&callee];
            if size > MAX_INSTRUCTIONS {
                let call = computation.get(call);
                let message = format!("inlining {} makes more than {MAX_INSTRUCTIONS} instructions", call.name());
                return Err(Diagnostic::unsupported(message, &call.location).into());
            }
        }
        sizes.insert(id, size);
    }
    Ok(())
}

/// Copies `callee` into `caller` with `arguments` in place of its parameters; gives the value of its root.
///
/// Computations that the copied instructions call become shared with the original.
pub fn inline(caller: &mut Computation, callee: &Computation, arguments: &[InstructionId]) -> InstructionId {
    let mut copies: HashMap<InstructionId, InstructionId> = HashMap::with_capacity(callee.len());
    for id in callee.post_order() {
        let instruction = callee.get(id);
        let copy = match instruction.op {
            Op::Parameter { number } => arguments[number],
            _ => {
                let operands = instruction.operands().iter().map(|operand| copies[operand]).collect();
                let mut copy = instruction.with_operands(operands);
                for before in &mut copy.control_predecessors {
                    *before = copies[before];
                }
                caller.add(copy)
            }
        };
        copies.insert(id, copy);
    }
    copies[&callee.root()]
}
