//! The axes that all shardings of a program have in common.

use super::axes::{merged_axes, prime_factors};
use super::{Axis, Sharding, TileAxes};

/// A number of devices as a product of axes, so fine that every sharding's axes are made of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mesh {
    /// The greatest stride first.
    axes: Vec<Axis>,
}

impl Mesh {
    /// The coarsest mesh of `devices` for these shardings. One that divides the devices' numbers at places that do not
    /// nest with those of the ones before it has no say.
    pub fn of(devices: usize, shardings: &[Sharding]) -> Mesh {
        let mut mesh = Mesh { axes: Vec::from_iter((devices > 1).then_some(Axis { stride: 1, size: devices })) };
        for sharding in shardings {
            mesh.refine_by(sharding);
        }
        mesh
    }

    fn refine_by(&mut self, sharding: &Sharding) {
        match sharding {
            Sharding::Tuple(parts) => parts.iter().for_each(|part| self.refine_by(part)),
            Sharding::Tiled(tiling) => {
                let axes = tiling.axes().map(|axes| axes.all().collect::<Vec<_>>());
                let refined = axes.and_then(|axes| self.clone().refined(&axes));
                refined.into_iter().for_each(|refined| *self = refined);
            }
            Sharding::Grouped(sharding, _) => self.refine_by(sharding),
            Sharding::Replicated
            | Sharding::Maximal(_)
            | Sharding::Manual
            | Sharding::Unreduced
            | Sharding::Unknown
            | Sharding::Named(_) => {}
        }
    }

    /// This mesh with the borders of these axes, too.
    pub fn refined(mut self, axes: &[Axis]) -> Option<Mesh> {
        for border in axes.iter().flat_map(|axis| [axis.stride, axis.stride * axis.size]) {
            let Some(at) = self.axes.iter().position(|a| a.stride < border && border < a.stride * a.size) else {
                continue;
            };
            let Axis { stride, size } = self.axes[at];
            if !border.is_multiple_of(stride) || !(stride * size).is_multiple_of(border) {
                return None;
            }
            let parts = [Axis { stride: border, size: stride * size / border }, Axis { stride, size: border / stride }];
            self.axes.splice(at..=at, parts);
        }
        Some(self)
    }

    /// The same devices by axes of prime sizes.
    pub fn fine(&self) -> Mesh {
        let mut axes = Vec::new();
        for axis in &self.axes {
            let mut end = axis.stride * axis.size;
            for size in prime_factors(axis.size, false) {
                end /= size;
                axes.push(Axis { stride: end, size });
            }
        }
        Mesh { axes }
    }

    /// The greatest stride first.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    pub fn device_count(&self) -> usize {
        self.axes.iter().map(|axis| axis.size).product()
    }

    /// The same tiles in axes of this mesh; none where they are not made of them.
    pub fn split(&self, tiles: &TileAxes) -> Option<TileAxes> {
        let dims = tiles.dims.iter().map(|axes| self.split_axes(axes)).collect::<Option<_>>()?;
        Some(TileAxes { dims, manual: self.split_axes(&tiles.manual)? })
    }

    /// What axes of a finer mesh are in this one's; none where a part of one is left.
    pub fn joined(&self, axes: &[Axis]) -> Option<Vec<Axis>> {
        self.split_axes(&merged_axes(axes))
    }

    /// Axes in those of this mesh; none where they are not made of them.
    pub fn split_axes(&self, axes: &[Axis]) -> Option<Vec<Axis>> {
        let parts = axes.iter().map(|axis| self.parts(*axis)).collect::<Option<Vec<_>>>()?;
        Some(parts.concat())
    }

    fn parts(&self, axis: Axis) -> Option<Vec<Axis>> {
        let end = axis.stride * axis.size;
        let inside = self.axes.iter().filter(|part| axis.stride <= part.stride && part.stride < end);
        let parts: Vec<Axis> = inside.copied().collect();
        let size: usize = parts.iter().map(|part| part.size).product();
        (size == axis.size).then_some(parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mesh(devices: usize, texts: &[&str]) -> Mesh {
        let shardings: Vec<Sharding> = texts.iter().map(|text| Sharding::parse(text).unwrap()).collect();
        Mesh::of(devices, &shardings)
    }

    #[test]
    fn borders_of_all_shardings_are_kept() {
        let both = mesh(8, &["{devices=[2,4]<=[8]}", "{devices=[4,2]<=[8]}"]);
        assert_eq!(both.axes().iter().map(|axis| axis.size).collect::<Vec<_>>(), [2, 2, 2]);
        let one = mesh(6, &["{devices=[6]<=[6]}", "{devices=[2,3]<=[6] last_tile_dim_replicate}"]);
        assert_eq!(one.axes(), [Axis { stride: 3, size: 2 }, Axis { stride: 1, size: 3 }]);
    }

    #[test]
    fn axes_are_cut_and_joined() {
        let mesh = mesh(12, &["{devices=[6,2]<=[12]}"]);
        let [outer, inner] = [Axis { stride: 2, size: 6 }, Axis { stride: 1, size: 2 }];
        assert_eq!(mesh.axes(), [outer, inner]);
        let fine = mesh.fine();
        let [three, two] = [Axis { stride: 4, size: 3 }, Axis { stride: 2, size: 2 }];
        assert_eq!(fine.axes(), [three, two, inner]);
        assert_eq!(fine.split_axes(&[inner, outer]), Some(vec![inner, three, two]));
        assert_eq!(mesh.joined(&[inner, three, two]), Some(vec![inner, outer]));
        assert_eq!(mesh.joined(&[three, two, inner]), Some(vec![outer, inner]));
        assert_eq!(mesh.joined(&[three]), None);
        assert_eq!(mesh.joined(&[two, three]), None);
    }

    #[test]
    fn borders_that_do_not_nest_are_left_out() {
        let texts = ["{devices=[2,3]<=[6]}", "{devices=[3,2]<=[6]}"];
        let mesh = mesh(6, &texts);
        assert_eq!(mesh.axes(), [Axis { stride: 3, size: 2 }, Axis { stride: 1, size: 3 }]);
        let Sharding::Tiled(other) = Sharding::parse(texts[1]).unwrap() else { panic!("tiles") };
        assert_eq!(mesh.split(&other.axes().unwrap()), None);
    }
}
