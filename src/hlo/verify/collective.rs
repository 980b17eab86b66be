//! Groups and channels of collectives, as far as they are right or wrong whatever devices there are.

use super::{Check, ensure};
use crate::hlo::{Collective, CollectiveKind, in_two_groups};

pub fn check(op: &Collective) -> Check {
    if let CollectiveKind::CollectivePermute { pairs } = &op.kind {
        let (sources, targets): (Vec<usize>, Vec<usize>) = pairs.iter().copied().unzip();
        collective_permute_c2_c3_unique("source", sources)?;
        return collective_permute_c2_c3_unique("target", targets);
    }
    all_gather_c5_global_ids(op)?;
    let Some(groups) = op.groups.lists() else { return Ok(()) };
    let mut members = groups.concat();
    members.sort_unstable();
    all_gather_c2_unique(&groups, &members)?;
    if op.kind != CollectiveKind::CollectiveBroadcast {
        all_gather_c4_complete(&members)?;
    }
    match op.kind {
        CollectiveKind::AllGather { .. }
        | CollectiveKind::AllToAll { .. }
        | CollectiveKind::RaggedAllToAll
        | CollectiveKind::ReduceScatter { .. } => all_gather_c4_alike(&groups),
        CollectiveKind::AllReduce { .. }
        | CollectiveKind::CollectiveBroadcast
        | CollectiveKind::CollectivePermute { .. } => Ok(()),
    }
}

fn collective_permute_c2_c3_unique(role: &str, mut devices: Vec<usize>) -> Check {
    devices.sort_unstable();
    let twice = devices.windows(2).find(|pair| pair[0] == pair[1]);
    ensure(twice.is_none(), || format!("{} is a {role} twice", twice.map_or(0, |pair| pair[0])))
}

fn all_gather_c5_global_ids(op: &Collective) -> Check {
    ensure(!op.use_global_device_ids || op.channel_id.is_some(), || {
        "expected a channel of a positive number with use_global_device_ids".into()
    })?;
    let is_empty = op.groups.lists().is_some_and(|groups| groups.is_empty());
    ensure(!op.use_global_device_ids || !is_empty, || "expected groups with use_global_device_ids".into())
}

fn all_gather_c2_unique(groups: &[Vec<usize>], members: &[usize]) -> Check {
    let twice = members.windows(2).find(|pair| pair[0] == pair[1]);
    ensure(twice.is_none(), || in_two_groups(groups, twice.map_or(0, |pair| pair[0])))
}

/// Members are unique, in ascending order.
fn all_gather_c4_complete(members: &[usize]) -> Check {
    let missing = members.iter().enumerate().find(|&(place, &member)| place != member).map(|(place, _)| place);
    ensure(missing.is_none(), || format!("{} is in no group", missing.unwrap_or(0)))
}

fn all_gather_c4_alike(groups: &[Vec<usize>]) -> Check {
    let other = groups.iter().find(|group| group.len() != groups[0].len());
    ensure(other.is_none(), || {
        format!("expected groups of one size, found {:?} and {:?}", groups[0], other.map_or(&groups[0], |group| group))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::ReplicaGroups;

    fn found(kind: CollectiveKind, groups: &[&[usize]], use_global_device_ids: bool) -> String {
        let groups = ReplicaGroups::List(groups.iter().map(|group| group.to_vec()).collect());
        let op = Collective { kind, groups, channel_id: None, use_global_device_ids };
        check(&op).err().unwrap_or_default()
    }

    #[test]
    fn all_gather_c2_unique() {
        let gather = || CollectiveKind::AllGather { dimension: 0 };
        assert_eq!(found(gather(), &[&[0, 1], &[1, 2]], false), "1 is in two groups, [0, 1] and [1, 2]");
        assert_eq!(found(gather(), &[&[1, 0], &[3, 2]], false), "");
    }

    #[test]
    fn all_gather_c4_complete_and_alike() {
        let gather = || CollectiveKind::AllGather { dimension: 0 };
        assert_eq!(found(gather(), &[&[0, 2]], false), "1 is in no group");
        assert_eq!(found(gather(), &[&[0, 1], &[2]], false), "expected groups of one size, found [0, 1] and [2]");
        assert_eq!(found(CollectiveKind::CollectiveBroadcast, &[&[2, 0], &[1]], false), "");
    }

    #[test]
    fn all_gather_c5_global_ids() {
        let gather = || CollectiveKind::AllGather { dimension: 0 };
        let expected = "expected a channel of a positive number with use_global_device_ids";
        assert_eq!(found(gather(), &[&[0]], true), expected);
    }

    #[test]
    fn collective_permute_c2_c3_unique() {
        let permute = |pairs: &[(usize, usize)]| CollectiveKind::CollectivePermute { pairs: pairs.to_vec() };
        assert_eq!(found(permute(&[(0, 1), (0, 2)]), &[], false), "0 is a source twice");
        assert_eq!(found(permute(&[(0, 1), (2, 1)]), &[], false), "1 is a target twice");
        assert_eq!(found(permute(&[(0, 1), (1, 0)]), &[], false), "");
    }
}
