//! Which devices perform a collective together: from the numbers in a program to devices.
//!
//! A device is a replica and a partition of it; its number is replica × number of partitions + partition. What the
//! numbers of a group count follows from the operation and its attributes (StableHLO: "grouping of processes").

use super::{ArrayShape, Collective, CollectiveKind};
use std::fmt;

/// How many devices run a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceCounts {
    pub replicas: usize,
    pub partitions: usize,
}

/// What the members of a group are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupMode {
    /// Replicas; each partition has groups of its own.
    CrossReplica,
    /// Partitions; each replica has groups of its own.
    CrossPartition,
    /// Replicas, each with all its partitions.
    CrossReplicaAndPartition,
    /// Devices by number.
    FlattenedIds,
}

impl GroupMode {
    /// What a member's number counts.
    fn member(self) -> &'static str {
        match self {
            GroupMode::CrossReplica | GroupMode::CrossReplicaAndPartition => "replica",
            GroupMode::CrossPartition => "partition",
            GroupMode::FlattenedIds => "device",
        }
    }
}

/// `1 replica`, `2 replicas`.
pub fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

impl fmt::Display for DeviceCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", counted(self.replicas, "replica"), counted(self.partitions, "partition"))
    }
}

impl DeviceCounts {
    pub fn devices(self) -> usize {
        self.replicas.saturating_mul(self.partitions)
    }

    pub fn device(self, replica: usize, partition: usize) -> usize {
        replica * self.partitions + partition
    }

    pub fn replica_of(self, device: usize) -> usize {
        device / self.partitions
    }

    pub fn partition_of(self, device: usize) -> usize {
        device % self.partitions
    }

    /// What messages call a device: its number, and what it is in the program.
    pub fn name(self, device: usize) -> String {
        let (replica, partition) = (self.replica_of(device), self.partition_of(device));
        match (self.replicas, self.partitions) {
            (_, 1) => format!("device {device} (replica {replica})"),
            (1, _) => format!("device {device} (partition {partition})"),
            _ => format!("device {device} (replica {replica}, partition {partition})"),
        }
    }

    /// How many numbers there are to name members by.
    pub fn count(self, mode: GroupMode) -> usize {
        match mode {
            GroupMode::CrossReplica | GroupMode::CrossReplicaAndPartition => self.replicas,
            GroupMode::CrossPartition => self.partitions,
            GroupMode::FlattenedIds => self.devices(),
        }
    }

    /// The devices that the members' numbers stand for, one list a slice of the machine.
    fn expand(self, mode: GroupMode, numbers: &[usize]) -> Vec<Vec<usize>> {
        let replicas_in = |partition| numbers.iter().map(|&replica| self.device(replica, partition)).collect();
        let partitions_in = |replica| numbers.iter().map(|&partition| self.device(replica, partition)).collect();
        match mode {
            GroupMode::CrossReplica => (0..self.partitions).map(replicas_in).collect(),
            GroupMode::CrossPartition => (0..self.replicas).map(partitions_in).collect(),
            GroupMode::CrossReplicaAndPartition => {
                vec![(0..self.partitions).map(replicas_in).collect::<Vec<Vec<usize>>>().concat()]
            }
            GroupMode::FlattenedIds => vec![numbers.to_vec()],
        }
    }
}

impl Collective {
    /// What the numbers in its groups count.
    pub fn group_mode(&self) -> GroupMode {
        match (self.channel_id, self.use_global_device_ids) {
            (_, true) => GroupMode::FlattenedIds,
            (None, false) => GroupMode::CrossReplica,
            (Some(_), false) => match self.kind {
                CollectiveKind::AllReduce { .. }
                | CollectiveKind::AllGather { .. }
                | CollectiveKind::ReduceScatter { .. } => GroupMode::CrossReplicaAndPartition,
                CollectiveKind::AllToAll { .. }
                | CollectiveKind::CollectiveBroadcast
                | CollectiveKind::CollectivePermute { .. }
                | CollectiveKind::RaggedAllToAll => GroupMode::CrossPartition,
            },
        }
    }

    /// The groups of devices that meet, members in order of their position.
    ///
    /// # Errors
    /// A member that is no device, or one that is in two groups; groups that leave out devices which must take part.
    pub fn device_groups(&self, counts: DeviceCounts) -> Result<Vec<Vec<usize>>, String> {
        let mode = self.group_mode();
        let groups = match &self.kind {
            CollectiveKind::CollectivePermute { pairs } => vec![endpoints(pairs)],
            CollectiveKind::AllGather { .. }
            | CollectiveKind::AllReduce { .. }
            | CollectiveKind::AllToAll { .. }
            | CollectiveKind::CollectiveBroadcast
            | CollectiveKind::RaggedAllToAll
            | CollectiveKind::ReduceScatter { .. } => self.listed_groups(counts)?,
        };
        self.check_members(&groups, counts)?;
        Ok(groups.iter().filter(|group| !group.is_empty()).flat_map(|group| counts.expand(mode, group)).collect())
    }

    /// As [`Collective::device_groups`], for operands and results of these shapes.
    ///
    /// # Errors
    /// Also groups of unequal or wrong size, where shapes depend on that.
    pub fn device_groups_for(&self, counts: DeviceCounts, shapes: &[(&ArrayShape, &ArrayShape)]) -> Result<(), String> {
        let groups = self.device_groups(counts)?;
        for (operand, result) in shapes {
            let Some((whole, part)) = self.whole_and_part(operand, result) else { continue };
            if let Some(group) = groups.iter().find(|group| part.saturating_mul(group.len()) != whole) {
                let (dimension, members) = (self.dimension().unwrap_or(0), group.len());
                return Err(format!(
                    "group {group:?} has {members} members, and {operand} gives {result} along dimension {dimension}"
                ));
            }
        }
        match self.kind {
            CollectiveKind::AllToAll { dimension: Some(dimension) } => check_division(&groups, shapes, dimension),
            CollectiveKind::AllToAll { dimension: None } => check_count(&groups, shapes.len()),
            CollectiveKind::AllGather { .. }
            | CollectiveKind::AllReduce { .. }
            | CollectiveKind::CollectiveBroadcast
            | CollectiveKind::CollectivePermute { .. }
            | CollectiveKind::RaggedAllToAll
            | CollectiveKind::ReduceScatter { .. } => Ok(()),
        }
    }

    /// Sizes that differ by as much as a group has members.
    fn whole_and_part(&self, operand: &ArrayShape, result: &ArrayShape) -> Option<(usize, usize)> {
        match self.kind {
            CollectiveKind::AllGather { dimension } => Some((result.dims[dimension], operand.dims[dimension])),
            CollectiveKind::ReduceScatter { dimension, .. } => Some((operand.dims[dimension], result.dims[dimension])),
            CollectiveKind::AllReduce { .. }
            | CollectiveKind::AllToAll { .. }
            | CollectiveKind::CollectiveBroadcast
            | CollectiveKind::CollectivePermute { .. }
            | CollectiveKind::RaggedAllToAll => None,
        }
    }

    /// Sources and targets of a permutation, as devices.
    pub fn device_pairs(&self, counts: DeviceCounts) -> Vec<(usize, usize)> {
        let CollectiveKind::CollectivePermute { pairs } = &self.kind else { return Vec::new() };
        let of_pair = |&(source, target): &(usize, usize)| counts.expand(self.group_mode(), &[source, target]);
        pairs.iter().flat_map(of_pair).map(|pair| (pair[0], pair[1])).collect()
    }

    /// As the program lists them; one of all where it lists none.
    fn listed_groups(&self, counts: DeviceCounts) -> Result<Vec<Vec<usize>>, String> {
        let groups = self.groups.lists().ok_or_else(|| format!("no machine has the devices of {}", self.groups))?;
        match groups.is_empty() {
            true => Ok(vec![(0..counts.count(self.group_mode())).collect()]),
            false => Ok(groups),
        }
    }

    fn check_members(&self, groups: &[Vec<usize>], counts: DeviceCounts) -> Result<(), String> {
        let (mode, mut found) = (self.group_mode(), groups.concat());
        let count = counts.count(mode);
        if let Some(member) = found.iter().find(|&&member| member >= count) {
            let (are, members) = (if count == 1 { "is" } else { "are" }, counted(count, mode.member()));
            return Err(format!("{member} is in its groups, and there {are} {members}"));
        }
        found.sort_unstable();
        if let Some(twice) = found.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(in_two_groups(groups, twice[0]));
        }
        let missing = (0..count).find(|number| found.binary_search(number).is_err());
        match missing.filter(|_| self.needs_everyone()) {
            Some(number) => Err(format!("{number} of {} is in no group", counted(count, mode.member()))),
            None => Ok(()),
        }
    }

    /// Whether every device has to be in a group.
    fn needs_everyone(&self) -> bool {
        match self.kind {
            CollectiveKind::AllGather { .. }
            | CollectiveKind::AllReduce { .. }
            | CollectiveKind::AllToAll { .. }
            | CollectiveKind::RaggedAllToAll
            | CollectiveKind::ReduceScatter { .. } => true,
            CollectiveKind::CollectiveBroadcast | CollectiveKind::CollectivePermute { .. } => false,
        }
    }
}

/// What is wrong with groups that have a member twice.
pub fn in_two_groups(groups: &[Vec<usize>], member: usize) -> String {
    let mut with_member = groups.iter().filter(|group| group.contains(&member));
    match (with_member.next(), with_member.next()) {
        (Some(first), Some(second)) => format!("{member} is in two groups, {first:?} and {second:?}"),
        _ => format!("{member} is in its group twice"),
    }
}

/// Members get parts of equal size.
fn check_division(
    groups: &[Vec<usize>],
    shapes: &[(&ArrayShape, &ArrayShape)],
    dimension: usize,
) -> Result<(), String> {
    let divides = |group: &Vec<usize>| shapes.iter().all(|(operand, _)| operand.dims[dimension] % group.len() == 0);
    if let Some(other) = groups.iter().find(|group| group.len() != groups[0].len()) {
        return Err(format!("expected groups of one size, found {:?} and {other:?}", groups[0]));
    }
    match groups.iter().find(|group| !divides(group)) {
        Some(group) => Err(format!("group {group:?} cannot exchange equal parts along dimension {dimension}")),
        None => Ok(()),
    }
}

/// Each operand goes to one member.
fn check_count(groups: &[Vec<usize>], operands: usize) -> Result<(), String> {
    match groups.iter().find(|group| group.len() != operands) {
        Some(group) => Err(format!("group {group:?} has {} members, and there are {operands} operands", group.len())),
        None => Ok(()),
    }
}

/// Devices that send or receive, in ascending order.
fn endpoints(pairs: &[(usize, usize)]) -> Vec<usize> {
    let mut devices: Vec<usize> = pairs.iter().flat_map(|&(source, target)| [source, target]).collect();
    devices.sort_unstable();
    devices.dedup();
    devices
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::ReplicaGroups;

    const TWO_BY_TWO: DeviceCounts = DeviceCounts { replicas: 2, partitions: 2 };

    fn collective(kind: CollectiveKind, groups: &[&[usize]], channel_id: Option<u64>) -> Collective {
        let groups = ReplicaGroups::List(groups.iter().map(|group| group.to_vec()).collect());
        Collective { kind, groups, channel_id, use_global_device_ids: false }
    }

    fn gather(groups: &[&[usize]], channel_id: Option<u64>) -> Collective {
        collective(CollectiveKind::AllGather { dimension: 0 }, groups, channel_id)
    }

    #[test]
    fn a_group_is_of_replicas_partitions_or_devices() {
        let replicas = gather(&[&[1, 0]], None).device_groups(TWO_BY_TWO);
        assert_eq!(replicas, Ok(vec![vec![2, 0], vec![3, 1]]));
        let both = gather(&[&[0], &[1]], Some(1)).device_groups(TWO_BY_TWO);
        assert_eq!(both, Ok(vec![vec![0, 1], vec![2, 3]]));
        let all = gather(&[&[0, 1]], Some(1)).device_groups(TWO_BY_TWO);
        assert_eq!(all, Ok(vec![vec![0, 2, 1, 3]]), "partitions outermost");
        let exchange = CollectiveKind::AllToAll { dimension: Some(0) };
        let partitions = collective(exchange, &[&[0, 1]], Some(1)).device_groups(TWO_BY_TWO);
        assert_eq!(partitions, Ok(vec![vec![0, 1], vec![2, 3]]));
        let mut ids = gather(&[&[0, 3], &[2, 1]], Some(1));
        ids.use_global_device_ids = true;
        assert_eq!(ids.device_groups(TWO_BY_TWO), Ok(vec![vec![0, 3], vec![2, 1]]));
    }

    #[test]
    fn no_group_means_everyone() {
        assert_eq!(gather(&[], None).device_groups(TWO_BY_TWO), Ok(vec![vec![0, 2], vec![1, 3]]));
        assert_eq!(gather(&[], Some(1)).device_groups(TWO_BY_TWO), Ok(vec![vec![0, 2, 1, 3]]));
    }

    #[test]
    fn members_exist_once_and_are_complete() {
        let error = |groups: &[&[usize]]| gather(groups, None).device_groups(TWO_BY_TWO).unwrap_err();
        assert_eq!(error(&[&[0, 2]]), "2 is in its groups, and there are 2 replicas");
        assert_eq!(error(&[&[0, 1], &[1]]), "1 is in two groups, [0, 1] and [1]");
        assert_eq!(error(&[&[0, 0], &[1]]), "0 is in its group twice");
        assert_eq!(error(&[&[0]]), "1 of 2 replicas is in no group");
        assert!(collective(CollectiveKind::CollectiveBroadcast, &[&[0]], None).device_groups(TWO_BY_TWO).is_ok());
    }

    #[test]
    fn pairs_are_of_one_slice() {
        let permute = CollectiveKind::CollectivePermute { pairs: vec![(0, 1)] };
        let across = collective(permute.clone(), &[], Some(1));
        assert_eq!(across.device_pairs(TWO_BY_TWO), [(0, 1), (2, 3)]);
        let across = collective(permute, &[], None);
        assert_eq!(across.device_pairs(TWO_BY_TWO), [(0, 2), (1, 3)]);
        assert_eq!(across.device_groups(TWO_BY_TWO), Ok(vec![vec![0, 2], vec![1, 3]]));
    }
}
