//! Reductions between devices whose computation uses values from outside. HLO's take two elements and nothing else. So
//! each device gets what the others have, and combines it by what it has from outside itself.

use super::{Applied, OpLowering, Outcome};
use crate::hlo::infer::ProgramShape;
use crate::hlo::{
    BinaryOp, Brought, Builder, Collective, CollectiveKind, ComparisonDirection, ComputationId, ElementType, GroupMode,
    InstructionId, Op, Shape, Turns, reducer,
};

/// A computation that arrays are combined by, element by element.
pub struct Application {
    to_apply: ComputationId,
    callee: ProgramShape,
    /// Scalars from outside that it takes as further operands.
    captured: Vec<InstructionId>,
}

impl Application {
    pub fn combined(&self, b: &mut Builder, brought: &Brought, operand: usize) -> InstructionId {
        let dims = b.dims(brought.values[0][operand]);
        let outer: Vec<InstructionId> = self.captured.iter().map(|&scalar| b.splat(scalar, &dims)).collect();
        brought.combined(b, operand, |b, pair| {
            let map = Op::Map { to_apply: self.to_apply };
            b.add_calling(map, &[&pair[..], &outer].concat(), &Shape::Token, std::slice::from_ref(&self.callee))
        })
    }
}

impl OpLowering<'_, '_> {
    pub fn application(&self, reducer: &Applied) -> Application {
        let callee = ProgramShape::of(self.state.module.computation(reducer.computation));
        Application { to_apply: reducer.computation, callee, captured: reducer.captured.clone() }
    }

    /// An all-reduce, or a reduce-scatter along a dimension. `op` has its groups.
    pub fn reduced_by_each(&mut self, reducer: &Applied, op: &Collective) -> Outcome {
        let applied = self.application(reducer);
        self.collective_reduce_c4_computation(reducer.computation, &self.operands)?;
        let operands = self.operands.clone();
        let brought = match (op.dimension(), self.members(op)) {
            (Some(dimension), Some(members)) => self.exchanged(op, &operands, dimension, members)?,
            (None, Some(members)) => self.gathered(op, &operands, members),
            (_, None) => self.brought_in_turn(op, &operands)?,
        };
        let mut b = self.builder();
        let results = (0..operands.len()).map(|operand| applied.combined(&mut b, &brought, operand)).collect();
        b.finish()?;
        Ok(results)
    }

    /// Members of each group, where they are as many; of other counts of devices than the program states, the exchange
    /// is refused for its shapes.
    fn members(&self, op: &Collective) -> Option<usize> {
        let (groups, counts) = (op.groups.lists().unwrap_or_default(), self.state.module.device_counts());
        let mode = op.group_mode();
        let partitions = if mode == GroupMode::CrossReplicaAndPartition { counts.partitions } else { 1 };
        let listed = groups.first().map_or(counts.count(mode), Vec::len);
        groups.iter().all(|group| group.len() == listed).then_some(listed * partitions)
    }

    /// Everybody's operands, one a row.
    fn gathered(&mut self, op: &Collective, operands: &[InstructionId], members: usize) -> Brought {
        let gather = Collective { kind: CollectiveKind::AllGather { dimension: 0 }, ..op.clone() };
        let mut b = self.builder();
        let rows = operands.iter().map(|&operand| {
            let dims = b.dims(operand);
            let row = b.reshape(operand, &[&[1], &dims[..]].concat());
            let stated = Shape::array(b.element_type(row), [&[members], &dims[..]].concat());
            b.add(Op::Collective(Box::new(gather.clone())), &[row], &stated)
        });
        let rows: Vec<InstructionId> = rows.collect();
        let of_member = |b: &mut Builder, all: InstructionId, member| {
            let row = b.slice_dimension(all, 0, member, member + 1);
            b.reshape(row, &b.dims(all)[1..])
        };
        let values = (0..members).map(|member| rows.iter().map(|&all| of_member(&mut b, all, member)).collect());
        Brought { values: values.collect(), is_there: vec![None; members] }
    }

    /// Of everybody's operands the part that is for this device.
    fn exchanged(
        &mut self,
        op: &Collective,
        operands: &[InstructionId],
        dimension: usize,
        members: usize,
    ) -> Result<Brought, super::Failure> {
        if op.group_mode() == GroupMode::CrossReplicaAndPartition {
            let message = "a reduction between replicas and partitions, scattered, that uses outer values";
            return Err(self.node.unsupported(message).into());
        }
        let exchange = Collective { kind: CollectiveKind::AllToAll { dimension: Some(dimension) }, ..op.clone() };
        let mut b = self.builder();
        let exchanged = operands.iter().map(|&operand| {
            let stated = b.shape(operand).clone();
            b.add(Op::Collective(Box::new(exchange.clone())), &[operand], &stated)
        });
        let exchanged: Vec<InstructionId> = exchanged.collect();
        let of_member = |b: &mut Builder, all: InstructionId, member| {
            let size = b.dims(all)[dimension] / members;
            b.slice_dimension(all, dimension, member * size, (member + 1) * size)
        };
        let values = (0..members).map(|member| exchanged.iter().map(|&all| of_member(&mut b, all, member)).collect());
        let values = values.collect();
        b.finish()?;
        Ok(Brought { values, is_there: vec![None; members] })
    }

    /// In groups of several sizes.
    fn brought_in_turn(&mut self, op: &Collective, operands: &[InstructionId]) -> Result<Brought, super::Failure> {
        if op.group_mode() == GroupMode::CrossReplicaAndPartition {
            let message =
                "a reduction between replicas and partitions, in groups of several sizes, that uses outer values";
            return Err(self.node.unsupported(message).into());
        }
        let own_size = self.own_group_size(op);
        let groups = op.groups.lists().unwrap_or_default();
        let turns = Turns { groups, channel_id: op.channel_id, use_global_device_ids: op.use_global_device_ids };
        let mut b = self.builder();
        let mut brought = turns.bring(&mut b, operands);
        for (place, is_there) in brought.is_there.iter_mut().enumerate() {
            let place = b.scalar_integer(ElementType::S32, place as i64);
            *is_there = is_there.map(|_| b.compare(ComparisonDirection::Gt, own_size, place));
        }
        b.finish()?;
        Ok(brought)
    }

    /// Members of this device's group: an all-reduce of ones, which like the program's makes sure that all are in one.
    fn own_group_size(&mut self, op: &Collective) -> InstructionId {
        let to_apply = self.state.module.add_computation(reducer(BinaryOp::Add, ElementType::S32));
        let sum = Collective { kind: CollectiveKind::AllReduce { to_apply }, ..op.clone() };
        let one = self.builder().scalar_integer(ElementType::S32, 1);
        self.add(Op::Collective(Box::new(sum)), Shape::scalar(ElementType::S32), [one])
    }
}
