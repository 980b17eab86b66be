//! Shardings as protos.

use super::metadata::metadata_protos;
use super::{number, numbers};
use crate::hlo::{Diagnostic, Instruction, NamedSharding, Sharding, Subgroup, TileDevices, Tiling};
use crate::proto::mesh::{axes_proto, mesh_proto};
use crate::proto::messages::{DimensionSharding, NamedShardingProto, OpMetadata, OpSharding};
use crate::proto::names::{self, sharding_type};

/// The sharding that an instruction's text says.
///
/// # Errors
/// One that is not read here.
pub fn sharding_proto(text: &str, instruction: &Instruction) -> Result<OpSharding, Diagnostic> {
    let unknown = |message| Diagnostic::unsupported(format!("the sharding {text}: {message}"), &instruction.location);
    annotated(text).map_err(unknown)
}

fn annotated(text: &str) -> Result<OpSharding, String> {
    let (sharding, metadata) = Sharding::parse_with_metadata(text)?;
    let mut proto = proto(&sharding);
    let metadata = metadata.into_iter().map(metadata_protos).collect::<Result<Vec<_>, String>>()?;
    set_metadata(&mut proto, &mut metadata.into_iter());
    Ok(proto)
}

/// Of each that is no tuple, in the order of the text.
fn set_metadata(proto: &mut OpSharding, metadata: &mut impl Iterator<Item = Vec<OpMetadata>>) {
    if proto.r#type == sharding_type::TUPLE {
        return proto.tuple_shardings.iter_mut().for_each(|part| set_metadata(part, metadata));
    }
    let metadata = metadata.next().unwrap_or_default();
    match &mut proto.named_sharding {
        Some(named) => named.metadata = metadata,
        None => proto.metadata = metadata,
    }
}

fn proto(sharding: &Sharding) -> OpSharding {
    let of_type = |number| OpSharding { r#type: number, ..OpSharding::default() };
    match sharding {
        Sharding::Replicated => of_type(sharding_type::REPLICATED),
        Sharding::Manual => of_type(sharding_type::MANUAL),
        Sharding::Unreduced => of_type(sharding_type::UNREDUCED),
        Sharding::Unknown => of_type(sharding_type::UNKNOWN),
        Sharding::Grouped(sharding, group) => OpSharding {
            is_shard_group: true,
            shard_group_id: number(group.id),
            shard_group_type: i32::from(group.is_like),
            ..proto(sharding)
        },
        Sharding::Maximal(device) => OpSharding {
            tile_assignment_dimensions: vec![1],
            tile_assignment_devices: vec![number(*device)],
            ..of_type(sharding_type::MAXIMAL)
        },
        Sharding::Tuple(parts) => {
            OpSharding { tuple_shardings: parts.iter().map(proto).collect(), ..of_type(sharding_type::TUPLE) }
        }
        Sharding::Tiled(tiling) => tiled(tiling, of_type(sharding_type::OTHER)),
        Sharding::Named(sharding) => OpSharding { named_sharding: Some(Box::new(named(sharding))), ..of_type(0) },
    }
}

fn named(sharding: &NamedSharding) -> NamedShardingProto {
    let dims = sharding
        .dims
        .iter()
        .map(|dimension| DimensionSharding { axes: axes_proto(&dimension.axes), is_closed: dimension.is_closed });
    NamedShardingProto {
        mesh: Some(mesh_proto(&sharding.mesh)),
        dim_shardings: dims.collect(),
        replicated_axes: axes_proto(&sharding.replicated),
        unreduced_axes: axes_proto(&sharding.unreduced),
        manual_axes: axes_proto(&sharding.manual),
        metadata: Vec::new(),
        reduction_op: names::number(&names::REDUCTIONS, sharding.reduction),
    }
}

fn tiled(tiling: &Tiling, mut proto: OpSharding) -> OpSharding {
    proto.tile_assignment_dimensions = numbers(&tiling.tiles);
    match &tiling.devices {
        TileDevices::List(devices) => proto.tile_assignment_devices = numbers(devices),
        TileDevices::Iota { reshape, permutation } => {
            proto.iota_reshape_dims = numbers(reshape);
            proto.iota_transpose_perm = permutation.iter().map(|&d| i32::try_from(d).unwrap_or(i32::MAX)).collect();
        }
    }
    match tiling.subgroups[..] {
        [Subgroup::Replicated] => proto.replicate_on_last_tile_dim = true,
        _ => proto.last_tile_dims = tiling.subgroups.iter().map(|&subgroup| subgroup_type(subgroup)).collect(),
    }
    proto
}

fn subgroup_type(subgroup: Subgroup) -> i32 {
    match subgroup {
        Subgroup::Replicated => sharding_type::REPLICATED,
        Subgroup::Manual => sharding_type::MANUAL,
        Subgroup::Unreduced => sharding_type::UNREDUCED,
    }
}
