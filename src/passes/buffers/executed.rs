//! Which computations run as thunk sequences of their own.

use crate::hlo::{ComputationId, Diagnostic, Diagnostics, Module, Op};
use crate::passes::call_graph::runs_callees;
use std::collections::HashSet;

/// Computations that an instruction runs instruction by instruction, in order of their first run.
pub fn executed_callees(op: &Op) -> Vec<ComputationId> {
    if runs_callees(op) { op.called_computations() } else { Vec::new() }
}

/// The entry and everything that whiles, conditionals and calls run in it; callees before callers.
///
/// # Errors
/// A computation with two callers: its instructions would have no single place in time.
pub fn executed_computations(module: &Module) -> Result<Vec<ComputationId>, Diagnostics> {
    let mut order = Vec::new();
    visit(module, module.entry_id(), &mut HashSet::new(), &mut order)?;
    Ok(order)
}

fn visit(
    module: &Module,
    id: ComputationId,
    seen: &mut HashSet<ComputationId>,
    order: &mut Vec<ComputationId>,
) -> Result<(), Diagnostics> {
    let computation = module.computation(id);
    if !seen.insert(id) {
        let message = format!("computation {} has two callers; flatten-call-graph has to run before", computation.name);
        return Err(Diagnostic::bug(message, &computation.get(computation.root()).location).into());
    }
    for instruction in computation.ids() {
        for callee in executed_callees(computation.op(instruction)) {
            visit(module, callee, seen, order)?;
        }
    }
    order.push(id);
    Ok(())
}
