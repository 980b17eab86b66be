//! `region-expander`: makes loops of reductions, sorts, maps and scatters whose computations are not for kernels, and
//! of reductions among devices an exchange and such loops.
//!
//! Kernels apply a computation to scalars in registers, and have no branches of their own for it. A computation that
//! loops, sorts, looks something up in an array or calls out is called instead, once for each element, in a loop that
//! fetches its arguments and stores its results: slower, but with the same order of elements and effects.
//! `region-scalarizer` and `conditional-to-select` come first, so that what can do without such a loop does.

mod collective;
mod elements;
mod fold;
mod map;
mod sort;

use super::expand::expand_all;
use super::{Pass, scatter_expander, select_and_scatter_expander};
use crate::hlo::op_class::{calls_nothing, control_flow};
use crate::hlo::{ComputationId, Diagnostics, InstructionId, Module, Op, OpClass, Shape};

pub const PASS: Pass = Pass {
    name: "region-expander",
    description: "Makes loops of operations whose computations do more than kernels can to scalars.",
    run,
};

/// What is expanded may become other operations of the kind, which are expanded in turn.
fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut changed = false;
    while expand_all(module, expand)? {
        changed = true;
    }
    Ok(changed)
}

fn expand(module: &mut Module, owner: ComputationId, id: InstructionId) -> Result<Option<InstructionId>, Diagnostics> {
    let op = module.computation(owner).op(id);
    if op.called_computations().into_iter().all(|region| is_for_kernels(module, region)) {
        return Ok(None);
    }
    match op {
        Op::Map { .. } => map::expand(module, owner, id),
        Op::Reduce { .. } => fold::expand_reduce(module, owner, id),
        Op::ReduceWindow { .. } => fold::expand_reduce_window(module, owner, id),
        Op::Sort { .. } => sort::expand(module, owner, id),
        Op::Scatter { .. } => scatter_expander::expand(module, owner, id),
        Op::SelectAndScatter { .. } => select_and_scatter_expander::expand(module, owner, id),
        Op::Collective(_) => collective::expand(module, owner, id),
        calls_nothing!()
        | control_flow!()
        | Op::Fusion { .. }
        | Op::CustomCall(_)
        | Op::Scan { .. }
        | Op::AsyncStart(_) => Ok(None),
    }
}

/// Whether all that a computation does is what kernels do to scalars.
fn is_for_kernels(module: &Module, region: ComputationId) -> bool {
    let computation = module.computation(region);
    computation.ids().all(|id| {
        let instruction = computation.get(id);
        is_of_scalars(&instruction.shape) && is_done_by_kernels(module, &instruction.op)
    })
}

fn is_of_scalars(shape: &Shape) -> bool {
    shape.leaves().into_iter().all(|(_, leaf)| leaf.as_array().is_some_and(|array| array.element_count() == 1))
}

fn is_done_by_kernels(module: &Module, op: &Op) -> bool {
    let callees_are = || op.called_computations().into_iter().all(|callee| is_for_kernels(module, callee));
    match op.class() {
        OpClass::Leaf => !matches!(op, Op::Iota { .. }),
        OpClass::Elementwise => true,
        OpClass::Movement => matches!(op, Op::BitcastConvert | Op::Copy | Op::Reshape | Op::Broadcast { .. }),
        OpClass::Structure => !matches!(op, Op::AfterAll),
        OpClass::Application => matches!(op, Op::Map { .. }) && callees_are(),
        OpClass::Control => matches!(op, Op::Call { .. }) && callees_are(),
        OpClass::Indexing | OpClass::Contraction | OpClass::Algorithm => false,
    }
}
