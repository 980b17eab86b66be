//! Collectives. What starts one and what ends it: [`super::asynchronous`].

use super::Table;
use super::permute::collective_permute;
use crate::frontend::hlo_text::cursor::{Cursor, Outcome};
use crate::frontend::hlo_text::replica_groups::replica_groups;
use crate::frontend::hlo_text::site::Site;
use crate::hlo::{Collective, CollectiveKind, Op, ReplicaGroups};

pub const TABLE: Table = &[
    ("all-gather", |site| all_gather(site).map(collective)),
    ("all-reduce", |site| all_reduce(site).map(collective)),
    ("all-to-all", |site| all_to_all(site).and_then(|op| one_in_tuple(site, op))),
    ("collective-broadcast", |site| with_groups(site, CollectiveKind::CollectiveBroadcast).map(collective)),
    ("collective-permute", collective_permute),
    ("ragged-all-to-all", |site| with_groups(site, CollectiveKind::RaggedAllToAll).map(collective)),
    ("reduce-scatter", |site| reduce_scatter(site).map(collective)),
    ("partition-id", |_| Ok(Op::PartitionId)),
    ("replica-id", |_| Ok(Op::ReplicaId)),
];

fn collective(op: Collective) -> Op {
    Op::Collective(Box::new(op))
}

fn all_gather(site: &mut Site) -> Outcome<Collective> {
    let dimension = site.required_index_in_braces("dimensions")?;
    with_groups(site, CollectiveKind::AllGather { dimension })
}

fn all_reduce(site: &mut Site) -> Outcome<Collective> {
    let to_apply = site.computation("to_apply")?;
    with_groups(site, CollectiveKind::AllReduce { to_apply })
}

fn all_to_all(site: &mut Site) -> Outcome<Collective> {
    let dimension = match site.indices("dimensions")?[..] {
        [] => None,
        [dimension] => Some(dimension),
        ref several => return Err(site.error(format!("expected one dimension, found {}", several.len()))),
    };
    with_groups(site, CollectiveKind::AllToAll { dimension })
}

fn reduce_scatter(site: &mut Site) -> Outcome<Collective> {
    let dimension = site.required_index_in_braces("dimensions")?;
    let to_apply = site.computation("to_apply")?;
    with_groups(site, CollectiveKind::ReduceScatter { dimension, to_apply })
}

pub(super) fn with_groups(site: &mut Site, kind: CollectiveKind) -> Outcome<Collective> {
    site.drop_attributes(&["constrain_layout", "collective_mode"]);
    let groups = site.value("replica_groups", replica_groups)?.unwrap_or(ReplicaGroups::List(Vec::new()));
    let channel_id = site.value("channel_id", Cursor::index)?.map(|id| id as u64);
    let use_global_device_ids = site.flag("use_global_device_ids")?;
    Ok(Collective { kind, groups, channel_id, use_global_device_ids })
}

/// Of one operand without a dimension, the result may be stated as a tuple of one.
fn one_in_tuple(site: &mut Site, op: Collective) -> Outcome<Op> {
    let ([operand], Some([part])) = (&site.operands[..], site.stated()?.as_tuple()) else { return Ok(collective(op)) };
    let operand = *operand;
    site.operands = vec![site.add(collective(op), part.clone(), &[operand])];
    Ok(Op::Tuple)
}
