//! Collectives: what the devices that run a program tell each other.

use super::shape::join;
use super::{AxisRef, ComputationId, NamedMesh};
use std::fmt;

/// A collective operation and who takes part in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Collective {
    pub kind: CollectiveKind,
    pub groups: ReplicaGroups,
    /// With one, the groups count partitions and not replicas.
    pub channel_id: Option<u64>,
    /// The groups count devices: replica times number of partitions, plus partition.
    pub use_global_device_ids: bool,
}

/// What is done within each group.
#[derive(Clone, Debug, PartialEq)]
pub enum CollectiveKind {
    /// Concatenates the members' operands along a dimension.
    AllGather { dimension: usize },
    /// Reduces the members' operands element by element.
    AllReduce { to_apply: ComputationId },
    /// Exchanges parts: of one operand along a dimension, or each operand of several for one member.
    AllToAll { dimension: Option<usize> },
    /// Gives every member the first one's operand.
    CollectiveBroadcast,
    /// Sends operands from device to device; who gets none has zeros.
    CollectivePermute { pairs: Vec<(usize, usize)> },
    /// Sends as many rows as each member says from where it says to where it says: operands are [`RaggedOperand`]s.
    RaggedAllToAll,
    /// Reduces as `AllReduce`, and leaves each member its part along a dimension.
    ReduceScatter { dimension: usize, to_apply: ComputationId },
}

/// Which devices form a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplicaGroups {
    /// Members by number; without a group all devices are one.
    List(Vec<Vec<usize>>),
    /// The numbers from 0 up as an array of dimensions `reshape`, transposed by `permutation`, in rows of one group
    /// each.
    Iota { groups: usize, members: usize, reshape: Vec<usize>, permutation: Vec<usize> },
    /// Devices of a mesh that differ along these axes only; each divides its axis.
    MeshAxes { mesh: NamedMesh, axes: Vec<AxisRef> },
}

impl Collective {
    /// Name in HLO text.
    pub fn name(&self) -> &'static str {
        match self.kind {
            CollectiveKind::AllGather { .. } => "all-gather",
            CollectiveKind::AllReduce { .. } => "all-reduce",
            CollectiveKind::AllToAll { .. } => "all-to-all",
            CollectiveKind::CollectiveBroadcast => "collective-broadcast",
            CollectiveKind::CollectivePermute { .. } => "collective-permute",
            CollectiveKind::RaggedAllToAll => "ragged-all-to-all",
            CollectiveKind::ReduceScatter { .. } => "reduce-scatter",
        }
    }

    /// Along which parts are gathered, scattered or exchanged, if they are.
    pub fn dimension(&self) -> Option<usize> {
        match self.kind {
            CollectiveKind::AllGather { dimension } | CollectiveKind::ReduceScatter { dimension, .. } => {
                Some(dimension)
            }
            CollectiveKind::AllToAll { dimension } => dimension,
            CollectiveKind::AllReduce { .. }
            | CollectiveKind::CollectiveBroadcast
            | CollectiveKind::CollectivePermute { .. }
            | CollectiveKind::RaggedAllToAll => None,
        }
    }

    /// The computation that reduces, if there is one.
    pub fn to_apply(&self) -> Option<ComputationId> {
        match self.kind {
            CollectiveKind::AllReduce { to_apply } | CollectiveKind::ReduceScatter { to_apply, .. } => Some(to_apply),
            CollectiveKind::AllGather { .. }
            | CollectiveKind::AllToAll { .. }
            | CollectiveKind::CollectiveBroadcast
            | CollectiveKind::CollectivePermute { .. }
            | CollectiveKind::RaggedAllToAll => None,
        }
    }

    /// Reference to that computation.
    pub fn to_apply_mut(&mut self) -> Option<&mut ComputationId> {
        match &mut self.kind {
            CollectiveKind::AllReduce { to_apply } | CollectiveKind::ReduceScatter { to_apply, .. } => Some(to_apply),
            CollectiveKind::AllGather { .. }
            | CollectiveKind::AllToAll { .. }
            | CollectiveKind::CollectiveBroadcast
            | CollectiveKind::CollectivePermute { .. }
            | CollectiveKind::RaggedAllToAll => None,
        }
    }

    /// Whether a program that runs on one device takes part in it alone.
    pub fn is_of_one_device(&self) -> bool {
        match &self.kind {
            CollectiveKind::CollectivePermute { pairs } => pairs.iter().all(|pair| *pair == (0, 0)),
            CollectiveKind::AllGather { .. }
            | CollectiveKind::AllReduce { .. }
            | CollectiveKind::AllToAll { .. }
            | CollectiveKind::CollectiveBroadcast
            | CollectiveKind::RaggedAllToAll
            | CollectiveKind::ReduceScatter { .. } => self.groups.max_members() <= Some(1),
        }
    }
}

/// Devices beyond this many are not listed.
const MAX_LISTED: usize = 1 << 20;

impl ReplicaGroups {
    /// Every group as a list; none for more devices than any machine has.
    pub fn lists(&self) -> Option<Vec<Vec<usize>>> {
        match self {
            ReplicaGroups::List(groups) => Some(groups.clone()),
            ReplicaGroups::Iota { groups, members, reshape, permutation } => {
                let count = groups.checked_mul(*members).filter(|&count| count <= MAX_LISTED)?;
                let numbers: Vec<usize> = (0..count).map(|i| transposed_number(i, reshape, permutation)).collect();
                Some(numbers.chunks((*members).max(1)).map(<[usize]>::to_vec).collect())
            }
            ReplicaGroups::MeshAxes { mesh, axes } => mesh.groups(axes),
        }
    }

    /// Members of the largest group; none where all devices are one.
    pub fn max_members(&self) -> Option<usize> {
        match self {
            ReplicaGroups::List(groups) => groups.iter().map(Vec::len).max(),
            ReplicaGroups::Iota { members, .. } => Some(*members),
            ReplicaGroups::MeshAxes { mesh, axes } => Some(axes.iter().map(|axis| mesh.size(axis)).product()),
        }
    }
}

/// What stands at place `index` of the numbers from 0 up, as an array of dimensions `dims`, transposed.
fn transposed_number(mut index: usize, dims: &[usize], permutation: &[usize]) -> usize {
    let stride = |dimension: usize| dims[dimension + 1..].iter().product::<usize>();
    let mut number = 0;
    for &dimension in permutation.iter().rev() {
        number += index % dims[dimension] * stride(dimension);
        index /= dims[dimension];
    }
    number
}

/// HLO text: `{{0,1},{2,3}}`, `[2,4]<=[4,2]T(1,0)`.
/// `[4]`, `[2,4]T(1,0)`: XLA reads no dimensions without their order but a single one.
pub(super) fn iota_text(reshape: &[usize], permutation: &[usize]) -> String {
    let order = if let [_] = permutation { String::new() } else { format!("T({})", join(permutation, ",")) };
    format!("[{}]{order}", join(reshape, ","))
}

impl fmt::Display for ReplicaGroups {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplicaGroups::List(groups) => {
                let groups = groups.iter().map(|members| format!("{{{}}}", join(members, ",")));
                write!(f, "{{{}}}", join(groups, ","))
            }
            ReplicaGroups::MeshAxes { mesh, axes } => write!(f, "{mesh} {}", mesh.axes_text(axes)),
            ReplicaGroups::Iota { groups, members, reshape, permutation } => {
                write!(f, "[{groups},{members}]<={}", iota_text(reshape, permutation))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_listed() {
        let iota = |groups, members, reshape: &[usize], permutation: &[usize]| {
            let (reshape, permutation) = (reshape.to_vec(), permutation.to_vec());
            ReplicaGroups::Iota { groups, members, reshape, permutation }.lists()
        };
        assert_eq!(iota(2, 2, &[4], &[0]), Some(vec![vec![0, 1], vec![2, 3]]));
        assert_eq!(iota(3, 2, &[2, 3], &[1, 0]), Some(vec![vec![0, 3], vec![1, 4], vec![2, 5]]));
        assert_eq!(iota(usize::MAX, 1, &[usize::MAX], &[0]), None);
    }
}
