//! Who performs an instruction.

use crate::hlo::op_class::{contraction, elementwise, structure};
use crate::hlo::{Computation, ComputationId, InstructionId, Op};
use crate::passes::buffers::is_bitcast;

/// The family that lowers an instruction.
pub enum Family {
    /// Nothing happens at run time.
    Free,
    /// Emitted code.
    Kernel,
    /// Bytes move as they are.
    Copy,
    /// A native template.
    Library,
    UpdateSlice,
    While,
    Conditional,
    /// The callee's instructions stand in the call's place.
    Call(ComputationId),
    CustomCall,
    /// Why nothing performs it.
    Unsupported(&'static str),
}

/// The family of an executed instruction.
pub fn family_of(computation: &Computation, id: InstructionId) -> Family {
    if is_bitcast(computation, id) {
        return Family::Free;
    }
    match computation.op(id) {
        Op::Parameter { .. } | Op::Constant(_) | structure!() => Family::Free,
        Op::Copy => match computation.shape(computation.operand(id, 0)) == computation.shape(id) {
            true => Family::Copy,
            false => Family::Kernel,
        },
        Op::Iota { .. }
        | Op::BitcastConvert
        | Op::Map { .. }
        | Op::Broadcast { .. }
        | Op::Reshape
        | Op::Transpose { .. }
        | Op::Reverse { .. }
        | Op::Slice { .. }
        | Op::Pad { .. }
        | Op::Concatenate { .. }
        | Op::DynamicSlice { .. }
        | Op::Gather { .. }
        | Op::Scatter { .. }
        | Op::Reduce { .. }
        | Op::ReduceWindow { .. }
        | Op::SelectAndScatter { .. }
        | Op::Fusion { .. }
        | elementwise!() => Family::Kernel,
        Op::DynamicUpdateSlice => Family::UpdateSlice,
        Op::While { .. } => Family::While,
        Op::Conditional { .. } => Family::Conditional,
        Op::Call { to_apply } => Family::Call(*to_apply),
        Op::CustomCall(_) => Family::CustomCall,
        Op::Sort { .. }
        | Op::TopK { .. }
        | Op::Fft { .. }
        | Op::Cholesky { .. }
        | Op::TriangularSolve { .. }
        | Op::RngBitGenerator { .. }
        | contraction!() => Family::Library,
        Op::BatchNormTraining { .. } | Op::BatchNormInference { .. } | Op::BatchNormGrad { .. } | Op::Rng { .. } => {
            Family::Unsupported("the pass that expands it did not run")
        }
    }
}
