//! What an operation can be in a kernel.

use crate::hlo::{BinaryOp, Computation, ElementType, InstructionId, Op, UnaryOp};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Computes an element from elements at the same index; the cost in simple vector instructions.
    Pointwise { cost: usize },
    /// Reads elements at other indices.
    Movement,
    /// Combines the elements along some dimensions.
    Reduction,
    /// Not for a kernel with others.
    Alone,
}

/// The role of an instruction.
pub fn role(computation: &Computation, id: InstructionId) -> Role {
    let instruction = computation.get(id);
    if instruction.shape.as_array().is_none() || !instruction.control_predecessors.is_empty() {
        return Role::Alone;
    }
    match of_op(&instruction.op) {
        Role::Pointwise { cost } => Role::Pointwise { cost: cost * weight(instruction.array().element_type) },
        Role::Movement if is_large_constant(&instruction.op) => Role::Alone,
        role => role,
    }
}

/// Operations on complex numbers are several on real ones; narrow floats are widened and rounded.
fn weight(element_type: ElementType) -> usize {
    if element_type.is_complex() || element_type.is_minifloat() { 4 } else { 1 }
}

fn is_large_constant(op: &Op) -> bool {
    matches!(op, Op::Constant(literal) if literal.as_array().is_none_or(|array| !array.shape().is_scalar()))
}

fn of_op(op: &Op) -> Role {
    match op {
        Op::Unary(op) => Role::Pointwise { cost: unary_cost(*op) },
        Op::Binary(op) => Role::Pointwise { cost: binary_cost(*op) },
        Op::Compare { .. } | Op::Select | Op::Clamp | Op::Convert | Op::ReducePrecision { .. } => {
            Role::Pointwise { cost: 1 }
        }
        Op::BitcastConvert
        | Op::Constant(_)
        | Op::Iota { .. }
        | Op::Broadcast { .. }
        | Op::Reshape
        | Op::Transpose { .. }
        | Op::Reverse { .. }
        | Op::Slice { .. }
        | Op::Pad { .. }
        | Op::Concatenate { .. }
        | Op::DynamicSlice { .. }
        | Op::Gather { .. } => Role::Movement,
        Op::Reduce { .. } => Role::Reduction,
        Op::Parameter { .. }
        | Op::Copy
        | Op::Map { .. }
        | Op::DynamicUpdateSlice
        | Op::Scatter { .. }
        | Op::Dot { .. }
        | Op::Convolution { .. }
        | Op::ReduceWindow { .. }
        | Op::SelectAndScatter { .. }
        | Op::Sort { .. }
        | Op::TopK { .. }
        | Op::Cholesky { .. }
        | Op::TriangularSolve { .. }
        | Op::Fft { .. }
        | Op::BatchNormTraining { .. }
        | Op::BatchNormInference { .. }
        | Op::BatchNormGrad { .. }
        | Op::Rng { .. }
        | Op::RngBitGenerator { .. }
        | Op::Tuple
        | Op::GetTupleElement { .. }
        | Op::While { .. }
        | Op::Conditional { .. }
        | Op::Call { .. }
        | Op::Fusion { .. }
        | Op::CustomCall(_)
        | Op::OptimizationBarrier
        | Op::AfterAll => Role::Alone,
    }
}

fn unary_cost(op: UnaryOp) -> usize {
    use UnaryOp::*;
    match op {
        Abs | Ceil | Floor | Imag | IsFinite | Negate | Not | Real | RoundNearestAfz | RoundNearestEven | Sign => 1,
        CountLeadingZeros | PopulationCount => 4,
        Rsqrt | Sqrt => 8,
        Cbrt | Cosine | Erf | Exponential | ExponentialMinusOne | Log | LogPlusOne | Logistic | Sine | Tan | Tanh => 20,
    }
}

fn binary_cost(op: BinaryOp) -> usize {
    use BinaryOp::*;
    match op {
        Add | And | Complex | Maximum | Minimum | Multiply | Or | ShiftLeft | ShiftRightArithmetic
        | ShiftRightLogical | Subtract | Xor => 1,
        Divide => 6,
        Atan2 | Power | Remainder => 40,
    }
}
