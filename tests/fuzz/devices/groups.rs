//! Which devices meet: every way of saying it.

use crate::random::Random;
use pjrt::hlo::{Collective, CollectiveKind, DeviceCounts, ReplicaGroups};

/// A collective of this kind in random groups; of equal size, where `alike` says so.
pub fn collective(
    random: &mut Random,
    counts: DeviceCounts,
    kind: CollectiveKind,
    channel: u64,
    alike: bool,
) -> Collective {
    let channel_id = random.flag().then_some(channel);
    let is_permute = matches!(kind, CollectiveKind::CollectivePermute { .. });
    let use_global_device_ids = channel_id.is_some() && !is_permute && random.flag();
    let groups = ReplicaGroups::List(Vec::new());
    let mut made = Collective { kind, groups, channel_id, use_global_device_ids };
    let count = counts.count(made.group_mode());
    if let CollectiveKind::CollectivePermute { pairs } = &mut made.kind {
        *pairs = self::pairs(random, count);
        return made;
    }
    if use_global_device_ids || !random.one_in(4) {
        made.groups = match random.one_in(5) {
            true => iota(random, count),
            false => ReplicaGroups::List(lists(random, count, alike)),
        };
    }
    made
}

fn lists(random: &mut Random, count: usize, alike: bool) -> Vec<Vec<usize>> {
    let members = if random.flag() { random.permutation(count) } else { (0..count).collect() };
    if !alike && random.one_in(4) {
        let (first, second) = members.split_at(1 + random.below(count));
        return [first, second].into_iter().filter(|group| !group.is_empty()).map(<[usize]>::to_vec).collect();
    }
    members.chunks(divisor(random, count)).map(<[usize]>::to_vec).collect()
}

fn iota(random: &mut Random, count: usize) -> ReplicaGroups {
    let members = divisor(random, count);
    let rows = divisor(random, count);
    let permutation = if random.flag() { vec![0, 1] } else { vec![1, 0] };
    ReplicaGroups::Iota { groups: count / members, members, reshape: vec![rows, count / rows], permutation }
}

fn divisor(random: &mut Random, count: usize) -> usize {
    let divisors: Vec<usize> = (1..=count).filter(|size| count.is_multiple_of(*size)).collect();
    divisors[random.below(divisors.len())]
}

/// Sources and targets, each once.
fn pairs(random: &mut Random, count: usize) -> Vec<(usize, usize)> {
    let (sources, targets) = (random.permutation(count), random.permutation(count));
    let kept = random.below(count + 1);
    sources.into_iter().zip(targets).take(kept).collect()
}
