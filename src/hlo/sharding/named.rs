//! Shardings by the named axes of a mesh: `{mesh['x'=2,'y'=2], [{'x'}, {'y', ?}], replicated={…}}`.

use super::{Axis, Mesh, Reader, Sharding, TileAxes, TileDevices, Tiling};
use crate::hlo::shape::join;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Devices as an array with named dimensions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedMesh {
    /// Names and sizes; none for a mesh of one device.
    pub axes: Vec<(String, usize)>,
    /// Which devices it has, the last axis fastest; none for the numbers from 0 up.
    pub devices: Option<TileDevices>,
}

/// An axis of a mesh by its place, or a part of it: how many parts of its size count as one step outside, and its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AxisRef {
    pub axis: usize,
    pub part: Option<(usize, usize)>,
}

/// The axes that divide a dimension, the most significant first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DimensionAxes {
    pub axes: Vec<AxisRef>,
    /// No further axes may divide it.
    pub is_closed: bool,
}

/// How values that are parts of a result are put together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reduction {
    #[default]
    Sum,
    Max,
    Min,
}

/// A sharding by axes of a mesh; those that nothing names hold copies.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedSharding {
    pub mesh: NamedMesh,
    /// One a dimension of the value; none where it is said of the whole.
    pub dims: Vec<DimensionAxes>,
    pub replicated: Vec<AxisRef>,
    /// Along which every device has a part of the result.
    pub unreduced: Vec<AxisRef>,
    pub reduction: Reduction,
    /// Along which the program speaks for each device itself.
    pub manual: Vec<AxisRef>,
}

const REDUCTIONS: [(&str, Reduction); 3] = [("sum", Reduction::Sum), ("max", Reduction::Max), ("min", Reduction::Min)];

impl NamedMesh {
    /// # Errors
    /// Two axes of a name, an axis of no devices, and devices that are not each of as many as the axes have once.
    pub fn check(&self) -> Result<(), String> {
        let sizes: Vec<usize> = self.axes.iter().map(|(_, size)| *size).collect();
        if sizes.contains(&0) {
            return Err("expected axes of at least one device".to_owned());
        }
        let count = self.device_count().ok_or("expected fewer devices")?;
        let mut names: Vec<&String> = self.axes.iter().map(|(name, _)| name).collect();
        names.sort_unstable();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(format!("the mesh has two axes \"{}\"", pair[0]));
        }
        let Some(devices) = &self.devices else { return Ok(()) };
        devices.check()?;
        // Without axes it is any one device.
        let is_one = self.axes.is_empty() && matches!(devices, TileDevices::List(devices) if devices.len() == 1);
        match is_one || devices.are_all(count) {
            true => Ok(()),
            false => Err(format!("expected each of {count} devices once in device_ids")),
        }
    }

    /// None for more devices than there are numbers.
    fn device_count(&self) -> Option<usize> {
        self.axes.iter().try_fold(1usize, |count, (_, size)| count.checked_mul(*size))
    }

    /// The digit that an axis is of the devices' places.
    fn digit(&self, axis: &AxisRef) -> Result<Axis, String> {
        let (name, size) = &self.axes[axis.axis];
        let stride = self.axes[axis.axis + 1..].iter().map(|(_, size)| size).product();
        let Some((before, part)) = axis.part else { return Ok(Axis { stride, size: *size }) };
        match before.checked_mul(part) {
            Some(step) if step > 0 && size.is_multiple_of(step) => {
                Ok(Axis { stride: stride * (size / step), size: part })
            }
            _ => Err(format!("axis \"{name}\" of size {size} has no part ({before}){part}")),
        }
    }

    /// The digits that axes are, without those of one device.
    ///
    /// # Errors
    /// A part of an axis that does not divide it.
    pub fn digits(&self, axes: &[AxisRef]) -> Result<Vec<Axis>, String> {
        let digits: Vec<Axis> = axes.iter().map(|axis| self.digit(axis)).collect::<Result<_, _>>()?;
        Ok(digits.into_iter().filter(|digit| digit.size > 1).collect())
    }

    /// Devices along an axis.
    pub fn size(&self, axis: &AxisRef) -> usize {
        axis.part.map_or(self.axes[axis.axis].1, |(_, size)| size)
    }

    /// # Errors
    /// Axes, or parts of them, that tell a device apart twice.
    pub fn expect_disjoint<'a>(&self, axes: impl IntoIterator<Item = &'a AxisRef>) -> Result<(), String> {
        let mut seen: Vec<(usize, Axis)> = Vec::new();
        for axis in axes {
            let digit = self.digit(axis)?;
            let meets =
                |&(place, other): &(usize, Axis)| place == axis.axis && (other == digit || other.overlaps(digit));
            if seen.iter().any(meets) {
                return Err(format!("axis \"{}\" is used twice", self.axes[axis.axis].0));
            }
            seen.push((axis.axis, digit));
        }
        Ok(())
    }

    /// The axes of which tiles and the mesh are made, and the tiles in them.
    fn around(&self, tiles: &TileAxes) -> Option<(Mesh, TileAxes)> {
        let borders: Vec<Axis> = self.digits(&self.all()).ok()?.into_iter().chain(tiles.all()).collect();
        let mesh = Mesh::of(self.device_count()?, &[]).refined(&borders)?;
        let tiles = mesh.split(tiles)?;
        Some((mesh, tiles))
    }

    /// Tiles by the mesh's digits as a sharding of its devices; none for more devices than any machine has.
    pub fn sharding(&self, tiles: &TileAxes) -> Option<Sharding> {
        if let (Some(TileDevices::List(devices)), []) = (&self.devices, &self.axes[..]) {
            return devices.first().copied().map(Sharding::Maximal);
        }
        let (mesh, tiles) = self.around(tiles)?;
        match (tiles.sharding(&mesh), &self.devices) {
            (Sharding::Tiled(tiling), Some(devices)) => {
                Some(Sharding::Tiled(Tiling { devices: tiling.devices.renumbered(devices)?, ..tiling }))
            }
            (sharding, _) => Some(sharding),
        }
    }

    /// Devices that differ along these axes only, the last axis fastest; none for axes that do not divide the mesh, and
    /// for more devices than any machine has.
    pub fn groups(&self, axes: &[AxisRef]) -> Option<Vec<Vec<usize>>> {
        let chosen = TileAxes { dims: vec![self.digits(axes).ok()?], manual: Vec::new() };
        let (mesh, split) = self.around(&chosen)?;
        let others = mesh.axes().iter().copied().filter(|&axis| !split.uses(axis));
        let order: Vec<Axis> = others.chain(split.all()).collect();
        let places = TileDevices::of_axes(&order);
        let devices = match &self.devices {
            Some(devices) => places.renumbered(devices)?,
            None => places,
        };
        Some(devices.list()?.chunks(split.tiles(0).max(1)).map(<[usize]>::to_vec).collect())
    }

    /// Every axis, whole.
    pub fn all(&self) -> Vec<AxisRef> {
        (0..self.axes.len()).map(|axis| AxisRef { axis, part: None }).collect()
    }
}

impl<'t> Reader<'t> {
    /// `mesh['x'=2,'y'=2], device_ids=(3,2,1,0)` or `maximal_mesh[device_id=3]`.
    pub fn named_mesh(&mut self) -> Result<NamedMesh, String> {
        if self.eat("maximal_mesh[device_id=") {
            let device = self.number()?;
            self.expect("]")?;
            return Ok(NamedMesh { axes: Vec::new(), devices: Some(TileDevices::List(vec![device])) });
        }
        self.expect("mesh")?;
        let axes = self.list("[", "]", |reader| {
            let name = reader.quoted()?;
            reader.expect("=")?;
            Ok((name, reader.number()?))
        })?;
        let rest = self.rest;
        let has_devices = self.eat(",") && self.eat("device_ids=(");
        if !has_devices {
            self.rest = rest;
        }
        let devices = if has_devices { Some(self.mesh_devices()?) } else { None };
        let mesh = NamedMesh { axes, devices };
        mesh.check().map(|()| mesh)
    }

    fn mesh_devices(&mut self) -> Result<TileDevices, String> {
        if !self.rest.trim_start().starts_with('[') {
            return self.items(")", Reader::number).map(TileDevices::List);
        }
        let devices = self.transposed_iota()?;
        self.expect(")").map(|()| devices)
    }

    fn quoted(&mut self) -> Result<String, String> {
        let quote = if self.eat("\"") { '"' } else { '\'' };
        if quote == '\'' {
            self.expect("'")?;
        }
        let (name, rest) = self.rest.split_once(quote).ok_or_else(|| self.expected("a name that ends"))?;
        self.rest = rest;
        Ok(name.to_owned())
    }

    /// `'x'`, or a part of it `'x':(before)size`.
    pub fn named_axis(&mut self, mesh: &NamedMesh) -> Result<AxisRef, String> {
        let name = self.quoted()?;
        let axis = mesh.axes.iter().position(|(other, _)| *other == name);
        let axis = axis.ok_or_else(|| format!("the mesh has no axis `{name}`"))?;
        if !self.eat(":") {
            return Ok(AxisRef { axis, part: None });
        }
        self.expect("(")?;
        let before = self.number()?;
        self.expect(")")?;
        Ok(AxisRef { axis, part: Some((before, self.number()?)) })
    }

    pub fn named_axes(&mut self, mesh: &NamedMesh) -> Result<Vec<AxisRef>, String> {
        self.list("{", "}", |reader| reader.named_axis(mesh))
    }

    fn dimension_axes(&mut self, mesh: &NamedMesh) -> Result<DimensionAxes, String> {
        let mut is_closed = true;
        let axes = self.list("{", "}", |reader| match reader.eat("?") {
            true => {
                is_closed = false;
                Ok(None)
            }
            false => reader.named_axis(mesh).map(Some),
        })?;
        Ok(DimensionAxes { axes: axes.into_iter().flatten().collect(), is_closed })
    }

    fn reduction(&mut self) -> Reduction {
        REDUCTIONS.into_iter().find(|(word, _)| self.eat(word)).map_or(Reduction::Sum, |(_, reduction)| reduction)
    }

    /// What stands behind `{`, with `}`.
    pub fn named_sharding(&mut self, metadata: &mut &'t str) -> Result<NamedSharding, String> {
        let mut sharding = NamedSharding { mesh: self.named_mesh()?, ..NamedSharding::default() };
        loop {
            self.eat(",");
            if self.eat("}") {
                return sharding.check().map(|()| sharding);
            }
            self.named_part(&mut sharding, metadata)?;
        }
    }

    fn named_part(&mut self, sharding: &mut NamedSharding, metadata: &mut &'t str) -> Result<(), String> {
        let mesh = sharding.mesh.clone();
        if self.rest.trim_start().starts_with('[') {
            sharding.dims = self.list("[", "]", |reader| reader.dimension_axes(&mesh))?;
        } else if self.eat("replicated") {
            sharding.replicated = if self.eat("=") { self.named_axes(&mesh)? } else { Vec::new() };
        } else if self.eat("unreduced") {
            self.eat("=");
            sharding.reduction = self.reduction();
            let has_axes = self.rest.trim_start().starts_with('{');
            sharding.unreduced = if has_axes { self.named_axes(&mesh)? } else { mesh.all() };
        } else if self.eat("manual") {
            sharding.manual = if self.eat("=") { self.named_axes(&mesh)? } else { mesh.all() };
        } else if self.eat("metadata=") {
            *metadata = self.braces()?;
        } else {
            return Err(self.expected("`[`, `replicated`, `unreduced`, `manual` or `}`"));
        }
        Ok(())
    }
}

impl fmt::Display for NamedMesh {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let ([], Some(TileDevices::List(devices))) = (&self.axes[..], &self.devices) {
            return write!(f, "maximal_mesh[device_id={}]", join(devices, ","));
        }
        write!(f, "mesh[{}]", join(self.axes.iter().map(|(name, size)| format!("'{name}'={size}")), ","))?;
        match &self.devices {
            None => Ok(()),
            Some(TileDevices::List(devices)) => write!(f, ", device_ids=({})", join(devices, ",")),
            Some(TileDevices::Iota { reshape, permutation }) => {
                write!(f, ", device_ids=([{}]T({}))", join(reshape, ","), join(permutation, ","))
            }
        }
    }
}

impl NamedMesh {
    fn axis_text(&self, axis: &AxisRef) -> String {
        let name = &self.axes[axis.axis].0;
        match axis.part {
            None => format!("'{name}'"),
            Some((before, size)) => format!("'{name}':({before}){size}"),
        }
    }

    /// `{'x', 'y'}`
    pub fn axes_text(&self, axes: &[AxisRef]) -> String {
        format!("{{{}}}", join(axes.iter().map(|axis| self.axis_text(axis)), ", "))
    }

    fn dimension_text(&self, dimension: &DimensionAxes) -> String {
        let axes = dimension.axes.iter().map(|axis| self.axis_text(axis));
        let open = (!dimension.is_closed).then(|| "?".to_owned());
        format!("{{{}}}", join(axes.chain(open), ", "))
    }
}

impl NamedSharding {
    /// # Errors
    /// Axes that tell a device apart twice, and parts of axes that do not divide them.
    pub fn check(&self) -> Result<(), String> {
        let dims = self.dims.iter().flat_map(|dimension| &dimension.axes);
        self.mesh.expect_disjoint(dims.chain(&self.replicated).chain(&self.unreduced).chain(&self.manual))
    }

    /// The same by tiles; none for parts of a result, and for more devices than any machine has.
    pub fn by_tiles(&self) -> Option<Sharding> {
        if !self.unreduced.is_empty() {
            return None;
        }
        let dims = self.dims.iter().map(|dimension| self.mesh.digits(&dimension.axes)).collect::<Result<_, _>>();
        self.mesh.sharding(&TileAxes { dims: dims.ok()?, manual: self.mesh.digits(&self.manual).ok()? })
    }

    /// Of a whole value, what can be said in a word.
    fn word(&self) -> Option<String> {
        let lists = [&self.replicated, &self.unreduced, &self.manual].map(|axes| !axes.is_empty());
        match (lists, self.dims.is_empty()) {
            ([false, false, false], true) => Some("replicated".to_owned()),
            ([false, true, false], true) if self.unreduced == self.mesh.all() => Some(match self.reduction {
                Reduction::Sum => "unreduced".to_owned(),
                Reduction::Max | Reduction::Min => format!("unreduced={}", self.reduction),
            }),
            ([false, false, true], true) if self.manual == self.mesh.all() => Some("manual".to_owned()),
            _ => None,
        }
    }
}

/// Without its braces.
impl fmt::Display for NamedSharding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.mesh)?;
        if self.mesh.axes.is_empty() && self.mesh.devices.is_some() {
            return Ok(());
        }
        if let Some(word) = self.word() {
            return write!(f, ", {word}");
        }
        write!(f, ", [{}]", join(self.dims.iter().map(|dimension| self.mesh.dimension_text(dimension)), ", "))?;
        let reduction = if self.reduction == Reduction::Sum { String::new() } else { self.reduction.to_string() };
        let lists = [("replicated=", &self.replicated), ("unreduced=", &self.unreduced), ("manual=", &self.manual)];
        for (key, axes) in lists.into_iter().filter(|(_, axes)| !axes.is_empty()) {
            let reduction = if key == "unreduced=" { &*reduction } else { "" };
            write!(f, ", {key}{reduction}{}", self.mesh.axes_text(axes))?;
        }
        Ok(())
    }
}

impl fmt::Display for Reduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = REDUCTIONS.iter().find(|(_, reduction)| reduction == self);
        word.map_or(Ok(()), |(word, _)| f.write_str(word))
    }
}
