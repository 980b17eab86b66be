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
    pub mesh: String,
    dims: Vec<ShardyDimension>,
}

struct ShardyDimension {
    axes: Vec<AxisRef>,
    /// Further axes may be added.
    is_open: bool,
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
        if device_ids.as_ref().is_some_and(|ids| ids.len() != stride) {
            return Err(format!("expected {stride} device_ids"));
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

    /// The axes of a sharding.
    ///
    /// # Errors
    /// Axes that the mesh lacks.
    pub fn resolve(&self, sharding: &ShardySharding) -> Result<Resolved, String> {
        let dims = sharding.dims.iter().map(|dimension| self.axes(&dimension.axes)).collect::<Result<_, _>>()?;
        let open = (0..sharding.dims.len()).filter(|&dimension| sharding.dims[dimension].is_open).collect();
        Ok(Resolved { tiles: TileAxes { dims, manual: Vec::new() }, open })
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
        self.expect("@")?;
        let end = self.rest.find([',', '>']).unwrap_or(self.rest.len());
        let mesh = self.rest[..end].trim().trim_matches('"').to_owned();
        self.rest = &self.rest[end..];
        self.expect(",")?;
        let dims = self.list("[", "]", Reader::dimension)?;
        while self.eat(",") {
            if !self.eat("replicated=") {
                return Err(self.expected("`replicated=`"));
            }
            self.list("{", "}", Reader::axis)?;
        }
        Ok(ShardySharding { mesh, dims })
    }

    /// `{"x", ?}p1`: priorities order propagation, and ours has one order for all.
    fn dimension(&mut self) -> Result<ShardyDimension, String> {
        let mut dimension = ShardyDimension { axes: Vec::new(), is_open: false };
        self.list("{", "}", |reader| {
            if reader.eat("?") {
                dimension.is_open = true;
            } else {
                dimension.axes.push(reader.axis()?);
            }
            Ok(())
        })?;
        if self.eat("p") {
            self.number()?;
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
        mesh.resolve(&sharding).map_or_else(|error| error, |resolved| mesh.sharding(&resolved.tiles).to_string())
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
