//! Lookups in a dimension that is divided: each device looks up what lies in its tile.
//!
//! Numbers of elements become numbers in the device's tile. What `gather`, `slice` and `dynamic-slice` find elsewhere
//! counts as nothing, and devices' results are summed; what `scatter` is to write elsewhere lies outside and is dropped;
//! `dynamic-update-slice` keeps what it has.

use super::Body;
use super::plan::Plan;
use crate::hlo::op_class::{algorithm, contraction, control, elementwise, leaf, structure};
use crate::hlo::{
    BinaryOp, ComparisonDirection, ElementType, GatherDimensionNumbers, InstructionId, Op, ScatterDimensionNumbers,
};
use crate::passes::spmd::rule::Rule;

/// Numbers of elements in one dimension of the whole, and where the device's tile begins there.
struct Component {
    numbers: InstructionId,
    /// The last number that is none outside; numbers beyond count as it. None where they are dropped.
    last: Option<usize>,
    /// Where the tile begins, and its size; none of a dimension that is not divided.
    tile: Option<(InstructionId, usize)>,
}

impl Body<'_, '_> {
    /// Makes the numbers of elements among the operands those of the device's tile. Where the others' have to be left
    /// out, a `pred` says which are its own: a scalar, or one for every index vector.
    pub fn localize_indices(
        &mut self,
        id: InstructionId,
        rule: &Rule,
        plan: &Plan,
        operands: &mut [InstructionId],
    ) -> Option<InstructionId> {
        if rule.indexed.iter().all(|indexed| plan.axes[indexed.factor].is_empty()) {
            return None;
        }
        let whole = self.whole();
        match whole.op(id) {
            Op::Gather { dims, slice_sizes, .. } => self.localize_gather(id, rule, plan, operands, dims, slice_sizes),
            Op::Scatter { dims, .. } => {
                self.localize_scatter(rule, plan, operands, dims);
                None
            }
            Op::Slice { starts, .. } => self.owns_slice(rule, plan, operands[0], starts),
            Op::DynamicSlice { .. } => self.localize_starts(id, rule, plan, &mut operands[..], 1),
            Op::DynamicUpdateSlice => self.localize_starts(id, rule, plan, &mut operands[..], 2),
            // Their rules look nothing up.
            leaf!() | elementwise!() | contraction!() | algorithm!() | structure!() | control!() => None,
            Op::Copy | Op::BitcastConvert | Op::Broadcast { .. } | Op::Reshape | Op::Transpose { .. } => None,
            Op::Reverse { .. } | Op::Pad { .. } | Op::Concatenate { .. } | Op::Map { .. } => None,
            Op::Reduce { .. } | Op::ReduceWindow { .. } | Op::SelectAndScatter { .. } | Op::Sort { .. } => None,
        }
    }

    /// The result where the device has the element, and what is there otherwise.
    pub fn where_own(
        &mut self,
        id: InstructionId,
        rule: &Rule,
        own: InstructionId,
        made: InstructionId,
        before: InstructionId,
    ) -> InstructionId {
        let mut batches = Vec::new();
        if let Op::Gather { dims, .. } = self.whole().op(id) {
            let rank = self.local.get(made).array().rank();
            batches.extend((0..rank).filter(|dimension| !dims.offset_dims.contains(dimension)));
        }
        let keeps = matches!(self.whole().op(id), Op::DynamicUpdateSlice);
        let combiner = rule.combiner.unwrap_or(BinaryOp::Add);
        let mut b = self.builder();
        let dims = b.dims(made);
        let own = if dims.is_empty() { own } else { b.broadcast(own, &dims, &batches) };
        let other = if keeps {
            before
        } else {
            let nothing = b.constant(combiner.identity(b.element_type(made)));
            b.splat(nothing, &dims)
        };
        b.select(own, made, other)
    }

    /// Where the device's tile of an operand's dimension begins, and its size.
    fn tile_at(
        &mut self,
        rule: &Rule,
        plan: &Plan,
        component: usize,
        dimension: usize,
        operand: InstructionId,
    ) -> Option<(InstructionId, usize)> {
        let indexed = rule.indexed.iter().find(|indexed| indexed.component == component)?;
        let axes = plan.axes[indexed.factor].clone();
        let size = self.local.get(operand).array().dims[dimension];
        (!axes.is_empty()).then(|| (self.tile_offset(&axes, size), size))
    }

    /// Whether the device's tile has the one element that is taken of each divided dimension.
    fn owns_slice(
        &mut self,
        rule: &Rule,
        plan: &Plan,
        operand: InstructionId,
        starts: &[usize],
    ) -> Option<InstructionId> {
        let mut own = None;
        for indexed in rule.indexed.iter().filter(|indexed| !plan.axes[indexed.factor].is_empty()) {
            let tile = self.local.get(operand).array().dims[indexed.dimension];
            let index = self.tile_index(&plan.axes[indexed.factor]);
            let mut b = self.builder();
            let owner = b.scalar_integer(ElementType::S32, (starts[indexed.dimension] / tile) as i64);
            let is_owner = b.compare(ComparisonDirection::Eq, index, owner);
            own = Some(own.map_or(is_owner, |own| b.binary(BinaryOp::And, own, is_owner)));
        }
        own
    }

    fn localize_starts(
        &mut self,
        id: InstructionId,
        rule: &Rule,
        plan: &Plan,
        operands: &mut [InstructionId],
        first: usize,
    ) -> Option<InstructionId> {
        let whole = self.whole();
        let dims = |operand: usize| &whole.shape(whole.operand(id, operand)).expect_array().dims;
        let slice = if first == 1 { &whole.get(id).array().dims } else { dims(1) };
        let mut own = None;
        // Each is clamped before it becomes an s32: starts are all of one type.
        for (dimension, (&size, &taken)) in dims(0).iter().zip(slice).enumerate() {
            let tile = self.tile_at(rule, plan, dimension, dimension, operands[0]);
            let component = Component { numbers: operands[first + dimension], last: Some(size - taken), tile };
            operands[first + dimension] = self.localized(&component, &mut own);
        }
        own
    }

    fn localize_gather(
        &mut self,
        id: InstructionId,
        rule: &Rule,
        plan: &Plan,
        operands: &mut [InstructionId],
        dims: &GatherDimensionNumbers,
        slice_sizes: &[usize],
    ) -> Option<InstructionId> {
        let whole = self.whole();
        let sizes = &whole.shape(whole.operand(id, 0)).expect_array().dims;
        let mut own = None;
        let mut columns = Vec::new();
        for (component, &dimension) in dims.start_index_map.iter().enumerate() {
            let numbers = self.column(operands[1], dims.index_vector_dim, component);
            let last = Some(sizes[dimension] - slice_sizes[dimension]);
            let tile = self.tile_at(rule, plan, component, dimension, operands[0]);
            columns.push(self.localized(&Component { numbers, last, tile }, &mut own));
        }
        operands[1] = self.vectors(&columns, operands[1], dims.index_vector_dim);
        own
    }

    fn localize_scatter(
        &mut self,
        rule: &Rule,
        plan: &Plan,
        operands: &mut [InstructionId],
        dims: &ScatterDimensionNumbers,
    ) {
        let indices = (operands.len() - 1) / 2;
        let mut columns = Vec::new();
        for (component, &dimension) in dims.scatter_dims_to_operand_dims.iter().enumerate() {
            let numbers = self.column(operands[indices], dims.index_vector_dim, component);
            let tile = self.tile_at(rule, plan, component, dimension, operands[0]);
            columns.push(self.localized(&Component { numbers, last: None, tile }, &mut None));
        }
        operands[indices] = self.vectors(&columns, operands[indices], dims.index_vector_dim);
    }

    /// One number of every index vector.
    fn column(&mut self, indices: InstructionId, vector_dim: usize, component: usize) -> InstructionId {
        let mut b = self.builder();
        let mut dims = b.dims(indices);
        if vector_dim == dims.len() {
            return indices;
        }
        let column = b.slice_dimension(indices, vector_dim, component, component + 1);
        dims.remove(vector_dim);
        b.reshape(column, &dims)
    }

    /// Columns as index vectors again.
    fn vectors(&mut self, columns: &[InstructionId], indices: InstructionId, vector_dim: usize) -> InstructionId {
        let mut b = self.builder();
        let mut dims = b.dims(indices);
        if vector_dim == dims.len() {
            return columns[0];
        }
        dims[vector_dim] = 1;
        let columns: Vec<InstructionId> = columns.iter().map(|&column| b.reshape(column, &dims)).collect();
        if columns.len() == 1 { columns[0] } else { b.concatenate(&columns, vector_dim) }
    }

    /// Numbers in the device's tile; `own` says besides whether they are in it.
    fn localized(&mut self, component: &Component, own: &mut Option<InstructionId>) -> InstructionId {
        let mut b = self.builder();
        let dims = b.dims(component.numbers);
        let given = b.element_type(component.numbers);
        // Narrow numbers have no room for where a tile begins.
        let wide = if given.bit_width() < 32 { ElementType::S32 } else { given };
        let mut numbers = b.convert(component.numbers, wide);
        if let Some(last) = component.last {
            let [zero, last] = [0, last as i64].map(|bound| b.scalar_integer(wide, bound));
            numbers = b.clamp(zero, numbers, last);
            numbers = b.convert(numbers, ElementType::S32);
        }
        let Some((offset, size)) = component.tile else { return numbers };
        let offset = b.convert(offset, b.element_type(numbers));
        let offset = b.splat(offset, &dims);
        let local = b.subtract(numbers, offset);
        if component.last.is_some() {
            let [zero, end] = [0, size as i64].map(|bound| {
                let bound = b.scalar_integer(ElementType::S32, bound);
                b.splat(bound, &dims)
            });
            let from_begin = b.compare(ComparisonDirection::Ge, local, zero);
            let to_end = b.compare(ComparisonDirection::Lt, local, end);
            let inside = b.binary(BinaryOp::And, from_begin, to_end);
            *own = Some(own.map_or(inside, |own| b.binary(BinaryOp::And, own, inside)));
        }
        local
    }
}
