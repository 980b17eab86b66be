//! Groups of any sizes in which each member tells all others what it has, in turn: for roots that are values, and for
//! reductions that no collective performs.

use super::{ArrayLiteral, Builder, Collective, CollectiveKind, ElementType, InstructionId, Op, ReplicaGroups, Shape};

/// Broadcasts from each place in the groups.
pub struct Turns {
    pub groups: Vec<Vec<usize>>,
    /// As for a broadcast: these two say what the numbers in groups count.
    pub channel_id: Option<u64>,
    pub use_global_device_ids: bool,
}

/// What one member after another brings, as each of its group sees it.
pub struct Brought {
    /// By place in the group, one value an operand. Zeros where the group has nobody in that place.
    pub values: Vec<Vec<InstructionId>>,
    /// Whether this device's group has somebody in that place, `pred[]`; none where all groups have.
    pub is_there: Vec<Option<InstructionId>>,
}

impl Turns {
    pub fn bring(&self, b: &mut Builder, data: &[InstructionId]) -> Brought {
        let places = 0..self.groups.iter().map(Vec::len).max().unwrap_or(0);
        let values = places.clone().map(|place| self.broadcast(b, self.turned_to(place), data)).collect();
        let is_there = places.map(|place| self.has(b, place)).collect();
        Brought { values, is_there }
    }

    /// Whether this device is the one in a place of its group, `pred[]`.
    pub fn is_at(&self, b: &mut Builder, place: usize) -> InstructionId {
        let members = self.groups.iter().filter_map(|group| group.get(place));
        let members: Vec<usize> = members.copied().collect();
        self.is_one_of(b, &members)
    }

    /// Groups in which the member in that place comes first.
    fn turned_to(&self, place: usize) -> Vec<Vec<usize>> {
        let longer = self.groups.iter().filter(|group| group.len() > place);
        longer.map(|group| [&group[place..], &group[..place]].concat()).collect()
    }

    fn has(&self, b: &mut Builder, place: usize) -> Option<InstructionId> {
        let longer = self.turned_to(place);
        (longer.len() < self.groups.len()).then(|| self.is_one_of(b, &longer.concat()))
    }

    /// Each of them tells itself so; who is in no group gets zeros. What a device's number is would depend on how many
    /// there are.
    fn is_one_of(&self, b: &mut Builder, members: &[usize]) -> InstructionId {
        let yes = b.constant(ArrayLiteral::scalar_integer(ElementType::Pred, 1));
        let alone = members.iter().map(|&member| vec![member]).collect();
        self.broadcast(b, alone, &[yes])[0]
    }

    fn broadcast(&self, b: &mut Builder, groups: Vec<Vec<usize>>, data: &[InstructionId]) -> Vec<InstructionId> {
        let op = Collective {
            kind: CollectiveKind::CollectiveBroadcast,
            groups: ReplicaGroups::List(groups),
            channel_id: self.channel_id,
            use_global_device_ids: self.use_global_device_ids,
        };
        let all = b.add(Op::Collective(Box::new(op)), data, &Shape::Token);
        if data.len() == 1 { vec![all] } else { b.untuple(all) }
    }
}

impl Brought {
    /// The values of one operand, combined in the order of the group. A device whose group has ended combines its last
    /// two once more, so that nobody applies `combine` to what the program does not.
    pub fn combined(
        &self,
        b: &mut Builder,
        operand: usize,
        mut combine: impl FnMut(&mut Builder, [InstructionId; 2]) -> InstructionId,
    ) -> InstructionId {
        let mut total = self.values[0][operand];
        let mut pair = [total; 2];
        for (values, is_there) in self.values.iter().zip(&self.is_there).skip(1) {
            let next = [total, values[operand]];
            let Some(is_there) = *is_there else {
                pair = next;
                total = combine(b, pair);
                continue;
            };
            let is_there = b.splat(is_there, &b.dims(total));
            pair = [0, 1].map(|side| b.select(is_there, next[side], pair[side]));
            let more = combine(b, pair);
            total = b.select(is_there, more, total);
        }
        total
    }
}
