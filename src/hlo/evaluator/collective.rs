//! Collectives: what a device gets from the operands of its group.

use super::context::Context;
use super::control::tuple_if_many;
use super::error::{EvalError, Result};
use super::{movement, reduce};
use crate::hlo::{
    AlignedBytes, ArrayLiteral, ArrayShape, Collective, CollectiveKind, ComputationId, Instruction, Literal,
    RaggedOperand, RaggedRows, RaggedSender, Shape, index_vector,
};

/// Meets the other devices of the group, and computes this one's part.
///
/// # Errors
/// Groups that do not fit the devices; others that do not come.
pub fn collective(
    op: &Collective,
    instruction: &Instruction,
    operands: &[&Literal],
    context: &Context,
) -> Result<Literal> {
    let counts = context.module.device_counts();
    let device = context.devices.device();
    let groups = op.device_groups(counts).map_err(EvalError::failed)?;
    let Some(group) = groups.iter().find(|group| group.contains(&device)) else {
        return Ok(Literal::zeros(&instruction.shape));
    };
    let operands = operands.iter().map(|&operand| operand.clone()).collect();
    let members = context.devices.meet(instruction, group, operands)?;
    let position = group.iter().position(|&member| member == device).expect("a member of its group");
    let source = op.device_pairs(counts).into_iter().find(|&(_, target)| target == device);
    let source = source.and_then(|(source, _)| group.iter().position(|&member| member == source));
    let results = Results { members: &members, position, source, context };
    let shapes = instruction.shape.leaves().into_iter().map(|(_, shape)| shape.expect_array());
    let parts = shapes.enumerate().map(|(index, shape)| results.of(&op.kind, index, shape));
    Ok(tuple_if_many(parts.collect::<Result<_>>()?, &instruction.shape))
}

/// What the devices of a group have brought, as one of them sees it.
struct Results<'c> {
    /// Operands of each member that this device looks at.
    members: &'c [Vec<Literal>],
    /// Which member this device is.
    position: usize,
    /// Which member sends to it.
    source: Option<usize>,
    context: &'c Context<'c>,
}

impl Results<'_> {
    /// The result at `index`.
    fn of(&self, kind: &CollectiveKind, index: usize, shape: &ArrayShape) -> Result<Literal> {
        let of = |member: usize| self.members[member][index].expect_array();
        let everyone = || (0..self.members.len()).map(of).collect::<Vec<_>>();
        match kind {
            CollectiveKind::AllGather { dimension } => Ok(movement::concatenate(&everyone(), *dimension, shape)),
            CollectiveKind::AllReduce { to_apply } => self.reduced(&everyone(), *to_apply),
            CollectiveKind::ReduceScatter { dimension, to_apply } => {
                let parts: Vec<Literal> =
                    everyone().into_iter().map(|array| self.own_part(array, *dimension)).collect();
                self.reduced(&parts.iter().map(Literal::expect_array).collect::<Vec<_>>(), *to_apply)
            }
            CollectiveKind::AllToAll { dimension: Some(dimension) } => {
                let parts: Vec<Literal> =
                    everyone().into_iter().map(|array| self.own_part(array, *dimension)).collect();
                let parts: Vec<&ArrayLiteral> = parts.iter().map(Literal::expect_array).collect();
                Ok(movement::concatenate(&parts, *dimension, shape))
            }
            CollectiveKind::AllToAll { dimension: None } => Ok(self.members[index][self.position].clone()),
            CollectiveKind::RaggedAllToAll => self.ragged(shape),
            CollectiveKind::CollectiveBroadcast => Ok(of(0).clone().into()),
            CollectiveKind::CollectivePermute { .. } => {
                Ok(self.source.map_or_else(|| ArrayLiteral::zeros(shape).into(), |source| of(source).clone().into()))
            }
        }
    }

    /// This member's output, with the rows of all members.
    fn ragged(&self, shape: &ArrayShape) -> Result<Literal> {
        let output = self.members[self.position][RaggedOperand::Output.index()].expect_array();
        let mut bytes = AlignedBytes::copy_of(output.bytes());
        let row = shape.dims[1..].iter().product::<usize>() * shape.element_type.byte_width();
        for operands in self.members {
            let rows = ragged_sender(operands).rows_for(self.position, self.members.len());
            for RaggedRows { from, to, count } in rows.map_err(EvalError::failed)? {
                let input = operands[RaggedOperand::Input.index()].expect_array().bytes();
                bytes[to * row..(to + count) * row].copy_from_slice(&input[from * row..(from + count) * row]);
            }
        }
        Ok(ArrayLiteral::new(shape.element_type, shape.dims.clone(), bytes).into())
    }

    /// Elements combined in the order of the group.
    fn reduced(&self, arrays: &[&ArrayLiteral], to_apply: ComputationId) -> Result<Literal> {
        let mut sum = arrays[0].clone();
        let shape = Shape::Array(sum.shape().clone());
        for &array in &arrays[1..] {
            sum = reduce::map(&[&sum, array], to_apply, &shape, self.context)?.expect_array().clone();
        }
        Ok(sum.into())
    }

    /// This member's part of an array that is cut along a dimension.
    fn own_part(&self, array: &ArrayLiteral, dimension: usize) -> Literal {
        let (mut starts, mut dims) = (vec![0; array.dims().len()], array.dims().to_vec());
        dims[dimension] /= self.members.len();
        starts[dimension] = self.position * dims[dimension];
        movement::slice(array, &starts, &vec![1; dims.len()], &dims)
    }
}

fn ragged_sender(operands: &[Literal]) -> RaggedSender {
    let array = |operand: RaggedOperand| operands[operand.index()].expect_array();
    let vector = |operand| index_vector(array(operand).bytes(), array(operand).element_type().byte_width());
    RaggedSender {
        input_offsets: vector(RaggedOperand::InputOffsets),
        send_sizes: vector(RaggedOperand::SendSizes),
        output_offsets: vector(RaggedOperand::OutputOffsets),
        input_rows: array(RaggedOperand::Input).dims()[0],
        output_rows: array(RaggedOperand::Output).dims()[0],
    }
}
