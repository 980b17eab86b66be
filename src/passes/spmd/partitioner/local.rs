//! Attributes of operations over parts.

use super::Body;
use super::halo::over_fetched;
use super::plan::Plan;
use crate::hlo::{InstructionId, Op, tile_count};
use crate::passes::spmd::rule::{Indexed, Rule};

impl Body<'_, '_> {
    /// The operation with sizes of parts where its attributes say those of whole dimensions.
    pub fn local_op(&self, op: Op, rule: &Rule, plan: &Plan, operands: &[InstructionId]) -> Op {
        let is_indexed = |dimension: usize| rule.indexed.iter().any(|indexed| indexed.dimension == dimension);
        let divided = |dimension: usize| {
            rule.operands.first().is_some_and(|dims| !dims[dimension].is_empty()) && !is_indexed(dimension)
        };
        let size = |dimension: usize| self.local.get(operands[0]).array().dims[dimension];
        let part = |sizes: Vec<usize>| -> Vec<usize> {
            let sizes = sizes.into_iter().enumerate();
            sizes.map(|(dimension, whole)| if divided(dimension) { size(dimension) } else { whole }).collect()
        };
        let tiles = |factor: usize| tile_count(&plan.axes[factor]);
        let groups = |dimension: usize| rule.operands[1][dimension].first().map_or(1, |&factor| tiles(factor));
        let op = match op {
            Op::Slice { mut starts, limits, strides } => {
                let taken = rule.reaches.iter().map(|reach| reach.dimension).collect::<Vec<_>>();
                let parts = part(limits.clone()).into_iter().zip(limits).enumerate();
                let limits = parts.map(|(d, (part, limit))| if taken.contains(&d) { limit } else { part });
                let mut limits: Vec<usize> = limits.collect();
                for &Indexed { dimension, .. } in &rule.indexed {
                    starts[dimension] %= size(dimension);
                    limits[dimension] = starts[dimension] + 1;
                }
                Op::Slice { starts, limits, strides }
            }
            Op::DynamicSlice { sizes } => Op::DynamicSlice { sizes: part(sizes) },
            Op::Gather { dims, slice_sizes, indices_are_sorted } => {
                // A batch of the operand is taken one by one.
                let sizes = part(slice_sizes.clone()).into_iter().zip(slice_sizes).enumerate();
                let kept = |dimension: &usize| dims.operand_batching_dims.contains(dimension);
                let slice_sizes = sizes.map(|(d, (part, whole))| if kept(&d) { whole } else { part }).collect();
                Op::Gather { dims, slice_sizes, indices_are_sorted }
            }
            Op::Convolution { window, dims, feature_group_count, batch_group_count, precision } => {
                let divided_by = groups(dims.kernel_output_feature);
                let fewer = |groups: usize| if groups > 1 { groups / divided_by } else { 1 };
                let [feature_group_count, batch_group_count] = [feature_group_count, batch_group_count].map(fewer);
                Op::Convolution { window, dims, feature_group_count, batch_group_count, precision }
            }
            op => op,
        };
        let reaches = rule.reaches.iter().filter(|reach| !plan.axes[reach.factor].is_empty());
        reaches.fold(op, |op, reach| match reach.span(tiles(reach.factor)) {
            Some(span) => over_fetched(op, reach, tiles(reach.factor), span),
            None => op,
        })
    }
}
