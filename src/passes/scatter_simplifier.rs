//! `scatter_simplifier`: brings scatters to one form, with transposes and reshapes around it.
//!
//! In that form the indices are a matrix with a row an index vector, whose components are for the first dimensions of
//! the inputs, in order; nothing is inserted, and the updates' first dimension counts the vectors. Updates of one place
//! may then come in another order, which HLO leaves open. Native code follows every form directly, so that the pipeline
//! `cpu` leaves this pass out.

use super::Pass;
use super::expand::expand_all;
use super::index_vectors::SimpleScatter;
use crate::hlo::{Builder, ComputationId, Diagnostics, InstructionId, Module, Op, Shape};

pub const PASS: Pass = Pass {
    name: "scatter_simplifier",
    description: "Brings scatters to one form, with a row of a matrix an index vector.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    expand_all(module, expand)
}

fn expand(module: &mut Module, owner: ComputationId, id: InstructionId) -> Result<Option<InstructionId>, Diagnostics> {
    let computation = module.computation_mut(owner);
    let scatter = computation.get(id).clone();
    let Op::Scatter { dims, indices_are_sorted, unique_indices, to_apply } = scatter.op.clone() else {
        return Ok(None);
    };
    let indices = scatter.operands()[scatter.operands().len() / 2];
    let components = dims.scatter_dims_to_operand_dims.len() + dims.input_batching_dims.len();
    let simple_dims = SimpleScatter::dims(computation.get(scatter.operands()[0]).array().rank(), components);
    if dims == simple_dims && computation.get(indices).array().rank() == 2 {
        return Ok(None);
    }
    let indices_are_sorted = indices_are_sorted && dims.input_batching_dims.is_empty();
    let mut b = Builder::new(computation, &scatter.location);
    let simple = SimpleScatter::new(&mut b, scatter.operands(), dims);
    let op = Op::Scatter { dims: simple_dims, indices_are_sorted, unique_indices, to_apply };
    let operands = [&simple.inputs[..], &[simple.indices], &simple.updates].concat();
    let scattered = b.add(op, &operands, &Shape::Token);
    let value = results(&mut b, &simple, scattered);
    b.finish()?;
    Ok(Some(value))
}

/// What the original scatter gives: a tuple where there are several inputs.
fn results(b: &mut Builder, simple: &SimpleScatter, scattered: InstructionId) -> InstructionId {
    if simple.inputs.len() == 1 {
        return simple.result(b, scattered);
    }
    let parts: Vec<InstructionId> = b.untuple(scattered).into_iter().map(|part| simple.result(b, part)).collect();
    b.tuple(&parts)
}
