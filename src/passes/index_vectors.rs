//! Gathers and scatters in one form: a row of a matrix an index vector, for the operand's first dimensions in order.
//!
//! Nothing is collapsed or inserted, and what is gathered or scattered lies slice after slice. Around it stand the
//! transposes and reshapes that lead there and back.

use super::batched_gather_scatter_normalizer::{gather_without_batching, scatter_without_batching};
use crate::hlo::{Builder, GatherDimensionNumbers, InstructionId, ScatterDimensionNumbers};

/// A gather in the form, and what leads back from its result.
pub(super) struct SimpleGather {
    pub operand: InstructionId,
    /// A row an index vector.
    pub indices: InstructionId,
    pub slice_sizes: Vec<usize>,
    /// Operand dimension of each of the form's.
    order: Vec<usize>,
    collapsed: Vec<usize>,
    offset_dims: Vec<usize>,
    batch_dims: Vec<usize>,
}

impl SimpleGather {
    pub fn new(
        b: &mut Builder,
        operand: InstructionId,
        indices: InstructionId,
        dims: GatherDimensionNumbers,
        slice_sizes: &[usize],
    ) -> SimpleGather {
        let (dims, indices) = gather_without_batching(b, indices, dims);
        let order = indexed_first(slice_sizes.len(), &dims.start_index_map);
        let (indices, batch_dims) = as_rows(b, indices, dims.index_vector_dim);
        SimpleGather {
            operand: transposed(b, operand, &order),
            indices,
            slice_sizes: order.iter().map(|&dim| slice_sizes[dim]).collect(),
            order,
            collapsed: dims.collapsed_slice_dims,
            offset_dims: dims.offset_dims,
            batch_dims,
        }
    }

    /// The dimension numbers of the form.
    pub fn dims(operand_rank: usize, components: usize) -> GatherDimensionNumbers {
        GatherDimensionNumbers {
            offset_dims: (1..=operand_rank).collect(),
            start_index_map: (0..components).collect(),
            index_vector_dim: 1,
            ..Default::default()
        }
    }

    /// The original gather's result, from the slices one after another.
    pub fn result(&self, b: &mut Builder, slices: InstructionId) -> InstructionId {
        let is_kept = |dim: &&usize| !self.collapsed.contains(dim);
        let kept: Vec<usize> = self.order.iter().filter(is_kept).copied().collect();
        let sizes = self.order.iter().zip(&self.slice_sizes).filter(|(dim, _)| is_kept(dim)).map(|(_, &size)| size);
        let dims: Vec<usize> = self.batch_dims.iter().copied().chain(sizes).collect();
        let boxes = b.reshape(slices, &dims);
        let mut sorted = kept.clone();
        sorted.sort();
        let mut next_batch = 0..self.batch_dims.len();
        let source = |dim| match self.offset_dims.iter().position(|&offset| offset == dim) {
            Some(offset) => self.batch_dims.len() + place(&kept, sorted[offset]),
            None => next_batch.next().expect("as many batch dimensions as the indices have"),
        };
        let permutation: Vec<usize> = (0..dims.len()).map(source).collect();
        transposed(b, boxes, &permutation)
    }
}

/// A scatter in the form, and what leads back from its results.
pub(super) struct SimpleScatter {
    pub inputs: Vec<InstructionId>,
    /// A row an index vector.
    pub indices: InstructionId,
    pub updates: Vec<InstructionId>,
    /// Input dimension of each of the form's.
    order: Vec<usize>,
}

impl SimpleScatter {
    /// `operands` are the inputs, the indices, and the updates.
    pub fn new(b: &mut Builder, operands: &[InstructionId], dims: ScatterDimensionNumbers) -> SimpleScatter {
        let count = operands.len() / 2;
        let (dims, indices) = scatter_without_batching(b, operands[count], dims);
        let rank = b.dims(operands[0]).len();
        let order = indexed_first(rank, &dims.scatter_dims_to_operand_dims);
        let (indices, _) = as_rows(b, indices, dims.index_vector_dim);
        SimpleScatter {
            inputs: operands[..count].iter().map(|&input| transposed(b, input, &order)).collect(),
            indices,
            updates: operands[count + 1..].iter().map(|&update| update_rows(b, update, &dims, &order)).collect(),
            order,
        }
    }

    /// The dimension numbers of the form.
    pub fn dims(input_rank: usize, components: usize) -> ScatterDimensionNumbers {
        ScatterDimensionNumbers {
            update_window_dims: (1..=input_rank).collect(),
            scatter_dims_to_operand_dims: (0..components).collect(),
            index_vector_dim: 1,
            ..Default::default()
        }
    }

    /// A result of the original scatter, from that of the form.
    pub fn result(&self, b: &mut Builder, result: InstructionId) -> InstructionId {
        let permutation: Vec<usize> = (0..self.order.len()).map(|dim| place(&self.order, dim)).collect();
        transposed(b, result, &permutation)
    }
}

/// Updates slice after slice, each with all dimensions of the form.
fn update_rows(
    b: &mut Builder,
    update: InstructionId,
    dims: &ScatterDimensionNumbers,
    order: &[usize],
) -> InstructionId {
    let update_dims = b.dims(update);
    let batch: Vec<usize> = (0..update_dims.len()).filter(|dim| !dims.update_window_dims.contains(dim)).collect();
    let window: Vec<usize> = (0..order.len()).filter(|dim| !dims.inserted_window_dims.contains(dim)).collect();
    let along = |&dim: &usize| window.iter().position(|&w| w == dim).map(|w| dims.update_window_dims[w]);
    let permutation: Vec<usize> = batch.iter().copied().chain(order.iter().filter_map(along)).collect();
    let sizes = order.iter().map(|dim| along(dim).map_or(1, |update_dim| update_dims[update_dim]));
    let rows: usize = batch.iter().map(|&dim| update_dims[dim]).product();
    let row_dims: Vec<usize> = std::iter::once(rows).chain(sizes).collect();
    let slices = transposed(b, update, &permutation);
    b.reshape(slices, &row_dims)
}

/// All dimensions, those that index vectors are for first.
fn indexed_first(rank: usize, indexed: &[usize]) -> Vec<usize> {
    let others = (0..rank).filter(|dim| !indexed.contains(dim));
    indexed.iter().copied().chain(others).collect()
}

/// Index vectors as the rows of a matrix, and the dimensions that the rows were counted by.
fn as_rows(b: &mut Builder, indices: InstructionId, vector_dim: usize) -> (InstructionId, Vec<usize>) {
    let dims = b.dims(indices);
    let batch: Vec<usize> = (0..dims.len()).filter(|&dim| dim != vector_dim).collect();
    let batch_dims: Vec<usize> = batch.iter().map(|&dim| dims[dim]).collect();
    let components = dims.get(vector_dim).copied().unwrap_or(1);
    let last = (0..dims.len()).filter(|&dim| dim == vector_dim);
    let permutation: Vec<usize> = batch.into_iter().chain(last).collect();
    let vectors = transposed(b, indices, &permutation);
    (b.reshape(vectors, &[batch_dims.iter().product(), components]), batch_dims)
}

/// The value itself where its dimensions stay.
fn transposed(b: &mut Builder, value: InstructionId, permutation: &[usize]) -> InstructionId {
    if permutation.is_sorted() { value } else { b.transpose(value, permutation) }
}

/// Where a dimension stands in a list that holds it.
fn place(list: &[usize], dim: usize) -> usize {
    list.iter().position(|&other| other == dim).expect("a list of all of them")
}
