//! How operations use the computations they name.

use crate::hlo::op_class::control_flow;
use crate::hlo::{Computation, ComputationId, InstructionId, Module, Op, OpClass};
use std::collections::HashSet;

/// Whether an operation runs its computations as programs, with buffers of their own.
pub(super) fn runs_callees(op: &Op) -> bool {
    matches!(started(op), control_flow!())
}

/// Whether an operation applies its computations to elements: reducers, comparators and the like.
pub(super) fn applies_to_elements(op: &Op) -> bool {
    let op = started(op);
    op.class() == OpClass::Application || matches!(op, Op::Collective(_))
}

/// What an asynchronous start runs; any other operation itself.
fn started(op: &Op) -> &Op {
    match op {
        Op::AsyncStart(started) => started,
        op => op,
    }
}

/// The instructions of a computation whose operation `is_caller` accepts.
pub(super) fn callers(computation: &Computation, is_caller: fn(&Op) -> bool) -> Vec<InstructionId> {
    computation.ids().filter(|&id| is_caller(computation.op(id))).collect()
}

/// Computations that an operation which `is_caller` accepts refers to.
pub(super) fn callees(module: &Module, is_caller: fn(&Op) -> bool) -> HashSet<ComputationId> {
    let mut found = HashSet::new();
    for id in module.post_order() {
        let computation = module.computation(id);
        for caller in callers(computation, is_caller) {
            found.extend(computation.op(caller).called_computations());
        }
    }
    found
}
