//! Meshes of devices and their axes.

use super::damage::{Damage, InField, Outcome, required, size, sizes};
use super::messages::{AxisRefProto, IotaTransform, MeshAxis, MeshProto, SubAxis};
use super::write::{number, numbers};
use crate::hlo::{AxisRef, NamedMesh, TileDevices};

/// Reads a mesh.
pub fn mesh(proto: &Option<MeshProto>) -> Outcome<NamedMesh> {
    let proto = required(proto, "mesh")?;
    let mut mesh = NamedMesh::default();
    for (i, axis) in proto.axes.iter().enumerate() {
        let size = size(axis.size).in_field("size").in_item("mesh.axes", i)?;
        if axis.name.contains(['\'', '"', '\n']) {
            return Err(Damage::unsupported("an axis with quotes in its name")).in_item("mesh.axes", i);
        }
        mesh.axes.push((axis.name.clone(), size));
    }
    mesh.devices = match &proto.iota_transform {
        Some(iota) => Some(TileDevices::Iota {
            reshape: sizes(&iota.reshape_dims).in_field("mesh.iota_transform.reshape_dims")?,
            permutation: sizes(&iota.transpose_perm).in_field("mesh.iota_transform.transpose_perm")?,
        }),
        None if proto.device_ids.is_empty() => None,
        None => Some(TileDevices::List(sizes(&proto.device_ids).in_field("mesh.device_ids")?)),
    };
    mesh.check().map_err(Damage::new).in_field("mesh")?;
    Ok(mesh)
}

/// Reads references to axes of a mesh.
pub fn axes(mesh: &NamedMesh, protos: &[AxisRefProto]) -> Outcome<Vec<AxisRef>> {
    let axis = |(i, proto): (usize, &AxisRefProto)| axis(mesh, proto).in_item("axes", i);
    protos.iter().enumerate().map(axis).collect()
}

fn axis(mesh: &NamedMesh, proto: &AxisRefProto) -> Outcome<AxisRef> {
    let missing = || Damage::new(format!("there is no axis {}", proto.mesh_axis_index));
    let axis = usize::try_from(proto.mesh_axis_index).ok().filter(|&axis| axis < mesh.axes.len());
    let axis = axis.ok_or_else(missing)?;
    let part = proto.sub_axis_info.as_ref().map(|part| Ok((size(part.pre_size)?, size(part.size)?)));
    Ok(AxisRef { axis, part: part.transpose()? })
}

/// Writes a mesh.
pub fn mesh_proto(mesh: &NamedMesh) -> MeshProto {
    let axes = mesh.axes.iter().map(|(name, size)| MeshAxis { name: name.clone(), size: number(*size) });
    let mut proto = MeshProto { axes: axes.collect(), ..MeshProto::default() };
    match &mesh.devices {
        None => {}
        Some(TileDevices::List(devices)) => proto.device_ids = numbers(devices),
        Some(TileDevices::Iota { reshape, permutation }) => {
            proto.iota_transform =
                Some(IotaTransform { reshape_dims: numbers(reshape), transpose_perm: numbers(permutation) });
        }
    }
    proto
}

/// Writes references to axes.
pub fn axes_proto(axes: &[AxisRef]) -> Vec<AxisRefProto> {
    let axis = |axis: &AxisRef| AxisRefProto {
        mesh_axis_index: number(axis.axis),
        sub_axis_info: axis.part.map(|(before, size)| SubAxis { pre_size: number(before), size: number(size) }),
    };
    axes.iter().map(axis).collect()
}
