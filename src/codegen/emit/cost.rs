//! Rough cost of a fragment's operations: decides unrolling and how many units are worth a thread.

use super::fragment::Fragment;
use crate::hlo::op_class::{algorithm, contraction, control, elementwise, indexing, leaf, movement, structure};
use crate::hlo::{ArrayShape, InstructionId, Op, Shape};
use std::collections::HashSet;

/// Operations an element that a fragment costs, in simple vector instructions.
pub fn cost_per_element(fragment: &Fragment) -> usize {
    fragment.members().into_iter().map(|id| cost_of(fragment, id)).sum::<usize>() + 1
}

/// Operations that a fragment costs in all, for each of `count` elements of its result.
pub fn work_per_element(fragment: &Fragment, count: usize) -> usize {
    let work = |id| cost_of(fragment, id).saturating_mul(elements_visited(fragment, id));
    fragment.members().into_iter().map(work).fold(count, usize::saturating_add) / count.max(1)
}

/// Elements that an instruction computes, or combines.
fn elements_visited(fragment: &Fragment, id: InstructionId) -> usize {
    let instruction = fragment.get(id);
    let results = first_array(&instruction.shape).map_or(0, ArrayShape::element_count);
    match &instruction.op {
        Op::Reduce { .. } => fragment.get(fragment.operand(id, 0)).array().element_count(),
        Op::ReduceWindow { window, .. } => {
            results.saturating_mul(window.iter().map(|dimension| dimension.size).product())
        }
        leaf!()
        | elementwise!()
        | movement!()
        | indexing!()
        | contraction!()
        | algorithm!()
        | structure!()
        | Op::Map { .. }
        | Op::Scatter { .. }
        | Op::SelectAndScatter { .. }
        | Op::Sort { .. }
        | control!() => results,
    }
}

/// Operations an element that computing some values costs, up to the reductions behind them.
pub fn cost_of_values(fragment: &Fragment, values: &[InstructionId]) -> usize {
    let mut seen = HashSet::new();
    let mut stack = values.to_vec();
    let mut cost = 0;
    while let Some(id) = stack.pop() {
        let reduction = matches!(fragment.get(id).op, Op::Reduce { .. });
        if !reduction && fragment.argument_of(id).is_none() && seen.insert(id) {
            cost += cost_of(fragment, id);
            stack.extend(fragment.get(id).operands());
        }
    }
    cost
}

/// Cost of one instruction for an element of it. What is not as large as the result counts as nothing.
pub fn cost_of(fragment: &Fragment, id: InstructionId) -> usize {
    let instruction = fragment.get(id);
    match &instruction.shape {
        Shape::Array(array) if array.is_scalar() => 0,
        shape => first_array(shape).map_or(0, |array| instruction.op.element_cost(array.element_type)),
    }
}

/// The array that a shape is, or the first of several results.
fn first_array(shape: &Shape) -> Option<&ArrayShape> {
    shape.leaves().into_iter().find_map(|(_, leaf)| leaf.as_array())
}
