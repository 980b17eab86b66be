//! What an operation can be in a kernel.

use crate::hlo::{Computation, InstructionId, Op, OpClass};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Computes an element from elements at the same index; the cost in simple vector instructions.
    Pointwise { cost: usize },
    /// Reads elements at other indices.
    Movement,
    /// Combines the elements along some dimensions.
    Reduction,
    /// A product or convolution: a template performs it, and a kernel can finish its result.
    Contraction,
    /// Not for a kernel with others.
    Alone,
}

/// The role of an instruction.
pub fn role(computation: &Computation, id: InstructionId) -> Role {
    let instruction = computation.get(id);
    if instruction.shape.as_array().is_none() || !instruction.control_predecessors.is_empty() {
        return Role::Alone;
    }
    let op = &instruction.op;
    match op.class() {
        OpClass::Elementwise => Role::Pointwise { cost: op.element_cost(instruction.array().element_type) },
        OpClass::Leaf if matches!(op, Op::Parameter { .. }) || is_large_constant(op) => Role::Alone,
        OpClass::Movement if matches!(op, Op::Copy) => Role::Alone,
        OpClass::Indexing if matches!(op, Op::DynamicUpdateSlice) => Role::Alone,
        OpClass::Leaf | OpClass::Movement | OpClass::Indexing => Role::Movement,
        OpClass::Application if matches!(op, Op::Reduce { .. }) => Role::Reduction,
        OpClass::Contraction => Role::Contraction,
        OpClass::Application | OpClass::Algorithm | OpClass::Structure | OpClass::Control => Role::Alone,
    }
}

fn is_large_constant(op: &Op) -> bool {
    matches!(op, Op::Constant(literal) if literal.as_array().is_none_or(|array| !array.shape().is_scalar()))
}
