//! Collectives. What starts one and what ends it: [`super::asynchronous`].

use super::Table;
use super::permute::collective_permute;
use crate::frontend::hlo_text::cursor::{Cursor, Outcome};
use crate::frontend::hlo_text::replica_groups::replica_groups;
use crate::frontend::hlo_text::site::{Derived, Site};
use crate::hlo::{
    ArrayShape, BinaryOp, Collective, CollectiveKind, Computation, ComputationId, ElementType, Op, ReplicaGroups,
};
use std::collections::BTreeSet;
use std::ops::Range;

pub const TABLE: Table = &[
    ("all-gather", |site| all_gather(site).map(collective)),
    ("all-reduce", |site| all_reduce(site).map(collective)),
    ("all-to-all", |site| all_to_all(site).and_then(|op| one_in_tuple(site, op))),
    ("collective-broadcast", |site| with_groups(site, CollectiveKind::CollectiveBroadcast).map(collective)),
    ("collective-permute", collective_permute),
    ("ragged-all-to-all", ragged_all_to_all),
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
    let to_apply = reducer(site)?;
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
    let to_apply = reducer(site)?;
    with_groups(site, CollectiveKind::ReduceScatter { dimension, to_apply })
}

/// The called computation; where it is one operation on others than scalars of the operands' type, as XLA allows, that
/// operation on these.
fn reducer(site: &mut Site) -> Outcome<ComputationId> {
    let to_apply = site.computation("to_apply")?;
    let types = site.operands.iter().map(|&id| site.computation.shape(id).as_array().map(|array| array.element_type));
    let types: Option<BTreeSet<ElementType>> = types.collect();
    let (Some(types), Some((op, own))) = (types, combined(site.computations.get(to_apply))) else {
        return Ok(to_apply);
    };
    let is_other = |element_type: &ElementType| {
        let is_own = own.is_scalar() && *element_type == own.element_type;
        !is_own && op.is_monoid(*element_type)
    };
    match types.first().filter(|element_type| types.len() == 1 && is_other(element_type)) {
        Some(&element_type) => {
            let unmade = || site.error("expected a reducer of the operands' type");
            site.computations.derived(Derived::Reducer(op, element_type)).ok_or_else(unmade)
        }
        None => Ok(to_apply),
    }
}

/// What a computation does to its two parameters, and to which arrays, where it is one operation.
fn combined(computation: &Computation) -> Option<(BinaryOp, &ArrayShape)> {
    let root = computation.get(computation.root());
    let Op::Binary(op) = root.op else { return None };
    let is_all = computation.len() == 3 && computation.parameters() == root.operands();
    root.shape.as_array().filter(|_| is_all).map(|array| (op, array))
}

/// Positions of the offsets and sizes among the operands.
const RAGGED_SIZES: Range<usize> = 2..6;

/// Offsets and sizes of several entries a member may be written as a row for each.
fn ragged_all_to_all(site: &mut Site) -> Outcome<Op> {
    for operand in RAGGED_SIZES.start..RAGGED_SIZES.end.min(site.operands.len()) {
        let sizes = site.operand_array(operand)?;
        if sizes.rank() == 2 {
            let entries = ArrayShape::new(sizes.element_type, [sizes.element_count()]);
            site.operands[operand] = site.add(Op::Reshape, entries, &[site.operands[operand]]);
        }
    }
    with_groups(site, CollectiveKind::RaggedAllToAll).map(collective)
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
