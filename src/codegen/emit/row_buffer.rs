//! Row buffers: what a reduction's loop computes at some expense and a later loop over the same row needs again.
//!
//! Softmax sums `exp(x - max)` along a row, and then divides every one of these by the sum. Without a buffer each
//! exponential would be computed twice.

use super::affine::{Affine, Index};
use super::cost::cost_of;
use super::evaluate::{Evaluator, Result, elementwise_index};
use super::fragment::Fragment;
use super::reducer::Reduction;
use crate::hlo::{InstructionId, Op, OpClass};
use inkwell::types::BasicType;
use inkwell::values::PointerValue;
use std::collections::HashSet;

/// A buffer has to stay in the first-level cache.
const MAX_BYTES: usize = 1 << 15;
/// Cheaper values are computed again.
const MIN_COST: usize = 8;

/// Memory for one instruction's values along a row.
pub struct RowBuffer<'ctx> {
    id: InstructionId,
    /// Dimensions that run along the row.
    dims: Vec<usize>,
    memory: PointerValue<'ctx>,
    /// The row that the buffer is being filled with, then holds.
    row: Option<Row>,
    full: bool,
}

#[derive(Clone, PartialEq)]
struct Row {
    index: Index,
    depth: usize,
    scope: u64,
}

impl<'ctx> Evaluator<'_, 'ctx> {
    /// Makes room for the values that more than one loop over a row needs.
    pub fn allocate_row_buffers(&mut self) {
        let fragment = self.fragment;
        // A reduction over no dimension has no row.
        for reduction in self.groups.iter().filter_map(|group| group.first()).filter(|r| !r.dims.is_empty()) {
            for id in shared_values(fragment, reduction) {
                if self.row_buffers.iter().all(|buffer| buffer.id != id) {
                    let buffer = self.row_buffer(id, &reduction.dims);
                    self.row_buffers.push(buffer);
                }
            }
        }
    }

    fn row_buffer(&mut self, id: InstructionId, dims: &[usize]) -> RowBuffer<'ctx> {
        let array = self.fragment.get(id).array();
        let count: usize = dims.iter().map(|&d| array.dims[d]).product();
        let bytes = self.f.context.i8_type().array_type((count * array.element_type.byte_width()) as u32);
        let memory = self.f.stack_memory(bytes.as_basic_type_enum(), crate::hlo::ALIGNMENT as u32);
        RowBuffer { id, dims: dims.to_vec(), memory, row: None, full: false }
    }

    /// Computes what is broadcast along the row to values at an index: where reductions are behind it, their loops fill
    /// the buffers that the loop around this index reads.
    pub fn fill_before(&mut self, values: &[InstructionId], index: &Index) -> Result<()> {
        if self.row_buffers.is_empty() {
            return Ok(());
        }
        let producers = producers(self.fragment, values);
        for id in self.fragment.members().into_iter().filter(|id| producers.contains(id)) {
            for &operand in self.fragment.get(id).operands() {
                let is_argument = self.fragment.argument_of(operand).is_some();
                if !is_argument && matches!(self.fragment.get(operand).op, Op::Broadcast { .. }) {
                    self.value(operand, &elementwise_index(self.fragment, operand, index))?;
                }
            }
        }
        Ok(())
    }

    /// Makes buffered values known at an index, so that they are not computed again.
    pub fn refill(&mut self, index: &Index) {
        for n in 0..self.row_buffers.len() {
            let buffer = &self.row_buffers[n];
            let array = self.fragment.get(buffer.id).array();
            let holds = buffer
                .row
                .as_ref()
                .is_some_and(|row| row.index == kept(&buffer.dims, index) && self.f.is_open(row.depth, row.scope));
            if buffer.full && holds && array.rank() == index.len() {
                let (id, memory, place) = (buffer.id, buffer.memory, self.place_in_row(n, index));
                let loaded = self.load_here(memory, array.element_type, &place);
                self.remember(id, index, loaded);
            }
        }
    }

    /// Stores what has been computed at an index into the buffers that are being filled.
    pub fn keep(&mut self, index: &Index) {
        for n in 0..self.row_buffers.len() {
            let buffer = &self.row_buffers[n];
            let open = buffer.row.as_ref().is_some_and(|row| row.index == kept(&buffer.dims, index));
            let known = self.known(buffer.id, index);
            if let Some(computed) = known.filter(|_| open && !buffer.full) {
                let ty = self.element_type(buffer.id);
                let (memory, place) = (buffer.memory, self.place_in_row(n, index));
                let value = self.spread(computed);
                self.store_at(memory, ty, &place, value);
            }
        }
    }

    fn place_in_row(&self, buffer: usize, index: &Index) -> Affine {
        let RowBuffer { id, dims, .. } = &self.row_buffers[buffer];
        let array = self.fragment.get(*id).array();
        let sizes: Vec<usize> = dims.iter().map(|&d| array.dims[d]).collect();
        let along: Index = dims.iter().map(|&d| index[d].clone()).collect();
        self.f.space.linearize(&along, &sizes)
    }

    /// Says that the loop which follows goes over the row of this index, for a reduction's results. Where lanes are at
    /// rows of their own, nothing is kept: there is room for one.
    pub fn begin_row(&mut self, reduction: &Reduction, index: &Index) {
        if !self.f.space.is_uniform_index(index) {
            return;
        }
        let row = self.row(index);
        for buffer in self.buffers_of(reduction) {
            if buffer.row.as_ref() != Some(&row) {
                buffer.row = Some(row.clone());
                buffer.full = false;
            }
        }
    }

    /// Says that the loop is over: what it filled can be read. Loops around it, for reductions that need its result, may
    /// be filling other buffers.
    pub fn end_row(&mut self, reduction: &Reduction, index: &Index) {
        let row = self.row(index);
        self.buffers_of(reduction).for_each(|buffer| buffer.full |= buffer.row.as_ref() == Some(&row));
    }

    fn row(&self, index: &Index) -> Row {
        let depth = self.f.depth();
        Row { index: index.clone(), depth, scope: self.f.scope_serial(depth) }
    }

    /// The buffers that a reduction's loop fills.
    fn buffers_of(&mut self, reduction: &Reduction) -> impl Iterator<Item = &mut RowBuffer<'ctx>> {
        let fed = producers(self.fragment, &reduction.inputs);
        let dims = reduction.dims.clone();
        self.row_buffers.iter_mut().filter(move |buffer| buffer.dims == dims && fed.contains(&buffer.id))
    }
}

fn kept(dims: &[usize], index: &Index) -> Index {
    index.iter().enumerate().filter(|(d, _)| !dims.contains(d)).map(|(_, place)| place.clone()).collect()
}

/// Costly values that a reduction's loop computes, and something behind the reduction needs as well.
fn shared_values(fragment: &Fragment, reduction: &Reduction) -> Vec<InstructionId> {
    let dims = &fragment.get(reduction.inputs[0]).array().dims;
    let row: usize = reduction.dims.iter().map(|&d| dims[d]).product();
    let inside = producers(fragment, &reduction.inputs);
    let mut later: Vec<InstructionId> = fragment.roots.iter().map(|root| root.id).collect();
    for id in fragment.members() {
        if let Some(other) = Reduction::of(fragment, id).filter(|other| other.id != reduction.id) {
            later.extend(other.inputs);
        }
    }
    let outside = producers(fragment, &later);
    let worth = |id: &InstructionId| {
        let Some(array) = fragment.get(*id).shape.as_array() else { return false };
        let fits = array.dims == *dims && row * array.element_type.byte_width() <= MAX_BYTES;
        fits && cost_of(fragment, *id) >= MIN_COST && outside.contains(id)
    };
    fragment.members().into_iter().filter(|id| inside.contains(id)).filter(worth).collect()
}

/// Everything that these values are computed from at their own index, by elementwise operations alone: what is
/// computed at another index, or only under a condition, cannot be kept.
fn producers(fragment: &Fragment, of: &[InstructionId]) -> HashSet<InstructionId> {
    let mut seen = HashSet::new();
    let mut stack = of.to_vec();
    while let Some(id) = stack.pop() {
        let stop = fragment.argument_of(id).is_some() || fragment.get(id).op.class() != OpClass::Elementwise;
        if !stop && seen.insert(id) {
            stack.extend(fragment.get(id).operands());
        }
    }
    seen
}
