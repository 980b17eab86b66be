//! Rough cost of a fragment's operations: decides unrolling and how many units are worth a thread.

use super::fragment::Fragment;
use crate::hlo::{BinaryOp, InstructionId, Op, UnaryOp};
use std::collections::HashSet;

/// Operations an element that a fragment costs, in simple vector instructions.
pub fn cost_per_element(fragment: &Fragment) -> usize {
    fragment.members().into_iter().map(|id| cost_of(fragment, id)).sum::<usize>() + 1
}

/// Operations that a fragment costs in all, for each of `count` elements of its result.
pub fn work_per_element(fragment: &Fragment, count: usize) -> usize {
    let work = |id| {
        let instruction = fragment.get(id);
        let largest = match &instruction.op {
            Op::ReduceWindow { window, .. } => {
                let results = instruction.shape.leaves().into_iter().find_map(|(_, s)| s.as_array());
                let size: usize = window.iter().map(|d| d.size).product();
                results.map_or(0, |a| a.element_count()).saturating_mul(size)
            }
            Op::Reduce { .. } => fragment.get(fragment.operand(id, 0)).array().element_count(),
            _ => instruction.shape.as_array().map_or(0, |a| a.element_count()),
        };
        cost_of(fragment, id).saturating_mul(largest)
    };
    fragment.members().into_iter().map(work).fold(count, usize::saturating_add) / count.max(1)
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
    if instruction.shape.as_array().is_some_and(|a| a.is_scalar()) {
        return 0;
    }
    let weight = if instruction.shape.as_array().is_some_and(|a| a.element_type.is_complex()) { 4 } else { 1 };
    weight * op_cost(&instruction.op)
}

fn op_cost(op: &Op) -> usize {
    match op {
        Op::Unary(op) => unary_cost(*op),
        Op::Binary(op) => binary_cost(*op),
        Op::Compare { .. } | Op::Select | Op::Clamp | Op::Convert | Op::ReducePrecision { .. } => 1,
        Op::Iota { .. } | Op::BitcastConvert | Op::Map { .. } => 2,
        Op::Pad { .. } | Op::Concatenate { .. } | Op::DynamicUpdateSlice | Op::Reverse { .. } => 2,
        Op::Gather { .. } => 16,
        Op::Reduce { .. } | Op::ReduceWindow { .. } => 2,
        _ => 0,
    }
}

fn unary_cost(op: UnaryOp) -> usize {
    use UnaryOp::*;
    match op {
        Abs | Ceil | Floor | Imag | IsFinite | Negate | Not | Real | RoundNearestEven | Sign => 1,
        RoundNearestAfz | CountLeadingZeros | PopulationCount => 4,
        Rsqrt | Sqrt => 8,
        Exponential | Log | Logistic | Tanh => 20,
        Cbrt | Cosine | Erf | ExponentialMinusOne | LogPlusOne | Sine | Tan => 30,
    }
}

fn binary_cost(op: BinaryOp) -> usize {
    use BinaryOp::*;
    match op {
        Add | And | Complex | Multiply | Or | Subtract | Xor => 1,
        Maximum | Minimum | ShiftLeft | ShiftRightArithmetic | ShiftRightLogical => 3,
        Divide => 6,
        Atan2 | Power | Remainder => 40,
    }
}
