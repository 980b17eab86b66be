//! What an element of a result costs in a kernel, in simple vector instructions: what fusion and the emitter decide by.
//! Elementwise operations say it in their table, [`super::elementwise_op`]. Whole programs are [`super::cost`]'s.

use super::op_class::{algorithm, contraction, control, structure};
use super::{ElementType, Op};

/// Operations on complex numbers are several on real ones; narrow floats are widened and rounded.
const COMPOSITE_WEIGHT: usize = 4;

impl Op {
    /// Instructions for one element of this type; those of a called computation come on top. What moves without
    /// arithmetic on places costs nothing, and so does what is never a part of a kernel.
    pub fn element_cost(&self, element_type: ElementType) -> usize {
        let composite = element_type.is_complex() || element_type.is_minifloat();
        let weight = if composite { COMPOSITE_WEIGHT } else { 1 };
        weight * self.simple_cost()
    }

    fn simple_cost(&self) -> usize {
        match self {
            Op::Unary(op) => op.facts().work.instructions(),
            Op::Binary(op) => op.facts().work.instructions(),
            Op::Compare { .. } | Op::Select | Op::Clamp | Op::Convert | Op::ReducePrecision { .. } => 1,
            Op::Iota { .. }
            | Op::BitcastConvert
            | Op::Map { .. }
            | Op::Pad { .. }
            | Op::Concatenate { .. }
            | Op::DynamicUpdateSlice
            | Op::Reverse { .. }
            | Op::Reduce { .. }
            | Op::ReduceWindow { .. } => 2,
            Op::Gather { .. } => 16,
            Op::Parameter { .. }
            | Op::Constant(_)
            | Op::Copy
            | Op::Broadcast { .. }
            | Op::Reshape
            | Op::Transpose { .. }
            | Op::Slice { .. }
            | Op::DynamicSlice { .. }
            | Op::Scatter { .. }
            | Op::SelectAndScatter { .. }
            | Op::Sort { .. }
            | control!()
            | contraction!()
            | algorithm!()
            | structure!() => 0,
        }
    }
}
