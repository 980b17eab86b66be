//! Shardings by the named axes of a mesh: `{mesh['x'=2,'y'=2], [{'x'}, {'y', ?}], replicated={…}}`.

use super::{Axis, Mesh, Reader, Sharding, TileAxes, TileDevices};
use crate::hlo::shape::join;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Devices as an array with named dimensions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedMesh {
    /// Names and sizes; none for a mesh of one device.
    pub axes: Vec<(String, usize)>,
    pub devices: MeshDevices,
}

/// Which devices a mesh has, the last axis fastest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum MeshDevices {
    /// The numbers from 0 up.
    #[default]
    InOrder,
    List(Vec<usize>),
    /// The numbers from 0 up as an array of dimensions `reshape`, transposed by `permutation`.
    Iota {
        reshape: Vec<usize>,
        permutation: Vec<usize>,
    },
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
    /// The digit that an axis is of the devices' numbers; none for a part that does not divide it.
    fn digit(&self, axis: &AxisRef) -> Option<Axis> {
        let size = self.axes[axis.axis].1;
        let inner = self.axes[axis.axis + 1..].iter().try_fold(1usize, |n, (_, size)| n.checked_mul(*size))?;
        let Some((before, part)) = axis.part else { return Some(Axis { stride: inner, size }) };
        let step = before.checked_mul(part).filter(|&step| step > 0 && size.is_multiple_of(step))?;
        Some(Axis { stride: inner * (size / step), size: part })
    }

    fn digits(&self, axes: &[AxisRef]) -> Option<Vec<Axis>> {
        let digits: Vec<Axis> = axes.iter().map(|axis| self.digit(axis)).collect::<Option<_>>()?;
        Some(digits.into_iter().filter(|digit| digit.size > 1).collect())
    }

    /// Devices along an axis.
    pub fn size(&self, axis: &AxisRef) -> usize {
        axis.part.map_or(self.axes[axis.axis].1, |(_, size)| size)
    }

    /// Devices that differ along these axes only, the last axis fastest; none for axes that do not divide the mesh, and for
    /// more devices than any machine has.
    pub fn groups(&self, axes: &[AxisRef]) -> Option<Vec<Vec<usize>>> {
        let chosen = self.digits(axes)?;
        let borders: Vec<Axis> = self.digits(&self.all())?.into_iter().chain(chosen.clone()).collect();
        let count = self.axes.iter().try_fold(1usize, |n, (_, size)| n.checked_mul(*size))?;
        let mesh = Mesh::of(count, &[]).refined(&borders)?;
        let split = mesh.split(&TileAxes { dims: vec![chosen], manual: Vec::new() })?;
        let others = mesh.axes().iter().copied().filter(|&axis| !split.uses(axis));
        let order: Vec<Axis> = others.chain(split.all()).collect();
        let devices = self.devices.list(count)?;
        let places = TileDevices::of_axes(&order).list()?;
        let members = split.tiles(0).max(1);
        let devices: Vec<usize> = places.into_iter().map(|place| devices.get(place).copied()).collect::<Option<_>>()?;
        Some(devices.chunks(members).map(<[usize]>::to_vec).collect())
    }

    /// Every axis, whole.
    pub fn all(&self) -> Vec<AxisRef> {
        (0..self.axes.len()).map(|axis| AxisRef { axis, part: None }).collect()
    }
}

impl MeshDevices {
    /// Device after device, of so many.
    fn list(&self, count: usize) -> Option<Vec<usize>> {
        match self {
            MeshDevices::InOrder => TileDevices::Iota { reshape: vec![count], permutation: vec![0] }.list(),
            MeshDevices::List(devices) => Some(devices.clone()),
            MeshDevices::Iota { reshape, permutation } => {
                TileDevices::Iota { reshape: reshape.clone(), permutation: permutation.clone() }.list()
            }
        }
    }
}

impl Reader<'_> {
    /// `mesh['x'=2,'y'=2], device_ids=(3,2,1,0)` or `maximal_mesh[device_id=3]`.
    pub fn named_mesh(&mut self) -> Result<NamedMesh, String> {
        if self.eat("maximal_mesh[device_id=") {
            let device = self.number()?;
            self.expect("]")?;
            return Ok(NamedMesh { axes: Vec::new(), devices: MeshDevices::List(vec![device]) });
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
        let devices = if has_devices { self.mesh_devices()? } else { MeshDevices::InOrder };
        Ok(NamedMesh { axes, devices })
    }

    fn mesh_devices(&mut self) -> Result<MeshDevices, String> {
        if !self.rest.trim_start().starts_with('[') {
            return self.items(")", Reader::number).map(MeshDevices::List);
        }
        let reshape = self.list("[", "]", Reader::number)?;
        let permutation = if self.eat("T(") { self.items(")", Reader::number)? } else { (0..reshape.len()).collect() };
        self.expect(")")?;
        Ok(MeshDevices::Iota { reshape, permutation })
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
    pub fn named_sharding(&mut self) -> Result<NamedSharding, String> {
        let mut sharding = NamedSharding { mesh: self.named_mesh()?, ..NamedSharding::default() };
        loop {
            self.eat(",");
            if self.eat("}") {
                return Ok(sharding);
            }
            self.named_part(&mut sharding)?;
        }
    }

    fn named_part(&mut self, sharding: &mut NamedSharding) -> Result<(), String> {
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
            self.skip_braces()?;
        } else {
            return Err(self.expected("`[`, `replicated`, `unreduced`, `manual` or `}`"));
        }
        Ok(())
    }
}

impl fmt::Display for NamedMesh {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let ([], MeshDevices::List(devices)) = (&self.axes[..], &self.devices) {
            return write!(f, "maximal_mesh[device_id={}]", join(devices, ","));
        }
        write!(f, "mesh[{}]", join(self.axes.iter().map(|(name, size)| format!("'{name}'={size}")), ","))?;
        match &self.devices {
            MeshDevices::InOrder => Ok(()),
            MeshDevices::List(devices) => write!(f, ", device_ids=({})", join(devices, ",")),
            MeshDevices::Iota { reshape, permutation } => {
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
    /// The same by tiles; none for parts of a result, and where the devices have an order of their own.
    pub fn by_tiles(&self) -> Option<Sharding> {
        if !self.unreduced.is_empty() || self.mesh.devices != MeshDevices::InOrder {
            return None;
        }
        let dims = self.dims.iter().map(|dimension| self.mesh.digits(&dimension.axes)).collect::<Option<_>>()?;
        let tiles = TileAxes { dims, manual: self.mesh.digits(&self.manual)? };
        let borders: Vec<Axis> = self.mesh.digits(&self.mesh.all())?.into_iter().chain(tiles.all()).collect();
        let devices = self.mesh.axes.iter().try_fold(1usize, |n, (_, size)| n.checked_mul(*size))?;
        let mesh = Mesh::of(devices, &[]).refined(&borders)?;
        Some(mesh.split(&tiles)?.sharding(&mesh))
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
        if self.mesh.axes.is_empty() && self.mesh.devices != MeshDevices::InOrder {
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
