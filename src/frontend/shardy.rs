//! Shardy's attributes: meshes with named axes, and shardings in them, as HLO's shardings.

use crate::hlo::{Axis, Mesh, Sharding, ShardingReader as Reader, TileAxes, TileDevices, Tiling};

/// Devices with named axes.
pub struct ShardyMesh {
    axes: Vec<(String, Axis)>,
    /// Numbers of the devices in the mesh's order, where that is no order of its own.
    device_ids: Option<Vec<usize>>,
}

/// A sharding as Shardy spells it.
pub struct ShardySharding {
    pub mesh: MeshReference,
    dims: Vec<ShardyDimension>,
    replicated: Vec<AxisRef>,
    /// Axes along which each device has a part of a sum.
    pub is_unreduced: bool,
}

/// Where a sharding's mesh stands.
pub enum MeshReference {
    /// `@mesh`
    Named(String),
    /// `mesh<["x"=2]>`
    Inlined(ShardyMesh),
}

struct ShardyDimension {
    axes: Vec<AxisRef>,
    /// Further axes may be added.
    is_open: bool,
    /// When the axes travel to other values: those of smaller numbers before.
    priority: Option<usize>,
}

/// `"x"`, or `"x":(2)4` for the part of size 4 that comes after one of size 2.
struct AxisRef {
    name: String,
    part: Option<(usize, usize)>,
}

/// A sharding in a mesh.
pub struct Resolved {
    pub tiles: TileAxes,
    /// Dimensions that may be divided further.
    pub open: Vec<usize>,
    /// Of every dimension.
    pub priorities: Vec<usize>,
}

impl ShardyMesh {
    /// Reads `["x"=2, "y"=4], device_ids=[…]`.
    ///
    /// # Errors
    /// What was expected, for any other text.
    pub fn parse(text: &str) -> Result<ShardyMesh, String> {
        let mut reader = Reader { rest: text };
        let axes = reader.list("[", "]", |reader| {
            let name = reader.string()?;
            reader.expect("=")?;
            Ok((name, reader.number()?))
        })?;
        let mut stride = axes.iter().try_fold(1usize, |n, (_, size)| n.checked_mul(*size)).ok_or("too many devices")?;
        let mut device_ids = None;
        if reader.eat(",") {
            reader.expect("device_ids=")?;
            device_ids = Some(reader.list("[", "]", Reader::number)?);
        }
        if axes.iter().any(|(_, size)| *size == 0) {
            return Err("expected axes of at least one device".to_owned());
        }
        if let Some((name, _)) = axes.iter().enumerate().find_map(|(i, a)| axes[..i].iter().find(|b| b.0 == a.0)) {
            return Err(format!("the mesh has two axes \"{name}\""));
        }
        let is_device = |ids: &Vec<usize>| axes.is_empty() || (0..stride).all(|device| ids.contains(&device));
        if device_ids.as_ref().is_some_and(|ids| ids.len() != stride || !is_device(ids)) {
            return Err(format!("expected each of {stride} devices once in device_ids"));
        }
        let axes = axes.into_iter().map(|(name, size)| {
            stride /= size;
            (name, Axis { stride, size })
        });
        Ok(ShardyMesh { axes: axes.collect(), device_ids })
    }

    fn device_count(&self) -> usize {
        self.axes.iter().map(|(_, axis)| axis.size).product()
    }

    fn axis(&self, reference: &AxisRef) -> Result<Axis, String> {
        let found = self.axes.iter().find(|(name, _)| *name == reference.name);
        let &(_, axis) = found.ok_or_else(|| format!("the mesh has no axis \"{}\"", reference.name))?;
        let Some((before, size)) = reference.part else { return Ok(axis) };
        match before.checked_mul(size) {
            Some(product) if product > 0 && axis.size.is_multiple_of(product) => {
                Ok(Axis { stride: axis.stride * (axis.size / product), size })
            }
            _ => Err(format!("axis \"{}\" of size {} has no part ({before}){size}", reference.name, axis.size)),
        }
    }

    fn axes(&self, references: &[AxisRef]) -> Result<Vec<Axis>, String> {
        let axes: Vec<Axis> = references.iter().map(|reference| self.axis(reference)).collect::<Result<_, _>>()?;
        Ok(axes.into_iter().filter(|axis| axis.size > 1).collect())
    }

    /// Reads axes in braces: `{"x", "y"}`.
    ///
    /// # Errors
    /// What was expected, for any other text, and axes that the mesh lacks.
    pub fn parse_axes(&self, text: &str) -> Result<Vec<Axis>, String> {
        let references = Reader { rest: text }.list("{", "}", Reader::axis)?;
        self.axes(&references)
    }

    /// The axes of a sharding of a value of this rank.
    ///
    /// # Errors
    /// Another number of dimensions than the value's; axes that the mesh lacks, or that are used twice; a priority of a
    /// dimension that can have no axes.
    pub fn resolve(&self, sharding: &ShardySharding, rank: usize) -> Result<Resolved, String> {
        if sharding.dims.len() != rank && !self.axes.is_empty() {
            return Err(format!("a sharding of {} dimensions for a value of rank {rank}", sharding.dims.len()));
        }
        for (dimension, ShardyDimension { axes, is_open, priority }) in sharding.dims.iter().enumerate() {
            if priority.is_some() && axes.is_empty() && !is_open {
                return Err(format!("dimension {dimension} is closed without axes, and has a priority"));
            }
        }
        self.expect_disjoint(sharding)?;
        let dims = sharding.dims.iter().map(|dimension| self.axes(&dimension.axes)).collect::<Result<_, _>>()?;
        let open = (0..sharding.dims.len()).filter(|&dimension| sharding.dims[dimension].is_open).collect();
        let priorities = sharding.dims.iter().map(|dimension| dimension.priority.unwrap_or(0)).collect();
        Ok(Resolved { tiles: TileAxes { dims, manual: Vec::new() }, open, priorities })
    }

    /// No device is told apart twice by one axis, or by parts of it that overlap.
    fn expect_disjoint(&self, sharding: &ShardySharding) -> Result<(), String> {
        let dims = sharding.dims.iter().flat_map(|dimension| &dimension.axes);
        let mut seen: Vec<(&str, Axis)> = Vec::new();
        for reference in dims.chain(&sharding.replicated) {
            let axis = self.axis(reference)?;
            let end = axis.stride * axis.size;
            let meets = |&(name, other): &(&str, Axis)| {
                name == reference.name
                    && (other == axis || (other.stride < end && axis.stride < other.stride * other.size))
            };
            if seen.iter().any(meets) {
                return Err(format!("axis \"{}\" is used twice", reference.name));
            }
            seen.push((&reference.name, axis));
        }
        Ok(())
    }

    /// HLO's form of what tiles in this mesh say.
    pub fn sharding(&self, tiles: &TileAxes) -> Sharding {
        if let (Some([device]), true) = (self.device_ids.as_deref(), self.axes.is_empty()) {
            return Sharding::Maximal(*device);
        }
        let borders: Vec<Axis> = self.axes.iter().map(|(_, axis)| *axis).chain(tiles.all()).collect();
        let mesh = Mesh::of(self.device_count(), &[]).refined(&borders);
        let Some((mesh, tiles)) = mesh.and_then(|mesh| Some((mesh.clone(), mesh.split(tiles)?))) else {
            return Sharding::Replicated;
        };
        match (tiles.sharding(&mesh), &self.device_ids) {
            (Sharding::Tiled(tiling), Some(ids)) => Sharding::Tiled(renumbered(tiling, ids)),
            (sharding, _) => sharding,
        }
    }
}

/// The tiling with other numbers for its devices.
fn renumbered(tiling: Tiling, ids: &[usize]) -> Tiling {
    let devices = tiling.devices.list().unwrap_or_default();
    let devices = devices.into_iter().map(|device| ids.get(device).copied().unwrap_or(device)).collect();
    Tiling { devices: TileDevices::List(devices), ..tiling }
}

impl ShardySharding {
    /// Reads `@mesh, [{"x"}, {?}], replicated={"y"}`.
    ///
    /// # Errors
    /// What was expected, for any other text.
    pub fn parse(text: &str) -> Result<ShardySharding, String> {
        let mut reader = Reader { rest: text };
        let sharding = reader.shardy_sharding()?;
        if reader.rest.trim().is_empty() { Ok(sharding) } else { Err(reader.expected("the end of the sharding")) }
    }

    /// Reads `[<@mesh, […]>, …]`: one a value.
    ///
    /// # Errors
    /// What was expected, for any other text.
    pub fn parse_list(text: &str) -> Result<Vec<ShardySharding>, String> {
        Reader { rest: text }.list("[", "]", |reader| {
            reader.expect("<")?;
            let sharding = reader.shardy_sharding()?;
            reader.expect(">")?;
            Ok(sharding)
        })
    }
}

impl Reader<'_> {
    fn string(&mut self) -> Result<String, String> {
        self.expect("\"")?;
        let Some((string, rest)) = self.rest.split_once('"') else { return Err(self.expected("a string's end")) };
        self.rest = rest;
        Ok(string.to_owned())
    }

    fn shardy_sharding(&mut self) -> Result<ShardySharding, String> {
        let mesh = self.mesh_reference()?;
        self.expect(",")?;
        let dims = self.list("[", "]", Reader::dimension)?;
        let mut sharding = ShardySharding { mesh, dims, replicated: Vec::new(), is_unreduced: false };
        while self.eat(",") {
            if self.eat("replicated=") {
                sharding.replicated.extend(self.list("{", "}", Reader::axis)?);
            } else if self.eat("unreduced=") || self.eat("unreduced") {
                self.skip_reduction()?;
                sharding.is_unreduced |= !self.list("{", "}", Reader::axis)?.is_empty();
            } else {
                return Err(self.expected("`replicated=` or `unreduced=`"));
            }
        }
        Ok(sharding)
    }

    /// `(max)=`: by what parts are combined.
    fn skip_reduction(&mut self) -> Result<(), String> {
        if self.eat("(") {
            let Some((_, rest)) = self.rest.split_once(')') else { return Err(self.expected("`)`")) };
            self.rest = rest;
            self.expect("=")?;
        }
        Ok(())
    }

    fn mesh_reference(&mut self) -> Result<MeshReference, String> {
        if self.eat("mesh") {
            self.expect("<")?;
            let end = self.rest.find('>').ok_or_else(|| self.expected("the mesh's end"))?;
            let mesh = ShardyMesh::parse(&self.rest[..end])?;
            self.rest = &self.rest[end + 1..];
            return Ok(MeshReference::Inlined(mesh));
        }
        self.expect("@")?;
        let end = self.rest.find([',', '>']).unwrap_or(self.rest.len());
        let name = self.rest[..end].trim().trim_matches('"').to_owned();
        self.rest = &self.rest[end..];
        Ok(MeshReference::Named(name))
    }

    /// `{"x", ?}p1`
    fn dimension(&mut self) -> Result<ShardyDimension, String> {
        let mut dimension = ShardyDimension { axes: Vec::new(), is_open: false, priority: None };
        self.list("{", "}", |reader| {
            if reader.eat("?") {
                dimension.is_open = true;
            } else {
                dimension.axes.push(reader.axis()?);
            }
            Ok(())
        })?;
        if self.eat("p") {
            dimension.priority = Some(self.number()?);
        }
        Ok(dimension)
    }

    fn axis(&mut self) -> Result<AxisRef, String> {
        let name = self.string()?;
        let mut part = None;
        if self.eat(":") {
            self.expect("(")?;
            let before = self.number()?;
            self.expect(")")?;
            part = Some((before, self.number()?));
        }
        Ok(AxisRef { name, part })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hlo(mesh: &str, sharding: &str) -> String {
        let mesh = ShardyMesh::parse(mesh).unwrap();
        let sharding = ShardySharding::parse(sharding).unwrap();
        mesh.resolve(&sharding, sharding.dims.len())
            .map_or_else(|error| error, |resolved| mesh.sharding(&resolved.tiles).to_string())
    }

    #[test]
    fn axes_are_tiles() {
        let mesh = r#"["x"=2, "y"=4, "one"=1]"#;
        assert_eq!(hlo(mesh, r#"@mesh, [{"x"}, {"y"}]"#), "{devices=[2,4]<=[8]}");
        assert_eq!(hlo(mesh, r#"@mesh, [{"y", "x"}p1, {}]"#), "{devices=[8,1]<=[2,4]T(1,0)}");
        let part = "{devices=[2,4]<=[2,2,2]T(1,0,2) last_tile_dim_replicate}";
        assert_eq!(hlo(mesh, r#"@mesh, [{"y":(1)2, ?}], replicated={"x"}"#), part);
        assert_eq!(hlo(mesh, r#"@mesh, [{"one"}, {?}]"#), "{replicated}");
        assert_eq!(hlo(mesh, r#"@mesh, [{"z"}]"#), "the mesh has no axis \"z\"");
    }

    #[test]
    fn axes_are_used_once() {
        let mesh = r#"["x"=2, "y"=8]"#;
        assert_eq!(hlo(mesh, r#"@mesh, [{"x"}, {"x"}]"#), "axis \"x\" is used twice");
        assert_eq!(hlo(mesh, r#"@mesh, [{"x"}, {}], replicated={"x"}"#), "axis \"x\" is used twice");
        assert_eq!(hlo(mesh, r#"@mesh, [{"y":(1)4}, {"y":(2)2}]"#), "axis \"y\" is used twice");
        assert_eq!(hlo(mesh, r#"@mesh, [{"y"}, {"y":(2)2}]"#), "axis \"y\" is used twice");
        assert_eq!(
            hlo(mesh, r#"@mesh, [{"y":(1)4}, {"y":(4)2}]"#).split(' ').next(),
            Some("{devices=[4,2,2]<=[2,8]T(1,0)")
        );
    }

    #[test]
    fn meshes_are_of_each_device_once() {
        let error = |text: &str| ShardyMesh::parse(text).err().unwrap_or_default();
        assert_eq!(error(r#"["x"=2, "x"=2]"#), "the mesh has two axes \"x\"");
        assert_eq!(error(r#"["x"=2], device_ids=[0, 0]"#), "expected each of 2 devices once in device_ids");
    }

    #[test]
    fn devices_have_numbers_of_their_own() {
        assert_eq!(hlo(r#"["x"=2], device_ids=[1, 0]"#, r#"@mesh, [{"x"}]"#), "{devices=[2]1,0}");
        assert_eq!(hlo("[], device_ids=[3]", "@mesh, []"), "{maximal device=3}");
    }

    #[test]
    fn lists_are_of_one_sharding_a_value() {
        let list = r#"[<@mesh, [{"x"}, {?}]>, <@mesh, []>]"#;
        assert_eq!(ShardySharding::parse_list(list).unwrap().len(), 2);
    }
}
