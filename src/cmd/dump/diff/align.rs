//! Which instruction after a pass is which one before it.

use super::Side;
use crate::hlo::{Computation, InstructionId};
use std::collections::HashMap;

/// Pairs of instructions: those of one name, and what stands in each other's place in the operands of a pair.
pub struct Alignment {
    to_old: HashMap<InstructionId, InstructionId>,
    to_new: HashMap<InstructionId, InstructionId>,
}

impl Alignment {
    pub fn of(old: &Computation, new: &Computation) -> Alignment {
        let names: HashMap<&str, InstructionId> = new.ids().map(|id| (&**new.get(id).name(), id)).collect();
        let same = old.ids().filter_map(|id| Some((id, *names.get(&**old.get(id).name())?)));
        let mut work: Vec<_> = same.collect();
        let mut alignment = Alignment {
            to_old: work.iter().map(|&(old, new)| (new, old)).collect(),
            to_new: work.iter().copied().collect(),
        };
        alignment.pair(old, old.root(), new, new.root(), &mut work);
        while let Some((a, b)) = work.pop() {
            let (before, after) = (old.operands(a), new.operands(b));
            if before.len() == after.len() {
                for (&a, &b) in before.iter().zip(after) {
                    alignment.pair(old, a, new, b, &mut work);
                }
            }
        }
        alignment
    }

    /// Pairs two that have no partner yet, if one may well have become the other.
    fn pair(
        &mut self,
        old: &Computation,
        a: InstructionId,
        new: &Computation,
        b: InstructionId,
        work: &mut Vec<(InstructionId, InstructionId)>,
    ) {
        let alike = old.shape(a) == new.shape(b) || old.op(a).name() == new.op(b).name();
        if alike && !self.to_new.contains_key(&a) && !self.to_old.contains_key(&b) {
            self.to_new.insert(a, b);
            self.to_old.insert(b, a);
            work.push((a, b));
        }
    }

    /// What the instruction was before.
    pub fn old(&self, new: InstructionId) -> Option<InstructionId> {
        self.to_old.get(&new).copied()
    }

    /// Old instructions without a partner, by the next one in their order that has one.
    pub fn removed_before(&self, order: &[InstructionId]) -> HashMap<Option<InstructionId>, Vec<InstructionId>> {
        let mut anchor = None;
        let mut out: HashMap<_, Vec<_>> = HashMap::new();
        for &id in order.iter().rev() {
            match self.to_new.contains_key(&id) {
                true => anchor = Some(id),
                false => out.entry(anchor).or_default().push(id),
            }
        }
        out.values_mut().for_each(|ids| ids.reverse());
        out
    }

    /// Whether a pair differs in names at most. Computations keep their ids from one state of a module to the next.
    pub fn is_unchanged(&self, old: Side, a: InstructionId, new: Side, b: InstructionId) -> bool {
        let (before, after) = (old.computation.get(a), new.computation.get(b));
        let paired = |a: &[InstructionId], b: &[InstructionId]| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.to_new.get(a) == Some(b))
        };
        before.op == after.op
            && before.shape == after.shape
            && before.sharding == after.sharding
            && before.backend_config == after.backend_config
            && before.frontend_attributes == after.frontend_attributes
            && (old.computation.root() == a) == (new.computation.root() == b)
            && paired(before.operands(), after.operands())
            && paired(&before.control_predecessors, &after.control_predecessors)
    }
}
