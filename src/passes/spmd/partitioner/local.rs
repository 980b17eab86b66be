//! Attributes of operations over parts.

use super::Body;
use crate::hlo::{InstructionId, Op};
use crate::passes::spmd::rule::Rule;

impl Body<'_, '_> {
    /// The operation with sizes of parts where its attributes say those of whole dimensions.
    pub fn local_op(&self, op: Op, rule: &Rule, operands: &[InstructionId]) -> Op {
        let divided = |dimension: usize| rule.operands.first().is_some_and(|dims| !dims[dimension].is_empty());
        let size = |dimension: usize| self.local.get(operands[0]).array().dims[dimension];
        let part = |sizes: Vec<usize>| -> Vec<usize> {
            let sizes = sizes.into_iter().enumerate();
            sizes.map(|(dimension, whole)| if divided(dimension) { size(dimension) } else { whole }).collect()
        };
        match op {
            Op::Slice { starts, limits, strides } => Op::Slice { starts, limits: part(limits), strides },
            Op::DynamicSlice { sizes } => Op::DynamicSlice { sizes: part(sizes) },
            Op::Gather { dims, slice_sizes, indices_are_sorted } => {
                // A batch of the operand is taken one by one.
                let sizes = part(slice_sizes.clone()).into_iter().zip(slice_sizes).enumerate();
                let kept = |dimension: &usize| dims.operand_batching_dims.contains(dimension);
                let slice_sizes = sizes.map(|(d, (part, whole))| if kept(&d) { whole } else { part }).collect();
                Op::Gather { dims, slice_sizes, indices_are_sorted }
            }
            op => op,
        }
    }
}
