//! From one sharding of a value to another, by the cheapest exchange.
//!
//! | from a dimension's axes to others | by |
//! |---|---|
//! | as many tiles, on other devices | collective-permute |
//! | more axes behind | slice of what the device has |
//! | last axes move to another dimension | all-to-all |
//! | last axes vanish | all-gather |
//!
//! Tiles of uneven size do not nest: a dimension that has such is gathered whole first.

use super::Body;
use crate::hlo::{ArrayLiteral, ArrayShape, Axis, ElementType, InstructionId, PaddingDimension, TileAxes, tile_count};

impl Body<'_, '_> {
    /// A value of shape `whole`, of which the device has the part that `from` says, as the part that `to` says.
    pub fn reshard(&mut self, id: InstructionId, whole: &ArrayShape, from: &TileAxes, to: &TileAxes) -> InstructionId {
        if from.dims == to.dims {
            return id;
        }
        let key = (id, to.clone());
        if let Some(&done) = self.resharded.get(&key) {
            return done;
        }
        let mut state = State { id, tiles: from.clone(), whole };
        self.gather_uneven(&mut state, to);
        while state.tiles.dims != to.dims {
            if !(self.permute(&mut state, to) || self.slice(&mut state, to) || self.exchange(&mut state, to)) {
                self.gather_one(&mut state, to);
            }
        }
        self.resharded.insert(key, state.id);
        state.id
    }

    /// Makes dimensions whole that have uneven tiles before or after.
    fn gather_uneven(&mut self, state: &mut State, to: &TileAxes) {
        for (dimension, &size) in state.whole.dims.iter().enumerate() {
            let is_even = |tiles: &TileAxes| size.is_multiple_of(tiles.tiles(dimension));
            let changes = state.tiles.dims[dimension] != to.dims[dimension];
            if !changes || (is_even(&state.tiles) && is_even(to)) || state.tiles.dims[dimension].is_empty() {
                continue;
            }
            let axes = std::mem::take(&mut state.tiles.dims[dimension]);
            state.id = self.all_gather(state.id, &axes, dimension);
            state.id = self.builder().slice_dimension(state.id, dimension, 0, size);
        }
    }

    /// All dimensions have as many tiles as they are to have: each device fetches its part from one that has it.
    fn permute(&mut self, state: &mut State, to: &TileAxes) -> bool {
        let dimensions = 0..to.rank();
        if !dimensions.into_iter().all(|dimension| state.tiles.tiles(dimension) == to.tiles(dimension)) {
            return false;
        }
        let sources = sources(self.partitioner.mesh.axes(), &state.tiles, to);
        if sources.iter().enumerate().any(|(device, &source)| device != source) {
            state.id = self.collective_permute(state.id, &sources);
        }
        state.tiles.dims = to.dims.clone();
        true
    }

    /// Cuts what the device has where only further axes are missing.
    fn slice(&mut self, state: &mut State, to: &TileAxes) -> bool {
        let mut tiles = state.tiles.clone();
        for dimension in 0..to.rank() {
            let missing = to.dims[dimension].strip_prefix(&state.tiles.dims[dimension][..]).unwrap_or(&[]);
            if missing.iter().all(|&axis| !state.tiles.uses(axis)) {
                tiles.dims[dimension].extend(missing);
            }
        }
        if tiles == state.tiles {
            return false;
        }
        state.id = self.cut(state.id, state.whole, &state.tiles, &tiles);
        state.tiles = tiles;
        true
    }

    /// The device's tile of what it has.
    fn cut(&mut self, id: InstructionId, whole: &ArrayShape, from: &TileAxes, to: &TileAxes) -> InstructionId {
        let sizes = super::part_shape(whole, to).dims;
        let mut padded = id;
        let mut starts = Vec::new();
        for (dimension, &size) in sizes.iter().enumerate() {
            let added = &to.dims[dimension][from.dims[dimension].len()..];
            if added.is_empty() {
                starts.push(self.builder().scalar_integer(ElementType::S32, 0));
                continue;
            }
            padded = self.fill_up(padded, dimension, size * tile_count(added));
            starts.push(self.tile_offset(added, size));
        }
        self.builder().dynamic_slice(padded, &starts, &sizes)
    }

    /// Zeros behind a dimension, up to this size.
    fn fill_up(&mut self, id: InstructionId, dimension: usize, size: usize) -> InstructionId {
        let mut b = self.builder();
        let dims = b.dims(id);
        if dims[dimension] >= size {
            return id;
        }
        let mut padding = vec![PaddingDimension::default(); dims.len()];
        padding[dimension].high = (size - dims[dimension]) as i64;
        let zero = b.constant(ArrayLiteral::zeros(&ArrayShape::scalar(b.element_type(id))));
        b.pad(id, zero, padding)
    }

    /// Moves a dimension's last axes to the dimension that is to have them next.
    fn exchange(&mut self, state: &mut State, to: &TileAxes) -> bool {
        let Some((from, target, count)) = movable(state, to) else { return false };
        let kept = state.tiles.dims[from].len() - count;
        let axes = state.tiles.dims[from].split_off(kept);
        state.id = self.all_to_all(state.id, &axes, from, target);
        state.tiles.dims[target].extend(axes);
        true
    }

    /// Gathers the last axes of the first dimension that has others than it is to have.
    fn gather_one(&mut self, state: &mut State, to: &TileAxes) {
        for dimension in 0..to.rank() {
            let (has, wants) = (&state.tiles.dims[dimension], &to.dims[dimension]);
            let common = has.iter().zip(wants).take_while(|(a, b)| a == b).count();
            if common < has.len() {
                let axes = state.tiles.dims[dimension].split_off(common);
                state.id = self.all_gather(state.id, &axes, dimension);
                return;
            }
        }
    }
}

/// A value on its way.
struct State<'w> {
    id: InstructionId,
    tiles: TileAxes,
    whole: &'w ArrayShape,
}

/// A dimension, another one, and the number of last axes of the first that the other is to have next.
fn movable(state: &State, to: &TileAxes) -> Option<(usize, usize, usize)> {
    let has = &state.tiles;
    for (from, axes) in has.dims.iter().enumerate() {
        let kept = axes.iter().zip(&to.dims[from]).take_while(|(a, b)| a == b).count();
        for first in kept..axes.len() {
            let moved = &axes[first..];
            let takes = |&target: &usize| {
                let missing = to.dims[target].strip_prefix(&has.dims[target][..]);
                let is_even = state.whole.dims[target].is_multiple_of(to.tiles(target));
                target != from && is_even && missing.is_some_and(|missing| missing.starts_with(moved))
            };
            if let Some(target) = (0..has.rank()).find(takes) {
                return Some((from, target, moved.len()));
            }
        }
    }
    None
}

/// For every device one that has the part it is to have, each for one device.
fn sources(mesh: &[Axis], from: &TileAxes, to: &TileAxes) -> Vec<usize> {
    let unused = |by: &TileAxes, first: &TileAxes| {
        let (others, both): (Vec<Axis>, Vec<Axis>) =
            mesh.iter().copied().filter(|&axis| !by.uses(axis)).partition(|&axis| first.uses(axis));
        [both, others].concat()
    };
    let (free_before, free_after) = (unused(from, to), unused(to, from));
    let source = |device: usize| {
        let free = with_tile(device, &free_before, tile_of(device, &free_after));
        let pairs = from.dims.iter().zip(&to.dims);
        pairs.fold(free, |source, (from, to)| with_tile(source, from, tile_of(device, to)))
    };
    (0..mesh.iter().map(|axis| axis.size).product()).map(source).collect()
}

/// A device's tile along axes.
fn tile_of(device: usize, axes: &[Axis]) -> usize {
    axes.iter().fold(0, |tile, axis| tile * axis.size + device / axis.stride % axis.size)
}

/// The device that differs in its tile along these axes, which is this.
fn with_tile(device: usize, axes: &[Axis], mut tile: usize) -> usize {
    let mut device = device;
    for axis in axes.iter().rev() {
        device = device - device / axis.stride % axis.size * axis.stride + tile % axis.size * axis.stride;
        tile /= axis.size;
    }
    device
}

#[cfg(test)]
mod tests {
    use super::*;

    const X: Axis = Axis { stride: 2, size: 2 };
    const Y: Axis = Axis { stride: 1, size: 2 };

    fn tiles(dims: &[&[Axis]]) -> TileAxes {
        TileAxes { dims: dims.iter().map(|axes| axes.to_vec()).collect(), manual: Vec::new() }
    }

    #[test]
    fn every_device_fetches_from_another() {
        assert_eq!(sources(&[X, Y], &tiles(&[&[X]]), &tiles(&[&[Y]])), [0, 2, 1, 3]);
        assert_eq!(sources(&[X, Y], &tiles(&[&[X, Y]]), &tiles(&[&[Y, X]])), [0, 2, 1, 3]);
        assert_eq!(sources(&[X, Y], &tiles(&[&[X], &[Y]]), &tiles(&[&[X], &[Y]])), [0, 1, 2, 3]);
    }

    #[test]
    fn last_axes_move() {
        let whole = ArrayShape::new(ElementType::F32, [8, 8]);
        let movable = |has: &[&[Axis]], wants: &[&[Axis]]| {
            movable(&State { id: InstructionId(0), tiles: tiles(has), whole: &whole }, &tiles(wants))
        };
        assert_eq!(movable(&[&[X, Y], &[]], &[&[X], &[Y]]), Some((0, 1, 1)));
        assert_eq!(movable(&[&[X, Y], &[]], &[&[], &[X, Y]]), Some((0, 1, 2)));
        assert_eq!(movable(&[&[X, Y], &[]], &[&[Y], &[X]]), None);
    }
}
