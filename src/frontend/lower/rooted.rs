//! Collectives whose root is a value: `collective_broadcast` from it, `collective_reduce` to it.
//!
//! HLO's broadcast comes from the first member of a group. So every member broadcasts in turn; the root's value is
//! chosen, or all are combined in the order of the group and only the root keeps that.

use super::{Failure, OpLowering, Outcome};
use crate::hlo::{Builder, CollectiveKind, ComparisonDirection, ElementType, InstructionId, Shape, Turns};

impl OpLowering<'_, '_> {
    /// `collective_broadcast` with `has_dynamic_root`.
    pub fn rooted_broadcast(&mut self) -> Outcome {
        let (data, roots) = self.data_and_roots()?;
        let turns = self.turns()?;
        let mut b = self.builder();
        let brought = turns.bring(&mut b, &data);
        let chosen = (0..data.len()).map(|index| {
            let root = root(&mut b, roots, index);
            let mut chosen = brought.values[0][index];
            for (place, values) in brought.values.iter().enumerate().skip(1) {
                let is_root = is_place(&mut b, root, place);
                chosen = choose(&mut b, is_root, values[index], chosen);
            }
            chosen
        });
        let chosen = chosen.collect();
        b.finish()?;
        Ok(chosen)
    }

    /// `collective_reduce`: to the first member, or with `has_dynamic_root` to the one that the last operand says.
    pub fn collective_reduce(&mut self) -> Outcome {
        let count = self.operands.len() - usize::from(self.node.has("has_dynamic_root"));
        let reducer = self.reducer(count)?;
        let (data, roots) = match self.node.has("has_dynamic_root") {
            true => self.data_and_roots().map(|(data, roots)| (data, Some(roots)))?,
            false => (self.operands.clone(), None),
        };
        self.collective_reduce_c4_computation(reducer.computation, &data)?;
        let turns = self.turns()?;
        let applied = self.application(&reducer);
        let mut b = self.builder();
        let brought = turns.bring(&mut b, &data);
        let is_at: Vec<InstructionId> = (0..brought.values.len()).map(|place| turns.is_at(&mut b, place)).collect();
        let results = data.iter().enumerate().map(|(index, &operand)| {
            let reduced = applied.combined(&mut b, &brought, index);
            let is_root = match roots {
                None => is_at[0],
                Some(roots) => is_root(&mut b, roots, index, &is_at),
            };
            let zeros = b.full_like(operand, 0.0);
            choose(&mut b, is_root, reduced, zeros)
        });
        let results = results.collect();
        b.finish()?;
        Ok(results)
    }

    /// The operands but the last one, and that: a root for each of them.
    fn data_and_roots(&self) -> Result<(Vec<InstructionId>, InstructionId), Failure> {
        let expected = || self.node.error("expected data, and a root for each of it as s32 in the last operand");
        let (&roots, data) = self.operands.split_last().ok_or_else(expected)?;
        let wanted = Shape::array(ElementType::S32, [data.len()]);
        if data.is_empty() || *self.shape(roots) != wanted {
            return Err(expected().into());
        }
        Ok((data.to_vec(), roots))
    }

    fn turns(&self) -> Result<Turns, Failure> {
        let op = self.collective_of(CollectiveKind::CollectiveBroadcast)?;
        let groups = op.groups.lists().unwrap_or_default();
        if groups.iter().all(Vec::is_empty) {
            return Err(self.node.unsupported("a root among all devices, in groups that are not listed").into());
        }
        self.collective_reduce_c1_unique(&groups)?;
        Ok(Turns { groups, channel_id: op.channel_id, use_global_device_ids: op.use_global_device_ids })
    }
}

fn root(b: &mut Builder, roots: InstructionId, index: usize) -> InstructionId {
    let root = b.slice_dimension(roots, 0, index, index + 1);
    b.reshape(root, &[])
}

fn is_place(b: &mut Builder, root: InstructionId, place: usize) -> InstructionId {
    let place = b.scalar_integer(ElementType::S32, place as i64);
    b.compare(ComparisonDirection::Eq, root, place)
}

/// Whether this device is in the place that is the root; `is_at` says of each place whether it is there.
fn is_root(b: &mut Builder, roots: InstructionId, index: usize, is_at: &[InstructionId]) -> InstructionId {
    let root = root(b, roots, index);
    let mut found = b.scalar_integer(ElementType::Pred, 0);
    for (place, &is_here) in is_at.iter().enumerate() {
        let is_meant = is_place(b, root, place);
        found = b.select(is_meant, is_here, found);
    }
    found
}

fn choose(b: &mut Builder, is_chosen: InstructionId, value: InstructionId, other: InstructionId) -> InstructionId {
    let is_chosen = b.splat(is_chosen, &b.dims(value));
    b.select(is_chosen, value, other)
}
