//! Shardings as axes of the devices' numbers.
//!
//! A device's number is read in mixed radix, and an axis is one digit of it. Where a sharding gives tile `t` of a
//! dimension to devices whose digits spell `t`, the dimension *has* those axes, the most significant first. All that
//! real programs say is of that form; equality, prefixes and moves of axes are what propagation and resharding work
//! with.

use super::{Mesh, Sharding, Subgroup, TileDevices, Tiling};

/// A digit of the devices' numbers: `number / stride % size`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Axis {
    pub stride: usize,
    pub size: usize,
}

impl Axis {
    /// Whether two digits have a part in common.
    pub fn overlaps(self, other: Axis) -> bool {
        self.stride < other.stride * other.size && other.stride < self.stride * self.size
    }
}

/// The axes of a tiling.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct TileAxes {
    /// Of each dimension of the value, the most significant first.
    pub dims: Vec<Vec<Axis>>,
    /// Along which the program speaks for each device itself.
    pub manual: Vec<Axis>,
}

impl Tiling {
    /// The axes of the value's dimensions, as few as possible; none where devices are in no order that digits describe.
    pub fn axes(&self) -> Option<TileAxes> {
        let devices = self.devices.list()?;
        let mut dims = [true, false].iter().find_map(|&ascending| self.digits(&devices, ascending))?;
        dims.iter_mut().for_each(|axes| *axes = merged_axes(axes));
        let subgroups = dims.split_off(self.rank());
        let manual = subgroups.into_iter().zip(&self.subgroups).filter(|(_, subgroup)| **subgroup == Subgroup::Manual);
        Some(TileAxes { dims, manual: manual.flat_map(|(axes, _)| axes).collect() })
    }

    /// The digits of each dimension of `tiles`, of prime sizes in this order.
    fn digits(&self, devices: &[usize], ascending: bool) -> Option<Vec<Vec<Axis>>> {
        let mut step = devices.len();
        let mut digits = Vec::new();
        for &size in &self.tiles {
            let mut axes = Vec::new();
            for factor in prime_factors(size, ascending) {
                step /= factor;
                axes.push(Axis { stride: devices[step], size: factor });
            }
            digits.push(axes);
        }
        let all = digits.concat();
        let is_spelled = devices.iter().enumerate().all(|(index, &device)| spelled(index, &all) == device);
        is_spelled.then_some(digits)
    }
}

/// The device whose digits, the last fastest, count to `index`.
fn spelled(mut index: usize, digits: &[Axis]) -> usize {
    let mut device = 0;
    for axis in digits.iter().rev() {
        device += index % axis.size * axis.stride;
        index /= axis.size;
    }
    device
}

/// Of a number greater than 0.
pub fn prime_factors(mut number: usize, ascending: bool) -> Vec<usize> {
    let mut factors = Vec::new();
    let mut candidate = 2;
    while number > 1 {
        while number.is_multiple_of(candidate) {
            factors.push(candidate);
            number /= candidate;
        }
        candidate += 1;
    }
    if !ascending {
        factors.reverse();
    }
    factors
}

/// Neighbouring digits that are one larger digit as that.
pub fn merged_axes(axes: &[Axis]) -> Vec<Axis> {
    let mut out: Vec<Axis> = Vec::new();
    for &axis in axes {
        match out.last_mut() {
            Some(last) if last.stride == axis.stride * axis.size => {
                *last = Axis { stride: axis.stride, size: last.size * axis.size };
            }
            _ => out.push(axis),
        }
    }
    out
}

impl TileAxes {
    /// The whole on every device.
    pub fn replicated(rank: usize) -> TileAxes {
        TileAxes { dims: vec![Vec::new(); rank], manual: Vec::new() }
    }

    pub fn rank(&self) -> usize {
        self.dims.len()
    }

    /// Tiles along a dimension.
    pub fn tiles(&self, dimension: usize) -> usize {
        tile_count(&self.dims[dimension])
    }

    /// All axes, dimension by dimension, then the manual ones.
    pub fn all(&self) -> impl Iterator<Item = Axis> + '_ {
        self.dims.iter().flatten().chain(&self.manual).copied()
    }

    pub fn uses(&self, axis: Axis) -> bool {
        self.all().any(|other| other == axis)
    }

    /// No dimension is divided.
    pub fn is_whole(&self) -> bool {
        self.dims.iter().all(Vec::is_empty)
    }

    /// The sharding among the devices of a mesh.
    pub fn sharding(&self, mesh: &Mesh) -> Sharding {
        if self.is_whole() && self.manual.is_empty() {
            return Sharding::Replicated;
        }
        let replicated: Vec<Axis> = mesh.axes().iter().copied().filter(|&axis| !self.uses(axis)).collect();
        if self.is_whole() && replicated.is_empty() {
            return Sharding::Manual;
        }
        let mut tiles: Vec<usize> = self.dims.iter().map(|axes| tile_count(axes)).collect();
        let mut subgroups = Vec::new();
        for (axes, subgroup) in [(&self.manual, Subgroup::Manual), (&replicated, Subgroup::Replicated)] {
            if !axes.is_empty() {
                tiles.push(tile_count(axes));
                subgroups.push(subgroup);
            }
        }
        let order: Vec<Axis> = self.all().chain(replicated).collect();
        Sharding::Tiled(Tiling { tiles, devices: TileDevices::of_axes(&order), subgroups })
    }
}

/// Tiles of a dimension that has these axes.
pub fn tile_count(axes: &[Axis]) -> usize {
    axes.iter().map(|axis| axis.size).product()
}

impl TileDevices {
    /// Devices in the order in which these digits, all of a mesh, count with the last fastest.
    pub fn of_axes(order: &[Axis]) -> TileDevices {
        let runs = merged_axes(order);
        let mut by_stride = runs.clone();
        by_stride.sort_unstable_by_key(|run| std::cmp::Reverse(run.stride));
        let place = |run: &Axis| by_stride.iter().position(|other| other == run).unwrap_or(0);
        let permutation = runs.iter().map(place).collect();
        TileDevices::Iota { reshape: by_stride.iter().map(|run| run.size).collect(), permutation }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Axis = Axis { stride: 4, size: 2 };
    const B: Axis = Axis { stride: 2, size: 2 };
    const C: Axis = Axis { stride: 1, size: 2 };
    const AB: Axis = Axis { stride: 2, size: 4 };

    fn axes(text: &str) -> Option<TileAxes> {
        match Sharding::parse(text).unwrap() {
            Sharding::Tiled(tiling) => tiling.axes(),
            _ => None,
        }
    }

    #[test]
    fn orders_of_devices_are_digits() {
        assert_eq!(axes("{devices=[4,2]<=[8]}").unwrap().dims, [vec![AB], vec![C]]);
        assert_eq!(axes("{devices=[2,4]<=[4,2]T(1,0)}").unwrap().dims, [vec![C], vec![AB]]);
        assert_eq!(axes("{devices=[4,2]<=[2,2,2]T(1,0,2)}").unwrap().dims, [vec![B, A], vec![C]]);
        assert_eq!(
            axes("{devices=[2,1,2,2]0,2,1,3,4,6,5,7 last_tile_dims={replicated, replicated}}").unwrap().dims[0],
            [A]
        );
        assert_eq!(axes("{devices=[6]<=[2,3]T(1,0)}").unwrap().dims[0].len(), 2);
        assert_eq!(axes("{devices=[6]<=[3,2]T(1,0)}").unwrap().dims[0].len(), 2);
        assert_eq!(axes("{devices=[4]0,1,3,2}"), None);
        assert_eq!(axes("{devices=[2]1,0}"), None);
    }

    #[test]
    fn axes_come_back() {
        let mesh = Mesh::of(8, &[]).refined(&[A, B, C]).unwrap();
        for text in [
            "{devices=[4,2]<=[8]}",
            "{devices=[2,4]<=[4,2]T(1,0)}",
            "{devices=[2,1,4]<=[2,2,2]T(1,0,2) last_tile_dim_replicate}",
            "{devices=[1,2,2,2]<=[8] last_tile_dims={manual, replicated}}",
        ] {
            assert_eq!(mesh.split(&axes(text).unwrap()).unwrap().sharding(&mesh).to_string(), text);
        }
    }

    #[test]
    fn wholes_have_names_of_their_own() {
        let mesh = Mesh::of(8, &[]);
        let mut whole = TileAxes::replicated(2);
        assert_eq!(whole.sharding(&mesh).to_string(), "{replicated}");
        whole.manual = mesh.axes().to_vec();
        assert_eq!(whole.sharding(&mesh).to_string(), "{manual}");
    }
}
