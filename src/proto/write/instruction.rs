//! Instructions as protos.

use super::attributes::set_attributes;
use super::literal::literal_proto;
use super::module::{Ids, attributes_proto};
use super::shape::shape_proto;
use super::sharding::sharding_proto;
use crate::hlo::{
    Computation, ComputationId, Diagnostics, Instruction, InstructionId, Location, Op, Shape, StackFrameTables,
    notation,
};
use crate::proto::messages::*;

pub(super) fn instruction_proto(
    computation: &Computation,
    computation_id: ComputationId,
    id: InstructionId,
    ids: &Ids,
) -> Result<HloInstructionProto, Diagnostics> {
    let instruction = computation.get(id);
    let number = |&id: &InstructionId| ids.instruction(computation_id, id);
    let sharding = instruction.sharding.as_deref().map(|text| sharding_proto(text, instruction)).transpose()?;
    let mut proto = HloInstructionProto {
        id: number(&id),
        name: ids.name(computation_id, id, instruction.name()),
        opcode: computation.opcode(id).to_string(),
        shape: Some(shape_proto(&instruction.shape)),
        operand_ids: instruction.operands().iter().map(number).collect(),
        control_predecessor_ids: instruction.control_predecessors.iter().map(number).collect(),
        called_computation_ids: called_computations(computation, id, ids),
        metadata: instruction.location.as_deref().map(|location| Box::new(metadata(location, &ids.frames))),
        sharding: sharding.map(Box::new),
        frontend_attributes: Some(attributes_proto(&instruction.frontend_attributes)),
        backend_config: backend_config(instruction),
        ..HloInstructionProto::default()
    };
    if let Op::Constant(literal) = &instruction.op {
        proto.literal = Some(Box::new(literal_proto(literal, &instruction.shape)));
    }
    let operands: Vec<&Shape> = instruction.operands().iter().map(|&id| computation.shape(id)).collect();
    set_attributes(instruction, &operands, &mut proto);
    Ok(proto)
}

/// In XLA's order, where a loop's body comes before its condition.
fn called_computations(computation: &Computation, id: InstructionId, ids: &Ids) -> Vec<i64> {
    let called = match computation.op(id) {
        Op::While { condition, body } => vec![*body, *condition],
        // What its start calls.
        Op::AsyncUpdate | Op::AsyncDone { .. } => match computation.async_op(id) {
            Some(Op::Call { to_apply }) => vec![*to_apply],
            _ => Vec::new(),
        },
        op => op.called_computations(),
    };
    called.into_iter().map(|id| ids.computation(id)).collect()
}

/// The operation's name, and the innermost frame of the traced program, or else the place in the text that was read.
fn metadata(location: &Location, frames: &StackFrameTables) -> OpMetadata {
    let number = |number: u32| i32::try_from(number).unwrap_or(i32::MAX);
    let mut metadata =
        OpMetadata { op_name: location.op_name.as_deref().unwrap_or_default().to_string(), ..OpMetadata::default() };
    if let Some(place) = location.innermost() {
        metadata.source_file = place.file.to_string();
        metadata.source_line = number(place.line);
        metadata.source_column = number(place.column);
    }
    let frame = frames.number(location).and_then(|number| i32::try_from(number).ok());
    metadata.stack_frame_id = frame.unwrap_or(0);
    metadata
}

/// A custom call's own config is the program's; any other one a pass has set.
fn backend_config(instruction: &Instruction) -> Vec<u8> {
    if let Op::CustomCall(call) = &instruction.op
        && let Some(dictionary) = notation::typed_config(call)
    {
        return dictionary.into_bytes();
    }
    let config = match &instruction.op {
        Op::CustomCall(call) if !call.backend_config.is_empty() => Some(&call.backend_config),
        _ => instruction.backend_config.as_ref(),
    };
    config.map(|config| config.as_bytes().to_vec()).unwrap_or_default()
}
