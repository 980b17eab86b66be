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
use crate::hlo::op_class::{algorithm, contraction, elementwise, indexing, leaf, movement, structure};
use crate::hlo::{ComputationId, Diagnostics, InstructionId, Module, Op, Shape};

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
        leaf!()
        | elementwise!()
        | movement!()
        | indexing!()
        | contraction!()
        | algorithm!()
        | structure!()
        | Op::While { .. }
        | Op::Conditional { .. }
        | Op::Call { .. }
        | Op::Fusion { .. }
        | Op::CustomCall(_)
        | Op::Scan { .. }
        | Op::Transfer(_)
        | Op::ReplicaId
        | Op::PartitionId
        | Op::AsyncStart(_)
        | Op::AsyncUpdate
        | Op::AsyncDone { .. } => Ok(None),
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
    match op {
        Op::Parameter { .. }
        | Op::Constant(_)
        | elementwise!()
        | Op::BitcastConvert
        | Op::Copy
        | Op::Reshape
        | Op::Broadcast { .. }
        | Op::OptimizationBarrier
        | Op::Tuple
        | Op::GetTupleElement { .. } => true,
        Op::Map { to_apply } | Op::Call { to_apply } => is_for_kernels(module, *to_apply),
        Op::Iota { .. }
        | Op::Transpose { .. }
        | Op::Reverse { .. }
        | Op::Slice { .. }
        | Op::Pad { .. }
        | Op::Concatenate { .. }
        | indexing!()
        | contraction!()
        | Op::Scatter { .. }
        | Op::Reduce { .. }
        | Op::ReduceWindow { .. }
        | Op::SelectAndScatter { .. }
        | Op::Sort { .. }
        | algorithm!()
        | Op::AfterAll
        | Op::While { .. }
        | Op::Conditional { .. }
        | Op::Fusion { .. }
        | Op::CustomCall(_)
        | Op::Collective(_)
        | Op::Scan { .. }
        | Op::Transfer(_)
        | Op::ReplicaId
        | Op::PartitionId
        | Op::AsyncStart(_)
        | Op::AsyncUpdate
        | Op::AsyncDone { .. } => false,
    }
}
