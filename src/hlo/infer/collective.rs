//! Shapes of collectives.

use super::check::*;
use crate::hlo::{ArrayShape, Collective, CollectiveKind, GroupMode, Shape, ragged};

/// Each operand keeps its shape, but for one dimension where parts are gathered or scattered. `stated` says how many
/// members a group has where its list does not.
pub fn collective(op: &Collective, operands: &[&ArrayShape], stated: &Shape) -> Result<Shape, String> {
    ensure(!operands.is_empty(), || "expected 1 operand or more, found 0".into())?;
    match op.kind {
        CollectiveKind::AllGather { dimension } => gathered(op, operands, dimension, stated),
        CollectiveKind::ReduceScatter { dimension, .. } => scattered(op, operands, dimension, stated),
        CollectiveKind::AllToAll { dimension: Some(dimension) } => {
            splits_evenly(op, operands[0], dimension)?;
            Ok(like(operands))
        }
        CollectiveKind::AllToAll { dimension: None } => {
            operands.iter().try_for_each(|operand| same_type("operands", operands[0], operand))?;
            let members = members_of(op).unwrap_or(operands.len());
            expect_equal("operands: one a member", members, operands.len())?;
            Ok(like(operands))
        }
        CollectiveKind::RaggedAllToAll => ragged::shape(operands, members_of(op)),
        CollectiveKind::AllReduce { .. }
        | CollectiveKind::CollectiveBroadcast
        | CollectiveKind::CollectivePermute { .. } => Ok(like(operands)),
    }
}

fn like(operands: &[&ArrayShape]) -> Shape {
    one_or_tuple(operands.iter().map(|&operand| operand.clone()).collect())
}

/// How many members a group has, where its list alone says so.
fn members_of(op: &Collective) -> Option<usize> {
    op.groups.max_members().filter(|_| op.group_mode() != GroupMode::CrossReplicaAndPartition)
}

fn splits_evenly(op: &Collective, operand: &ArrayShape, dimension: usize) -> Check {
    below("a dimension", &[dimension], operand.rank())?;
    let members = members_of(op).unwrap_or(1).max(1);
    ensure(operand.dims[dimension].is_multiple_of(members), || {
        format!("expected a dimension {dimension} that {members} members divide, found {operand}")
    })
}

fn gathered(op: &Collective, operands: &[&ArrayShape], dimension: usize, stated: &Shape) -> Result<Shape, String> {
    resized(operands, dimension, stated, |size, found| {
        let members = members_of(op).unwrap_or_else(|| found.checked_div(size).unwrap_or(1));
        size.saturating_mul(members)
    })
}

fn scattered(op: &Collective, operands: &[&ArrayShape], dimension: usize, stated: &Shape) -> Result<Shape, String> {
    reduce_scatter_c1_splits_evenly(op, operands, dimension)?;
    resized(operands, dimension, stated, |size, found| {
        let members = members_of(op).unwrap_or_else(|| size.checked_div(found).unwrap_or(1));
        size / members.max(1)
    })
}

fn reduce_scatter_c1_splits_evenly(op: &Collective, operands: &[&ArrayShape], dimension: usize) -> Check {
    operands.iter().try_for_each(|operand| splits_evenly(op, operand, dimension))
}

/// The operands with another size of one dimension, made from its size and the one that the result states.
fn resized(
    operands: &[&ArrayShape],
    dimension: usize,
    stated: &Shape,
    size: impl Fn(usize, usize) -> usize,
) -> Result<Shape, String> {
    let leaves = stated.leaves();
    let mut results = Vec::new();
    for (i, operand) in operands.iter().enumerate() {
        below("a dimension", &[dimension], operand.rank())?;
        let found = leaves.get(i).and_then(|(_, leaf)| leaf.as_array()?.dims.get(dimension).copied());
        let mut dims = operand.dims.clone();
        dims[dimension] = size(dims[dimension], found.unwrap_or(dims[dimension]));
        results.push(ArrayShape::new(operand.element_type, dims));
    }
    Ok(one_or_tuple(results))
}

#[cfg(test)]
mod tests {
    use super::super::check::testing::*;
    use super::*;
    use crate::hlo::ReplicaGroups;

    fn shape(kind: CollectiveKind, groups: ReplicaGroups, stated: &[usize]) -> String {
        let op = Collective { kind, groups, channel_id: None, use_global_device_ids: false };
        text(collective(&op, &[&f32s(&[6, 3])], &Shape::Array(f32s(stated))))
    }

    #[test]
    fn parts_are_gathered_and_scattered() {
        let pairs = || ReplicaGroups::List(vec![vec![0, 1], vec![2, 3]]);
        let gather = |dimension| CollectiveKind::AllGather { dimension };
        assert_eq!(shape(gather(1), pairs(), &[]), "f32[6,6]");
        assert_eq!(shape(gather(2), pairs(), &[]), "expected a dimension below 2, found [2]");
        assert_eq!(shape(gather(0), ReplicaGroups::List(vec![]), &[24, 3]), "f32[24,3]");
    }

    #[test]
    fn exchanged_parts_are_equal() {
        let pairs = || ReplicaGroups::List(vec![vec![0, 1], vec![2, 3]]);
        let exchange = |dimension| CollectiveKind::AllToAll { dimension: Some(dimension) };
        assert_eq!(shape(exchange(0), pairs(), &[]), "f32[6,3]");
        let found = shape(exchange(1), pairs(), &[]);
        assert_eq!(found, "expected a dimension 1 that 2 members divide, found f32[6,3]");
    }
}
