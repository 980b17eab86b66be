//! Shardings as HLO text.

use super::instruction::metadata_text;
use crate::hlo::{DimensionAxes, NamedSharding, join};
use crate::proto::damage::{Damage, InField, Outcome};
use crate::proto::mesh::{axes, mesh};
use crate::proto::messages::{NamedShardingProto, OpMetadata, OpSharding};
use crate::proto::names::{REDUCTIONS, SHARDING_TYPES, meaning, sharding_type};

/// `{replicated}`, `{devices=[2,2]<=[4] last_tile_dim_replicate}`, `{{replicated}, {maximal device=1}}`
pub fn sharding_text(sharding: &OpSharding) -> Outcome<String> {
    if let Some(named) = &sharding.named_sharding {
        return named_text(named).in_field("named_sharding");
    }
    let body = match sharding.r#type {
        sharding_type::TUPLE => {
            let parts = sharding.tuple_shardings.iter().enumerate();
            let parts = parts.map(|(i, part)| sharding_text(part).in_item("tuple_shardings", i));
            return Ok(format!("{{{}}}", parts.collect::<Outcome<Vec<_>>>()?.join(", ")));
        }
        sharding_type::MAXIMAL => {
            let device = sharding.tile_assignment_devices.first().copied().unwrap_or(0);
            format!("maximal device={device}")
        }
        sharding_type::OTHER => tiled(sharding)?,
        number => type_name(number).in_field("type")?.to_owned(),
    };
    let group = match (sharding.is_shard_group, sharding.shard_group_type) {
        (false, _) => String::new(),
        (true, 0) => format!(" shard_as {}", sharding.shard_group_id),
        (true, _) => format!(" shard_like {}", sharding.shard_group_id),
    };
    Ok(format!("{{{body}{group}{}}}", origins(" metadata=", &sharding.metadata)))
}

/// `metadata={op_name="a"}`, or a list of several.
fn origins(key: &str, metadata: &[OpMetadata]) -> String {
    match metadata {
        [] => String::new(),
        [one] => format!("{key}{{{}}}", metadata_text(one)),
        several => {
            let each = several.iter().map(|one| format!("{{{}}}", metadata_text(one)));
            format!("{key}{{{}}}", join(each, ", "))
        }
    }
}

/// `{mesh['x'=2], [{'x'}, {}]}`
fn named_text(proto: &NamedShardingProto) -> Outcome<String> {
    let mesh = mesh(&proto.mesh)?;
    let dims = proto.dim_shardings.iter().enumerate().map(|(i, dimension)| {
        let axes = axes(&mesh, &dimension.axes).in_item("dim_shardings", i)?;
        Ok(DimensionAxes { axes, is_closed: dimension.is_closed })
    });
    let reduction = meaning(&REDUCTIONS, proto.reduction_op);
    let named = NamedSharding {
        dims: dims.collect::<Outcome<_>>()?,
        replicated: axes(&mesh, &proto.replicated_axes).in_field("replicated_axes")?,
        unreduced: axes(&mesh, &proto.unreduced_axes).in_field("unreduced_axes")?,
        reduction: reduction.ok_or_else(|| Damage::new("there is no such reduction")).in_field("reduction_op")?,
        manual: axes(&mesh, &proto.manual_axes).in_field("manual_axes")?,
        mesh,
    };
    Ok(format!("{{{named}{}}}", origins(", metadata=", &proto.metadata)))
}

fn tiled(sharding: &OpSharding) -> Outcome<String> {
    let mut out = format!("devices=[{}]", join(&sharding.tile_assignment_dimensions, ","));
    if sharding.iota_reshape_dims.is_empty() {
        out += &join(&sharding.tile_assignment_devices, ",");
    } else {
        out += &format!("<=[{}]", join(&sharding.iota_reshape_dims, ","));
        if sharding.iota_transpose_perm.len() > 1 {
            out += &format!("T({})", join(&sharding.iota_transpose_perm, ","));
        }
    }
    if sharding.replicate_on_last_tile_dim {
        out += " last_tile_dim_replicate";
    }
    if !sharding.last_tile_dims.is_empty() {
        let kinds = sharding.last_tile_dims.iter().map(|&kind| type_name(kind)).collect::<Outcome<Vec<_>>>();
        out += &format!(" last_tile_dims={{{}}}", kinds.in_field("last_tile_dims")?.join(", "));
    }
    Ok(out)
}

fn type_name(number: i32) -> Outcome<&'static str> {
    meaning(&SHARDING_TYPES, number).ok_or_else(|| Damage::new(format!("there is no sharding of type {number}")))
}
