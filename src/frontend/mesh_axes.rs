//! Groups of devices by axes of a mesh, as StableHLO spells them: `#stablehlo.replica_group_mesh_axes<…>`.

use super::shardy::{AxisName, MeshReference, in_mesh};
use crate::hlo::{AxisRef, NamedMesh, ShardingReader as Reader, TileDevices};

/// Devices that differ along these axes only are a group.
pub struct MeshAxes {
    pub mesh: MeshReference,
    axes: Vec<AxisName>,
}

impl MeshAxes {
    /// Reads `mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]`.
    ///
    /// # Errors
    /// What was expected, for any other text.
    pub fn parse(text: &str) -> Result<MeshAxes, String> {
        let mut reader = Reader { rest: text };
        reader.field("mesh")?;
        let mesh = match reader.eat("#stablehlo.mesh") {
            true => MeshReference::Inlined(reader.stablehlo_mesh()?),
            false => reader.mesh_reference()?,
        };
        reader.expect(",")?;
        reader.field("axes")?;
        let axes = reader.list("[", "]", Reader::stablehlo_axis)?;
        if reader.rest.trim().is_empty() { Ok(MeshAxes { mesh, axes }) } else { Err(reader.expected("the end")) }
    }

    /// # Errors
    /// Axes that the mesh lacks, or that do not divide it.
    pub fn in_mesh(&self, mesh: &NamedMesh) -> Result<Vec<AxisRef>, String> {
        let axes = in_mesh(&self.axes, mesh)?;
        mesh.expect_disjoint(&axes)?;
        mesh.digits(&axes)?;
        Ok(axes)
    }
}

impl Reader<'_> {
    /// `name =`
    fn field(&mut self, name: &str) -> Result<(), String> {
        self.expect(name)?;
        self.expect("=")
    }

    /// `<axes = [#stablehlo.mesh_axis<name = "x", size = 2>], device_ids = dense<[1, 0]> : tensor<2xi64>>`; elements of the
    /// list may go without their name.
    fn stablehlo_mesh(&mut self) -> Result<NamedMesh, String> {
        self.expect("<")?;
        self.field("axes")?;
        let axes = self.list("[", "]", |reader| {
            reader.eat("#stablehlo.mesh_axis");
            reader.expect("<")?;
            reader.field("name")?;
            let name = reader.string()?;
            reader.expect(",")?;
            reader.field("size")?;
            let size = reader.number()?;
            reader.expect(">").map(|()| (name, size))
        })?;
        let mut mesh = NamedMesh { axes, devices: None };
        if self.eat(",") {
            self.field("device_ids")?;
            self.expect("dense")?;
            self.expect("<")?;
            mesh.devices = Some(TileDevices::List(self.list("[", "]", Reader::number)?));
            self.expect(">")?;
            self.expect(":")?;
            self.expect("tensor<")?;
            self.number()?;
            self.expect("xi64>")?;
        }
        self.expect(">")?;
        mesh.check().map(|()| mesh)
    }

    /// `#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>`
    fn stablehlo_axis(&mut self) -> Result<AxisName, String> {
        self.eat("#stablehlo.axis_ref");
        self.expect("<")?;
        self.field("name")?;
        let name = self.string()?;
        let mut part = None;
        if self.eat(",") {
            self.field("sub_axis_info")?;
            part = Some(self.part()?);
        }
        self.expect(">").map(|()| AxisName { name, part })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(text: &str) -> Result<Vec<Vec<usize>>, String> {
        let parsed = MeshAxes::parse(text)?;
        let mesh = match &parsed.mesh {
            MeshReference::Inlined(mesh) => mesh.clone(),
            MeshReference::Named(_) => {
                NamedMesh { axes: vec![("x".to_owned(), 2), ("y".to_owned(), 4)], devices: None }
            }
        };
        Ok(mesh.groups(&parsed.in_mesh(&mesh)?).expect("axes that divide the mesh"))
    }

    #[test]
    fn groups_of_a_mesh() {
        let of = |axes: &str| groups(&format!("mesh = @mesh, axes = [{axes}]"));
        let x = r#"#stablehlo.axis_ref<name = "x">"#;
        assert_eq!(of(x), Ok(vec![vec![0, 4], vec![1, 5], vec![2, 6], vec![3, 7]]));
        let part = r#"<name = "y", sub_axis_info = (1)2>"#;
        assert_eq!(of(part), Ok(vec![vec![0, 2], vec![1, 3], vec![4, 6], vec![5, 7]]));
        assert_eq!(of(&format!("{x}, {x}")), Err("axis \"x\" is used twice".to_owned()));
        assert_eq!(of(r#"<name = "z">"#), Err("the mesh has no axis \"z\"".to_owned()));
        let inlined = r#"mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "a", size = 2>, <name = "b", size = 2>], device_ids = dense<[3, 2, 1, 0]> : tensor<4xi64>>, axes = [<name = "b">]"#;
        assert_eq!(groups(inlined), Ok(vec![vec![3, 2], vec![1, 0]]));
    }
}
