//! A concatenation as the result of a kernel: every operand is a loop of its own into its part of the result.

use super::evaluate::Result;
use super::fragment::Root;
use super::interleave::interleave;
use super::loop_kernel::emit_sinks;
use super::sinks::{Placement, Sink};
use super::{Emission, Kernel, loop_kernel};
use crate::hlo::InstructionId;

/// A phase an operand is too much for more of them, or for less to do.
const MAX_OPERANDS: usize = 16;
const MIN_ELEMENTS: usize = 1 << 11;

/// Emits a concatenation.
pub fn emit(emission: &Emission<'_, '_>, id: InstructionId, dimension: usize) -> Result<Kernel> {
    let fragment = emission.fragment;
    let operands = fragment.get(id).operands();
    let small = fragment.get(id).array().element_count() < MIN_ELEMENTS;
    if operands.len() > MAX_OPERANDS || small {
        return loop_kernel::emit(emission);
    }
    let mut kernel = Kernel { phases: Vec::new(), scratch_bytes: 0 };
    let mut offset = 0;
    for (number, &operand) in operands.iter().enumerate() {
        let shape = fragment.get(operand).array();
        let placement = Placement::Part { concatenate: id, dimension, offset };
        let value = Root { id: operand, part: 0, shape };
        let sink = Sink { value, placement, argument: fragment.operand_arguments() };
        let part = emit_sinks(emission, &format!("{}.{number}", emission.name), &[sink])?;
        kernel.phases.extend(part.phases);
        kernel.scratch_bytes = kernel.scratch_bytes.max(part.scratch_bytes);
        offset += shape.dims[dimension];
    }
    Ok(interleave(emission, kernel, fragment.get(id).array().byte_size()))
}
