//! Attributes of operations over parts.

use super::Body;
use super::halo::over_fetched;
use super::plan::Plan;
use crate::hlo::op_class::{algorithm, application, control, elementwise, leaf, structure};
use crate::hlo::{ConvolutionDimensionNumbers, InstructionId, Op, tile_count};
use crate::passes::spmd::rule::{Indexed, Rule};

impl Body<'_, '_> {
    /// The operation with sizes of parts where its attributes say those of whole dimensions.
    pub fn local_op(&self, op: Op, rule: &Rule, plan: &Plan, operands: &[InstructionId]) -> Op {
        let first = operands.first().and_then(|&operand| self.local.shape(operand).as_array());
        let parts = Parts { rule, plan, dims: first.map_or(&[], |array| &array.dims) };
        let reaches = rule.reaches.iter().filter(|reach| !plan.axes[reach.factor].is_empty());
        reaches.fold(parts.with_own_sizes(op), |op, reach| {
            let tiles = parts.tiles(reach.factor);
            match reach.span(tiles) {
                Some(span) => over_fetched(op, reach, tiles, span),
                None => op,
            }
        })
    }
}

/// An operation over a device's parts.
struct Parts<'p> {
    rule: &'p Rule,
    plan: &'p Plan,
    /// Sizes of the first operand's part.
    dims: &'p [usize],
}

impl Parts<'_> {
    fn tiles(&self, factor: usize) -> usize {
        tile_count(&self.plan.axes[factor])
    }

    fn with_own_sizes(&self, op: Op) -> Op {
        match op {
            Op::Slice { starts, limits, strides } => self.slice(starts, limits, strides),
            Op::DynamicSlice { sizes } => Op::DynamicSlice { sizes: self.sizes(sizes, |_| false) },
            Op::Gather { dims, slice_sizes, indices_are_sorted } => {
                // A batch of the operand is taken one by one.
                let slice_sizes = self.sizes(slice_sizes, |d| dims.operand_batching_dims.contains(&d));
                Op::Gather { dims, slice_sizes, indices_are_sorted }
            }
            Op::Convolution { window, dims, feature_group_count, batch_group_count, precision } => {
                let [feature_group_count, batch_group_count] =
                    [feature_group_count, batch_group_count].map(|count| self.group_count(count, &dims));
                Op::Convolution { window, dims, feature_group_count, batch_group_count, precision }
            }
            // Their sizes are those of their shapes.
            leaf!()
            | elementwise!()
            | application!()
            | algorithm!()
            | structure!()
            | control!()
            | Op::Copy
            | Op::BitcastConvert
            | Op::Broadcast { .. }
            | Op::Reshape
            | Op::Transpose { .. }
            | Op::Reverse { .. }
            | Op::Pad { .. }
            | Op::Concatenate { .. }
            | Op::DynamicUpdateSlice
            | Op::Dot { .. } => op,
        }
    }

    /// Where each device takes one element, it takes that of its part; the parts that are reached into stay as they are.
    fn slice(&self, mut starts: Vec<usize>, limits: Vec<usize>, strides: Vec<usize>) -> Op {
        let mut limits = self.sizes(limits, |d| self.rule.reaches.iter().any(|reach| reach.dimension == d));
        for &Indexed { dimension, .. } in &self.rule.indexed {
            starts[dimension] %= self.dims[dimension];
            limits[dimension] = starts[dimension] + 1;
        }
        Op::Slice { starts, limits, strides }
    }

    /// Sizes in dimensions of the first operand, from those in whole ones.
    fn sizes(&self, whole: Vec<usize>, stays: impl Fn(usize) -> bool) -> Vec<usize> {
        let own = |(d, size)| if self.is_divided(d) && !stays(d) { self.dims[d] } else { size };
        whole.into_iter().enumerate().map(own).collect()
    }

    fn is_divided(&self, dimension: usize) -> bool {
        let is_indexed = self.rule.indexed.iter().any(|indexed| indexed.dimension == dimension);
        self.rule.operands.first().is_some_and(|dims| !dims[dimension].is_empty()) && !is_indexed
    }

    /// Groups that a device has of a convolution's.
    fn group_count(&self, whole: usize, dims: &ConvolutionDimensionNumbers) -> usize {
        let factor = self.rule.operands[1][dims.kernel_output_feature].first();
        if whole > 1 { whole / factor.map_or(1, |&factor| self.tiles(factor)) } else { 1 }
    }
}
