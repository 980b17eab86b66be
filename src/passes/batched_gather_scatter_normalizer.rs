//! `batched_gather_scatter_normalizer`: writes batching dimensions of gathers and scatters as components of the index
//! vectors.
//!
//! The place along a batching dimension is that of the index vector itself: an iota says it. For passes that know gathers
//! without batching dimensions only; native code follows them directly, so that the pipeline `cpu` leaves this pass out.

use super::Pass;
use super::expand::expand_all;
use super::scalar::integer_range;
use crate::hlo::{
    Builder, ComputationId, Diagnostics, ElementType, GatherDimensionNumbers, InstructionId, Module, Op,
    ScatterDimensionNumbers,
};

pub const PASS: Pass = Pass {
    name: "batched_gather_scatter_normalizer",
    description: "Writes batching dimensions of gathers and scatters as components of the index vectors.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    expand_all(module, expand)
}

fn expand(module: &mut Module, owner: ComputationId, id: InstructionId) -> Result<Option<InstructionId>, Diagnostics> {
    let computation = module.computation_mut(owner);
    let instruction = computation.get(id).clone();
    let mut operands = instruction.operands().to_vec();
    let indices_place = operands.len() / 2;
    let mut b = Builder::new(computation, &instruction.location);
    let (op, indices) = match instruction.op {
        Op::Gather { dims, slice_sizes, .. } if !dims.operand_batching_dims.is_empty() => {
            let (dims, indices) = gather_without_batching(&mut b, operands[indices_place], dims);
            (Op::Gather { dims, slice_sizes, indices_are_sorted: false }, indices)
        }
        Op::Scatter { dims, unique_indices, to_apply, .. } if !dims.input_batching_dims.is_empty() => {
            let (dims, indices) = scatter_without_batching(&mut b, operands[indices_place], dims);
            (Op::Scatter { dims, indices_are_sorted: false, unique_indices, to_apply }, indices)
        }
        _ => return Ok(None),
    };
    operands[indices_place] = indices;
    let value = b.add(op, &operands, &instruction.shape);
    b.finish()?;
    Ok(Some(value))
}

/// A gather's dimension numbers and indices with batching dimensions as collapsed ones.
pub(super) fn gather_without_batching(
    b: &mut Builder,
    indices: InstructionId,
    mut dims: GatherDimensionNumbers,
) -> (GatherDimensionNumbers, InstructionId) {
    let batching = std::mem::take(&mut dims.operand_batching_dims);
    let along = std::mem::take(&mut dims.start_indices_batching_dims);
    let indices = with_places(b, indices, &along, dims.index_vector_dim);
    dims.start_index_map.splice(0..0, batching.iter().copied());
    dims.collapsed_slice_dims.extend(batching);
    dims.collapsed_slice_dims.sort();
    (dims, indices)
}

/// A scatter's dimension numbers and indices with batching dimensions as inserted ones.
pub(super) fn scatter_without_batching(
    b: &mut Builder,
    indices: InstructionId,
    mut dims: ScatterDimensionNumbers,
) -> (ScatterDimensionNumbers, InstructionId) {
    let batching = std::mem::take(&mut dims.input_batching_dims);
    let along = std::mem::take(&mut dims.scatter_indices_batching_dims);
    let indices = with_places(b, indices, &along, dims.index_vector_dim);
    dims.scatter_dims_to_operand_dims.splice(0..0, batching.iter().copied());
    dims.inserted_window_dims.extend(batching);
    dims.inserted_window_dims.sort();
    (dims, indices)
}

/// Index vectors behind their own places along some dimensions.
fn with_places(b: &mut Builder, indices: InstructionId, along: &[usize], vector_dim: usize) -> InstructionId {
    if along.is_empty() {
        return indices;
    }
    let mut dims = b.dims(indices);
    if vector_dim == dims.len() {
        dims.push(1);
    }
    let largest = along.iter().map(|&dimension| dims[dimension]).max().unwrap_or(0);
    let element_type = wide_enough(b.element_type(indices), largest);
    let indices = b.convert(indices, element_type);
    let vectors = b.reshape(indices, &dims);
    dims[vector_dim] = 1;
    let mut parts: Vec<InstructionId> = along.iter().map(|&along| b.iota(element_type, &dims, along)).collect();
    parts.push(vectors);
    b.concatenate(&parts, vector_dim)
}

/// The type itself where it counts to a size, else the usual one.
fn wide_enough(element_type: ElementType, size: usize) -> ElementType {
    let fits = integer_range(element_type).is_some_and(|(_, greatest)| size as i128 - 1 <= greatest);
    if fits { element_type } else { ElementType::S32 }
}
