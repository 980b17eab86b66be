//! Collectives whose root is a value: `collective_broadcast` from it, `collective_reduce` to it.
//!
//! HLO's broadcast comes from the first member of a group. So every member broadcasts in turn, from groups that are
//! turned round; the root's value is chosen, or all are combined in the order of the group and only the root keeps that.

use super::{Failure, OpLowering, Outcome};
use crate::hlo::{
    ArrayLiteral, ArrayShape, Collective, CollectiveKind, ComparisonDirection, ComparisonOrder, ComputationId,
    ElementType, GroupMode, InstructionId, Op, ReplicaGroups, Shape,
};

impl OpLowering<'_, '_> {
    /// `collective_broadcast` with `has_dynamic_root`.
    pub fn rooted_broadcast(&mut self) -> Outcome {
        let (data, roots) = self.data_and_roots()?;
        let op = self.collective_of(CollectiveKind::CollectiveBroadcast)?;
        let groups = self.groups_of_one_size(&op)?;
        let from_each = self.each_member_brings(&op, &groups, &data);
        let mut results = Vec::new();
        for index in 0..data.len() {
            let root = self.root(roots, index);
            let mut chosen = from_each[0][index];
            for (position, values) in from_each.iter().enumerate().skip(1) {
                let is_root = self.equals(root, position);
                chosen = self.choose(is_root, values[index], chosen);
            }
            results.push(chosen);
        }
        Ok(results)
    }

    /// `collective_reduce`: to the first member, or with `has_dynamic_root` to the one that the last operand says.
    pub fn collective_reduce(&mut self) -> Outcome {
        let to_apply = self.reducer()?;
        let (data, roots) = match self.node.has("has_dynamic_root") {
            true => self.data_and_roots().map(|(data, roots)| (data, Some(roots)))?,
            false => (self.operands.clone(), None),
        };
        self.collective_reduce_c4_computation(to_apply, &data)?;
        let op = self.collective_of(CollectiveKind::CollectiveBroadcast)?;
        let groups = self.groups_of_one_size(&op)?;
        let from_each = self.each_member_brings(&op, &groups, &data);
        let own_position = self.own_position(&op, &groups);
        let mut results = Vec::new();
        for (index, &operand) in data.iter().enumerate() {
            let shape = self.shape(operand).clone();
            let reduced = self.combined(to_apply, &shape, from_each.iter().map(|values| values[index]).collect());
            let root = roots.map(|roots| self.root(roots, index));
            let root = root.unwrap_or_else(|| self.builder().scalar_integer(ElementType::S32, 0));
            let is_root = self.compare_equal(root, own_position);
            let zeros = self.builder().full_like(operand, 0.0);
            results.push(self.choose(is_root, reduced, zeros));
        }
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

    fn groups_of_one_size(&self, op: &Collective) -> Result<Vec<Vec<usize>>, Failure> {
        let groups = op.groups.lists().unwrap_or_default();
        let size = groups.first().map_or(0, Vec::len);
        if size == 0 || groups.iter().any(|group| group.len() != size) {
            return Err(self.node.unsupported("a root among groups of several sizes, or of all devices").into());
        }
        self.collective_reduce_c1_unique(&groups)?;
        Ok(groups)
    }

    /// What each member of a group brings, by position.
    fn each_member_brings(
        &mut self,
        op: &Collective,
        groups: &[Vec<usize>],
        data: &[InstructionId],
    ) -> Vec<Vec<InstructionId>> {
        let shapes: Vec<Shape> = data.iter().map(|&operand| self.shape(operand).clone()).collect();
        let mut from_each = Vec::new();
        for position in 0..groups[0].len() {
            let turned = groups.iter().map(|group| [&group[position..], &group[..position]].concat());
            let op = Collective { groups: ReplicaGroups::List(turned.collect()), ..op.clone() };
            let op = Op::Collective(Box::new(op));
            from_each.push(match &shapes[..] {
                [single] => vec![self.add(op, single.clone(), data)],
                several => {
                    let all = self.add(op, Shape::Tuple(several.to_vec()), data);
                    self.elements(all)
                }
            });
        }
        from_each
    }

    fn combined(&mut self, to_apply: ComputationId, shape: &Shape, values: Vec<InstructionId>) -> InstructionId {
        let all = values.into_iter().reduce(|sum, value| self.add(Op::Map { to_apply }, shape.clone(), [sum, value]));
        all.expect("a group has members")
    }

    /// This device's position in its group, or -1.
    fn own_position(&mut self, op: &Collective, groups: &[Vec<usize>]) -> InstructionId {
        let largest = groups.iter().flatten().copied().max().unwrap_or(0);
        let mut positions = vec![-1i32; largest + 2];
        for (position, &member) in groups.iter().flat_map(|group| group.iter().enumerate()) {
            positions[member] = position as i32;
        }
        let number = match op.group_mode() {
            GroupMode::CrossPartition => Op::PartitionId,
            GroupMode::CrossReplica | GroupMode::CrossReplicaAndPartition | GroupMode::FlattenedIds => Op::ReplicaId,
        };
        let number = self.add(number, Shape::scalar(ElementType::U32), []);
        let table = ArrayLiteral::from_slice(ElementType::S32, [positions.len()], &positions);
        let table = self.builder().constant(table);
        self.element(table, number)
    }

    fn root(&mut self, roots: InstructionId, index: usize) -> InstructionId {
        let index = self.builder().scalar_integer(ElementType::U32, index as i64);
        self.element(roots, index)
    }

    /// One element of a vector of `s32`; the last one for an index beyond it.
    fn element(&mut self, vector: InstructionId, index: InstructionId) -> InstructionId {
        let one = Shape::array(ElementType::S32, [1]);
        let slice = self.add(Op::DynamicSlice { sizes: vec![1] }, one, [vector, index]);
        self.add(Op::Reshape, Shape::scalar(ElementType::S32), [slice])
    }

    fn equals(&mut self, root: InstructionId, position: usize) -> InstructionId {
        let position = self.builder().scalar_integer(ElementType::S32, position as i64);
        self.compare_equal(root, position)
    }

    fn compare_equal(&mut self, a: InstructionId, b: InstructionId) -> InstructionId {
        let op = Op::Compare { direction: ComparisonDirection::Eq, order: ComparisonOrder::Partial };
        self.add(op, Shape::scalar(ElementType::Pred), [a, b])
    }

    fn choose(&mut self, is_chosen: InstructionId, value: InstructionId, other: InstructionId) -> InstructionId {
        let shape = self.shape(value).clone();
        let dims = shape.as_array().map(|array: &ArrayShape| array.dims.clone()).unwrap_or_default();
        let is_chosen = self.builder().splat(is_chosen, &dims);
        self.add(Op::Select, shape, [is_chosen, value, other])
    }
}
