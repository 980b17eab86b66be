//! `gather_simplifier`: brings gathers to one form, with transposes and reshapes around it.
//!
//! In that form the indices are a matrix with a row an index vector, whose components are for the first dimensions of
//! the operand, in order; nothing is collapsed, and the result's first dimension counts the vectors. Native code follows
//! every form directly, so that the pipeline `cpu` leaves this pass out.

use super::Pass;
use super::expand::expand_all;
use super::index_vectors::SimpleGather;
use crate::hlo::{Builder, ComputationId, Diagnostics, InstructionId, Module, Op, Shape};

pub const PASS: Pass = Pass {
    name: "gather_simplifier",
    description: "Brings gathers to one form, with a row of a matrix an index vector.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    expand_all(module, expand)
}

fn expand(module: &mut Module, owner: ComputationId, id: InstructionId) -> Result<Option<InstructionId>, Diagnostics> {
    let computation = module.computation_mut(owner);
    let gather = computation.get(id).clone();
    let Op::Gather { dims, slice_sizes, indices_are_sorted } = gather.op.clone() else { return Ok(None) };
    let [operand, indices] = [0, 1].map(|index| gather.operands()[index]);
    let simple_dims =
        SimpleGather::dims(slice_sizes.len(), dims.start_index_map.len() + dims.operand_batching_dims.len());
    // Slices of nothing may make zeros, which no slice holds: algsimp writes them.
    if (dims == simple_dims && computation.get(indices).array().rank() == 2) || slice_sizes.contains(&0) {
        return Ok(None);
    }
    let indices_are_sorted = indices_are_sorted && dims.operand_batching_dims.is_empty();
    let mut b = Builder::new(computation, &gather.location);
    let simple = SimpleGather::new(&mut b, operand, indices, dims, &slice_sizes);
    let op = Op::Gather { dims: simple_dims, slice_sizes: simple.slice_sizes.clone(), indices_are_sorted };
    let slices = b.add(op, &[simple.operand, simple.indices], &Shape::Token);
    let value = simple.result(&mut b, slices);
    b.finish()?;
    Ok(Some(value))
}
