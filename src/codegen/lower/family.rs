//! Who performs an instruction.

use crate::codegen::thunk::DeviceNumber;
use crate::hlo::op_class::{asynchronous, contraction, elementwise, normalization, structure};
use crate::hlo::{Computation, ComputationId, InstructionId, Module, Op};
use crate::passes::buffers::{OutputFusion, is_bitcast, output_fusion};

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
    /// A native template whose result a kernel finishes.
    OutputFusion(OutputFusion),
    UpdateSlice,
    While,
    Conditional,
    /// The callee's instructions stand in the call's place.
    Call(ComputationId),
    CustomCall,
    /// Other devices take part.
    Collective,
    DeviceNumber(DeviceNumber),
    /// Why nothing performs it.
    Unsupported(&'static str),
}

/// The family of an executed instruction.
pub fn family_of(module: &Module, computation: &Computation, id: InstructionId) -> Family {
    if is_bitcast(computation, id) {
        return Family::Free;
    }
    match computation.op(id) {
        Op::Parameter { .. } | Op::Constant(_) | structure!() => Family::Free,
        Op::Copy if computation.shape(id).as_array().is_none() => {
            Family::Unsupported("the pass layout-normalization, which drops copies of tuples, did not run")
        }
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
        | elementwise!() => Family::Kernel,
        Op::Fusion { computation: fused, .. } => {
            output_fusion(module.computation(*fused)).map_or(Family::Kernel, Family::OutputFusion)
        }
        Op::DynamicUpdateSlice => Family::UpdateSlice,
        Op::While { .. } => Family::While,
        Op::Conditional { .. } => Family::Conditional,
        Op::Call { to_apply } => Family::Call(*to_apply),
        Op::CustomCall(_) => Family::CustomCall,
        Op::Collective(_) => Family::Collective,
        Op::ReplicaId => Family::DeviceNumber(DeviceNumber::Replica),
        Op::PartitionId => Family::DeviceNumber(DeviceNumber::Partition),
        Op::Sort { .. }
        | Op::TopK { .. }
        | Op::Fft { .. }
        | Op::Cholesky { .. }
        | Op::TriangularSolve { .. }
        | Op::RngBitGenerator { .. }
        | contraction!() => Family::Library,
        normalization!() | Op::Rng { .. } | Op::Scan { .. } | Op::Transfer(_) | asynchronous!() => {
            Family::Unsupported("the pass that expands it did not run")
        }
    }
}
