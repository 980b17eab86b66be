//! Reductions among devices: the elements of all members are exchanged, and each device combines those of its result, in
//! the order of the members.

use crate::hlo::infer::ProgramShape;
use crate::hlo::{
    Builder, Collective, CollectiveKind, ComputationId, Diagnostics, Instruction, InstructionId, Module, Op, Shape,
    Turns,
};
use crate::passes::exchange::new_channel;

pub fn expand(
    module: &mut Module,
    owner: ComputationId,
    id: InstructionId,
) -> Result<Option<InstructionId>, Diagnostics> {
    let instruction = module.computation(owner).get(id).clone();
    let Op::Collective(collective) = &instruction.op else { return Ok(None) };
    let (Some(to_apply), Ok(groups)) = (collective.to_apply(), collective.device_groups(module.device_counts())) else {
        return Ok(None);
    };
    let members = groups.first().map_or(0, Vec::len);
    let are_of_one_size = groups.iter().all(|group| group.len() == members);
    let fold = Fold { to_apply, callee: ProgramShape::of(module.computation(to_apply)), members };
    let turns = Turns { groups, channel_id: Some(new_channel(module)), use_global_device_ids: true };
    let mut b = Builder::new(module.computation_mut(owner), &instruction.location);
    let results = match are_of_one_size {
        true => fold.exchange(&mut b, &instruction, collective),
        false => fold.in_turn(&mut b, &instruction, &turns),
    };
    let value = if let [result] = results[..] { result } else { b.tuple(&results) };
    b.finish()?;
    Ok(Some(value))
}

/// Combines the values of so many members.
struct Fold {
    to_apply: ComputationId,
    callee: ProgramShape,
    members: usize,
}

impl Fold {
    /// In groups of one size.
    fn exchange(&self, b: &mut Builder, reduction: &Instruction, collective: &Collective) -> Vec<InstructionId> {
        let everything = match collective.dimension() {
            Some(dimension) => self.exchanged(b, reduction, collective, dimension),
            None => self.gathered(b, reduction, collective),
        };
        let dimension = collective.dimension().unwrap_or(0);
        let leaves = reduction.shape.leaves();
        let with_leaves = everything.into_iter().zip(leaves);
        with_leaves.map(|(all, (_, leaf))| self.combined(b, all, dimension, &leaf.expect_array().dims)).collect()
    }

    /// An all-reduce in groups of several sizes.
    fn in_turn(&self, b: &mut Builder, all_reduce: &Instruction, turns: &Turns) -> Vec<InstructionId> {
        let operands: Vec<InstructionId> = all_reduce.operands().iter().map(|&id| self.converted(b, id)).collect();
        let brought = turns.bring(b, &operands);
        (0..operands.len()).map(|operand| brought.combined(b, operand, |b, pair| self.applied(b, pair))).collect()
    }

    fn applied(&self, b: &mut Builder, pair: [InstructionId; 2]) -> InstructionId {
        let map = Op::Map { to_apply: self.to_apply };
        b.add_calling(map, &pair, &Shape::Token, std::slice::from_ref(&self.callee))
    }

    /// What the computation takes: a reduction may be of a wider type than what is reduced.
    fn converted(&self, b: &mut Builder, operand: InstructionId) -> InstructionId {
        b.convert(operand, self.callee.parameters[0].expect_array().element_type)
    }

    /// The operands of all members, one a row.
    fn gathered(&self, b: &mut Builder, all_reduce: &Instruction, collective: &Collective) -> Vec<InstructionId> {
        let rows = all_reduce.operands().iter().map(|&operand| {
            let operand = self.converted(b, operand);
            let row = [&[1], &b.dims(operand)[..]].concat();
            b.reshape(operand, &row)
        });
        let rows: Vec<InstructionId> = rows.collect();
        let stated = rows.iter().map(|&row| {
            let dims = [&[self.members], &b.dims(row)[1..]].concat();
            Shape::array(b.element_type(row), &dims[..])
        });
        let stated: Vec<Shape> = stated.collect();
        let stated = if let [one] = &stated[..] { one.clone() } else { Shape::Tuple(stated) };
        let gather = Collective { kind: CollectiveKind::AllGather { dimension: 0 }, ..collective.clone() };
        let gathered = b.add(Op::Collective(Box::new(gather)), &rows, &stated);
        if rows.len() == 1 { vec![gathered] } else { b.untuple(gathered) }
    }

    /// The parts of all members that are for this device, along the dimension.
    fn exchanged(
        &self,
        b: &mut Builder,
        reduce_scatter: &Instruction,
        collective: &Collective,
        dimension: usize,
    ) -> Vec<InstructionId> {
        let exchange = CollectiveKind::AllToAll { dimension: Some(dimension) };
        let exchange = Collective { kind: exchange, ..collective.clone() };
        let exchanged = reduce_scatter.operands().iter().map(|&operand| {
            let operand = self.converted(b, operand);
            let stated = b.shape(operand).clone();
            b.add(Op::Collective(Box::new(exchange.clone())), &[operand], &stated)
        });
        exchanged.collect()
    }

    /// The members' parts along a dimension, combined into an array of these dimensions.
    fn combined(&self, b: &mut Builder, all: InstructionId, dimension: usize, dims: &[usize]) -> InstructionId {
        let size = b.dims(all)[dimension] / self.members;
        let part = |b: &mut Builder, member: usize| {
            let part = b.slice_dimension(all, dimension, member * size, (member + 1) * size);
            b.reshape(part, dims)
        };
        let first = part(b, 0);
        (1..self.members).fold(first, |total, member| {
            let next = part(b, member);
            self.applied(b, [total, next])
        })
    }
}
