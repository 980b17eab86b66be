//! Shardy's attributes: meshes with named axes, and shardings in them, as HLO's shardings.

use crate::hlo::{
    Axis, AxisRef, DimensionAxes, NamedMesh, NamedSharding, ShardingReader as Reader, TileAxes, TileDevices,
};

/// A sharding as Shardy spells it.
pub struct ShardySharding {
    pub mesh: MeshReference,
    dims: Vec<ShardyDimension>,
    replicated: Vec<AxisName>,
    /// Whether devices may have parts of a sum, or the like. Elsewhere than at the border of a manual computation that is
    /// another way to hold the same whole value, and nothing that has to be followed.
    pub is_unreduced: bool,
}

/// Where a sharding's mesh stands.
pub enum MeshReference {
    /// `@mesh`
    Named(String),
    /// `mesh<["x"=2]>`
    Inlined(NamedMesh),
}

struct ShardyDimension {
    axes: Vec<AxisName>,
    /// Further axes may be added.
    is_open: bool,
    /// When the axes travel to other values: those of smaller numbers before.
    priority: Option<usize>,
}

/// `"x"`, or `"x":(2)4` for the part of size 4 that comes after one of size 2.
pub struct AxisName {
    pub name: String,
    pub part: Option<(usize, usize)>,
}

/// A sharding in a mesh.
#[derive(Clone)]
pub struct Resolved {
    pub tiles: TileAxes,
    /// Dimensions that may be divided further.
    pub open: Vec<usize>,
    /// Of every dimension.
    pub priorities: Vec<usize>,
}

/// Reads `["x"=2, "y"=4], device_ids=[…]`.
///
/// # Errors
/// What was expected, for any other text.
pub fn parse_mesh(text: &str) -> Result<NamedMesh, String> {
    let mut reader = Reader { rest: text };
    let axes = reader.list("[", "]", |reader| {
        let name = reader.string()?;
        reader.expect("=")?;
        Ok((name, reader.number()?))
    })?;
    let mut mesh = NamedMesh { axes, devices: None };
    if reader.eat(",") {
        reader.expect("device_ids=")?;
        mesh.devices = Some(TileDevices::List(reader.list("[", "]", Reader::number)?));
    }
    mesh.check().map(|()| mesh)
}

/// Reads axes in braces: `{"x", "y"}`.
///
/// # Errors
/// What was expected, for any other text, and axes that the mesh lacks.
pub fn parse_axes(text: &str, mesh: &NamedMesh) -> Result<Vec<Axis>, String> {
    let names = Reader { rest: text }.list("{", "}", Reader::axis)?;
    mesh.digits(&in_mesh(&names, mesh)?)
}

/// # Errors
/// Axes that the mesh lacks.
pub fn in_mesh(names: &[AxisName], mesh: &NamedMesh) -> Result<Vec<AxisRef>, String> {
    let place = |AxisName { name, part }: &AxisName| {
        let axis = mesh.axes.iter().position(|(other, _)| other == name);
        let axis = axis.ok_or_else(|| format!("the mesh has no axis \"{name}\""))?;
        Ok(AxisRef { axis, part: *part })
    };
    names.iter().map(place).collect()
}

impl ShardySharding {
    /// The axes of a value of this rank.
    ///
    /// # Errors
    /// Another number of dimensions than the value's; axes that the mesh lacks, or that are used twice; a priority of a
    /// dimension that can have no axes.
    pub fn resolve(&self, mesh: &NamedMesh, rank: usize) -> Result<Resolved, String> {
        if self.dims.len() != rank && !mesh.axes.is_empty() {
            return Err(format!("a sharding of {} dimensions for a value of rank {rank}", self.dims.len()));
        }
        for (dimension, ShardyDimension { axes, is_open, priority }) in self.dims.iter().enumerate() {
            if priority.is_some() && axes.is_empty() && !is_open {
                return Err(format!("dimension {dimension} is closed without axes, and has a priority"));
            }
        }
        let named = self.named(mesh)?;
        named.check()?;
        let dims = named.dims.iter().map(|dimension| mesh.digits(&dimension.axes)).collect::<Result<_, _>>()?;
        let open = (0..self.dims.len()).filter(|&dimension| self.dims[dimension].is_open).collect();
        let priorities = self.dims.iter().map(|dimension| dimension.priority.unwrap_or(0)).collect();
        Ok(Resolved { tiles: TileAxes { dims, manual: Vec::new() }, open, priorities })
    }

    fn named(&self, mesh: &NamedMesh) -> Result<NamedSharding, String> {
        let dimension = |dimension: &ShardyDimension| {
            let axes = in_mesh(&dimension.axes, mesh)?;
            Ok(DimensionAxes { axes, is_closed: !dimension.is_open })
        };
        Ok(NamedSharding {
            mesh: mesh.clone(),
            dims: self.dims.iter().map(dimension).collect::<Result<_, String>>()?,
            replicated: in_mesh(&self.replicated, mesh)?,
            ..NamedSharding::default()
        })
    }

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
    pub fn string(&mut self) -> Result<String, String> {
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

    pub fn mesh_reference(&mut self) -> Result<MeshReference, String> {
        if self.eat("mesh") {
            self.expect("<")?;
            let end = self.rest.find('>').ok_or_else(|| self.expected("the mesh's end"))?;
            let mesh = parse_mesh(&self.rest[..end])?;
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

    fn axis(&mut self) -> Result<AxisName, String> {
        let name = self.string()?;
        let part = if self.eat(":") { Some(self.part()?) } else { None };
        Ok(AxisName { name, part })
    }

    /// `(2)4`
    pub fn part(&mut self) -> Result<(usize, usize), String> {
        self.expect("(")?;
        let before = self.number()?;
        self.expect(")")?;
        Ok((before, self.number()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hlo(mesh: &str, sharding: &str) -> String {
        let mesh = parse_mesh(mesh).unwrap();
        let sharding = ShardySharding::parse(sharding).unwrap();
        let resolved = sharding.resolve(&mesh, sharding.dims.len());
        resolved.map_or_else(|error| error, |resolved| mesh.sharding(&resolved.tiles).unwrap().to_string())
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
        let error = |text: &str| parse_mesh(text).err().unwrap_or_default();
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
