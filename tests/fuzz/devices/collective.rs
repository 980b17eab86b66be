//! Collectives, and what passes look for around them.

use super::generate::{Attempt, Scope};
use super::groups;
use pjrt::hlo::*;

impl Scope<'_> {
    /// Any collective of one array, or of two.
    pub fn collective(&mut self) -> Attempt {
        let x = self.pick();
        let dimension = self.dimension(x);
        let kind = match (self.random().below(6), dimension) {
            (0, _) => CollectiveKind::CollectiveBroadcast,
            (1, _) => CollectiveKind::CollectivePermute { pairs: vec![] },
            (2, Some(dimension)) => CollectiveKind::AllGather { dimension },
            (3, Some(dimension)) => CollectiveKind::AllToAll { dimension: Some(dimension) },
            (4, Some(dimension)) => CollectiveKind::ReduceScatter { dimension, to_apply: self.reducer(x) },
            _ => CollectiveKind::AllReduce { to_apply: self.reducer(x) },
        };
        let op = self.in_groups(kind);
        if self.random().one_in(5) && !matches!(op.kind, CollectiveKind::CollectivePermute { .. }) {
            return self.of_two(&op, x);
        }
        self.exchange(op, x)
    }

    /// `op(all-reduce(x), all-reduce(y))`, mostly in the same groups.
    pub fn combined_twice(&mut self) -> Attempt {
        let x = self.pick();
        let y = self.pick_like(x);
        let to_apply = self.reducer(x);
        let kind = match self.dimension(x).filter(|_| self.random().one_in(3)) {
            Some(dimension) => CollectiveKind::ReduceScatter { dimension, to_apply },
            None => CollectiveKind::AllReduce { to_apply },
        };
        let first = self.in_groups(kind);
        let second = self.alike(&first);
        let (first, second) = (self.exchange(first, x)?, self.exchange(second, y)?);
        let op = self.reduction(to_apply);
        self.binary(op, first, second)
    }

    /// An all-reduce of an all-reduce.
    pub fn reduced_twice(&mut self) -> Attempt {
        let x = self.pick();
        let to_apply = self.reducer(x);
        let [first, second] = [0, 1].map(|_| self.in_groups(CollectiveKind::AllReduce { to_apply }));
        let once = self.exchange(first, x)?;
        self.exchange(second, once)
    }

    /// The part of a gathered or reduced array at the device's position in its group, or at another.
    pub fn own_part(&mut self) -> Attempt {
        let x = self.pick();
        let dimension = self.dimension(x)?;
        let kind = match self.random().flag() {
            true => CollectiveKind::AllGather { dimension },
            false => CollectiveKind::AllReduce { to_apply: self.reducer(x) },
        };
        let op = self.in_groups(kind);
        let groups = op.device_groups(self.shared.counts).ok()?;
        let whole = self.exchange(op, x)?;
        let shape = self.array(whole);
        let members = groups.first()?.len();
        if !shape.dims[dimension].is_multiple_of(members) {
            return Some(whole);
        }
        let size = shape.dims[dimension] / members;
        let mut starts = vec![0; self.shared.counts.devices()];
        for group in &groups {
            group.iter().enumerate().for_each(|(position, &device)| starts[device] = (position * size) as i32);
        }
        if self.random().one_in(4) {
            self.random().shuffle(&mut starts);
        }
        let start = self.of_device(&starts)?;
        let zero = self.scalar(ElementType::S32, 0);
        let mut indices = vec![zero; shape.dims.len()];
        indices[dimension] = start;
        let mut sizes = shape.dims.clone();
        sizes[dimension] = size;
        let (whole, sizes, indices) = self.reshaped(whole, sizes, indices, zero);
        self.add(Op::DynamicSlice { sizes }, &[&[whole], &indices[..]].concat(), &Shape::Token, &[])
    }

    /// Now and then with another dimension, of size 1.
    fn reshaped(
        &mut self,
        whole: InstructionId,
        mut sizes: Vec<usize>,
        mut indices: Vec<InstructionId>,
        zero: InstructionId,
    ) -> (InstructionId, Vec<usize>, Vec<InstructionId>) {
        let mut shape = self.array(whole);
        let place = self.random().below(shape.dims.len() + 1);
        shape.dims.insert(place, 1);
        let reshaped = if self.random().one_in(3) { self.add(Op::Reshape, &[whole], &shape.into(), &[]) } else { None };
        let Some(reshaped) = reshaped else { return (whole, sizes, indices) };
        sizes.insert(place, 1);
        indices.insert(place, zero);
        (reshaped, sizes, indices)
    }

    /// The number of a table that is the device's.
    fn of_device(&mut self, table: &[i32]) -> Attempt {
        let number = |scope: &mut Self, op| {
            let id = scope.add(op, &[], &Shape::scalar(ElementType::U32), &[])?;
            scope.add(Op::Convert, &[id], &Shape::scalar(ElementType::S32), &[])
        };
        let (replica, partition) = (number(self, Op::ReplicaId)?, number(self, Op::PartitionId)?);
        let partitions = self.scalar(ElementType::S32, self.shared.counts.partitions as i64);
        let first = self.binary(BinaryOp::Multiply, replica, partitions)?;
        let device = self.binary(BinaryOp::Add, first, partition)?;
        let literal = ArrayLiteral::from_slice(ElementType::S32, [table.len()], table);
        let shape = literal.shape().clone();
        let table = self.computation.add(Instruction::new(Op::Constant(literal.into()), shape, []));
        let entry = self.add(Op::DynamicSlice { sizes: vec![1] }, &[table, device], &Shape::Token, &[])?;
        self.add(Op::Reshape, &[entry], &Shape::scalar(ElementType::S32), &[])
    }

    /// A dimension of an array; none of a scalar.
    pub fn dimension(&mut self, x: InstructionId) -> Option<usize> {
        let rank = self.array(x).dims.len();
        (rank > 0).then(|| self.random().below(rank))
    }

    /// A computation that combines two elements.
    pub fn reducer(&mut self, x: InstructionId) -> ComputationId {
        let element_type = self.array(x).element_type;
        let op = self.monoid(element_type);
        self.shared.module.add_computation(reducer(op, element_type))
    }

    fn reduction(&self, to_apply: ComputationId) -> BinaryOp {
        let computation = self.shared.module.computation(to_apply);
        match *computation.op(computation.root()) {
            Op::Binary(op) => op,
            _ => unreachable!("the reducers are of one operation"),
        }
    }

    pub fn in_groups(&mut self, kind: CollectiveKind) -> Collective {
        self.shared.channel += 1;
        let alike = !matches!(kind, CollectiveKind::AllReduce { .. } | CollectiveKind::CollectiveBroadcast);
        let shared = &mut *self.shared;
        groups::collective(&mut shared.random, shared.counts, kind, shared.channel, alike)
    }

    /// The same on another channel; seldom in other groups.
    fn alike(&mut self, op: &Collective) -> Collective {
        if self.random().one_in(5) {
            return self.in_groups(op.kind.clone());
        }
        self.shared.channel += 1;
        Collective { channel_id: op.channel_id.map(|_| self.shared.channel), ..op.clone() }
    }

    /// Adds a collective of one array, if its groups divide it.
    pub fn exchange(&mut self, op: Collective, x: InstructionId) -> Attempt {
        let stated = self.exchanged(&op, x)?;
        self.add(Op::Collective(Box::new(op)), &[x], &stated.into(), &[])
    }

    fn of_two(&mut self, op: &Collective, x: InstructionId) -> Attempt {
        let element_type = self.array(x).element_type;
        let dimension = op.dimension().unwrap_or(0);
        let fits = |scope: &Self, id| {
            let shape = scope.array(id);
            shape.element_type == element_type && (op.dimension().is_none() || shape.dims.len() > dimension)
        };
        let others: Vec<InstructionId> = self.pool.iter().copied().filter(|&id| fits(self, id)).collect();
        let y = others[self.random().below(others.len())];
        let op = match op.kind {
            CollectiveKind::AllToAll { .. } => return None,
            _ => op.clone(),
        };
        let parts = [x, y].map(|id| self.exchanged(&op, id).map(Shape::from));
        let parts: Option<Vec<Shape>> = parts.into_iter().collect();
        let both = self.add(Op::Collective(Box::new(op)), &[x, y], &Shape::Tuple(parts?), &[])?;
        let [first, second] = [0, 1].map(|index| self.element(both, index));
        self.pool.push(first);
        Some(second)
    }

    /// The shape of an array after a collective; none where groups do not divide it.
    fn exchanged(&self, op: &Collective, x: InstructionId) -> Option<ArrayShape> {
        let groups = op.device_groups(self.shared.counts).ok()?;
        let mut shape = self.array(x);
        let Some(dimension) = op.dimension() else { return Some(shape) };
        let members = groups.first()?.len();
        let size = shape.dims[dimension];
        match op.kind {
            CollectiveKind::AllGather { .. } => shape.dims[dimension] *= members,
            CollectiveKind::ReduceScatter { .. } if size.is_multiple_of(members) => shape.dims[dimension] /= members,
            CollectiveKind::AllToAll { .. } if size.is_multiple_of(members) => {}
            _ => return None,
        }
        Some(shape)
    }
}
