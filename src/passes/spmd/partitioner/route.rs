//! The cheapest way from one sharding of a value to another.
//!
//! | step | what it does to the axes of dimensions |
//! |---|---|
//! | permute | others in the places of as many tiles: each device fetches its tile from one that has it |
//! | slice | further axes behind: each device cuts its tile out of what it has |
//! | exchange | last axes move behind those of another dimension: an all-to-all |
//! | gather | last axes vanish: an all-gather |
//!
//! Which steps, in which order, is a shortest path over the shardings that such steps lead to.

use super::cost;
use crate::hlo::{ArrayShape, Axis, Mesh, TileAxes, tile_count};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// The axes of every dimension.
pub type Dims = Vec<Vec<Axis>>;

/// One step of a way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    Permute,
    Slice,
    Exchange { from: usize, to: usize, axes: Vec<Axis> },
    Gather { dimension: usize, axes: Vec<Axis> },
}

/// Steps in order, each with the sharding that it leads to. Axes may be parts of the mesh's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Route {
    pub start: Dims,
    pub steps: Vec<(Step, Dims)>,
    pub cost: u64,
}

/// Shardings that a search looks at before it takes the plain way.
const SEARCH_LIMIT: usize = 1000;
/// Exchanges of places that a search looks at.
const PERMUTATION_LIMIT: usize = 120;
/// Axes of prime sizes among which ways are searched.
const FINE_LIMIT: usize = 6;

/// The cheapest way of an array of shape `whole`.
pub fn route(mesh: &Mesh, whole: &ArrayShape, from: &TileAxes, to: &TileAxes) -> Route {
    if from.dims == to.dims {
        return Route::default();
    }
    let search = Search { mesh, whole, from, to };
    let route = search.shortest().unwrap_or_else(|| search.plain());
    // Where one exchange does not do, parts of axes may go a cheaper way than whole ones.
    let fine = (route.steps.len() > 1).then(|| fine_route(mesh, whole, from, to)).flatten();
    fine.filter(|fine| fine.cost < route.cost).unwrap_or(route)
}

fn fine_route(mesh: &Mesh, whole: &ArrayShape, from: &TileAxes, to: &TileAxes) -> Option<Route> {
    let fine = mesh.fine();
    if fine == *mesh || fine.axes().len() > FINE_LIMIT {
        return None;
    }
    let [from, to] = [fine.split(from)?, fine.split(to)?];
    Search { mesh: &fine, whole, from: &from, to: &to }.shortest()
}

/// Bytes and steps of a way.
type Length = (u64, usize);

struct Search<'s> {
    mesh: &'s Mesh,
    whole: &'s ArrayShape,
    from: &'s TileAxes,
    to: &'s TileAxes,
}

/// How far a sharding is, with the last step to it and the sharding before.
type Reached = BTreeMap<Dims, (Length, Option<(Step, Dims)>)>;

impl Search<'_> {
    fn shortest(&self) -> Option<Route> {
        // Of ways of as many bytes, that of fewer steps.
        let mut best = Reached::new();
        let mut queue = BinaryHeap::from([Reverse(((0, 0), self.from.dims.clone()))]);
        best.insert(self.from.dims.clone(), ((0, 0), None));
        let mut looked_at = 0;
        while let Some(Reverse((length, dims))) = queue.pop() {
            looked_at += 1;
            if dims == self.to.dims {
                return Some(self.walked(&best, length.0));
            }
            if looked_at > SEARCH_LIMIT {
                return None;
            }
            if best[&dims].0 < length {
                continue;
            }
            for (step, next) in self.steps(&dims) {
                let length = (length.0 + self.cost(&step, &dims, &next), length.1 + 1);
                if best.get(&next).is_none_or(|(known, _)| length < *known) {
                    best.insert(next.clone(), (length, Some((step, dims.clone()))));
                    queue.push(Reverse((length, next)));
                }
            }
        }
        None
    }

    fn walked(&self, best: &Reached, cost: u64) -> Route {
        let mut steps = Vec::new();
        let mut dims = self.to.dims.clone();
        while let Some((step, before)) = &best[&dims].1 {
            steps.push((step.clone(), dims));
            dims = before.clone();
        }
        steps.reverse();
        Route { start: dims, steps, cost }
    }

    /// Gathers what differs, and cuts it anew.
    fn plain(&self) -> Route {
        let mut dims = self.from.dims.clone();
        let mut route = Route { start: dims.clone(), ..Route::default() };
        for dimension in (0..dims.len()).filter(|&d| self.from.dims[d] != self.to.dims[d]) {
            let axes = std::mem::take(&mut dims[dimension]);
            if !axes.is_empty() {
                route.steps.push((Step::Gather { dimension, axes }, dims.clone()));
            }
        }
        route.steps.push((Step::Slice, self.to.dims.clone()));
        let mut before = self.from.dims.clone();
        for (step, after) in &route.steps {
            route.cost += self.cost(step, &before, after);
            before = after.clone();
        }
        route
    }

    fn cost(&self, step: &Step, before: &Dims, after: &Dims) -> u64 {
        let has = part_bytes(self.whole, before);
        match step {
            Step::Slice => 0,
            Step::Permute if self.stays(before, after) => 0,
            Step::Permute => cost::permute(has),
            Step::Exchange { axes, .. } => cost::all_to_all(has, tile_count(axes)),
            // Uneven tiles are gathered with what fills them up.
            Step::Gather { axes, .. } => cost::all_gather(has * tile_count(axes) as u64, tile_count(axes)),
        }
    }

    /// Every device has the tile that it is to have.
    fn stays(&self, before: &Dims, after: &Dims) -> bool {
        let tiles = |dims: &Dims| TileAxes { dims: dims.clone(), manual: self.from.manual.clone() };
        sources(self.mesh.axes(), &tiles(before), &tiles(after)).into_iter().enumerate().all(|(a, b)| a == b)
    }

    fn steps(&self, dims: &Dims) -> Vec<(Step, Dims)> {
        let mut steps: Vec<(Step, Dims)> = self.slices(dims);
        for from in 0..dims.len() {
            for kept in 0..dims[from].len() {
                let mut shorter = dims.clone();
                let axes = shorter[from].split_off(kept);
                if !self.nests(from, &shorter[from], &dims[from]) {
                    continue;
                }
                steps.extend(self.exchanges(dims, from, &axes, &shorter));
                steps.push((Step::Gather { dimension: from, axes }, shorter));
            }
        }
        steps.extend(self.permutations(dims).into_iter().map(|next| (Step::Permute, next)));
        steps
    }

    /// Further axes behind those of a dimension, in the order of the end or one by one, and all that are missing.
    fn slices(&self, dims: &Dims) -> Vec<(Step, Dims)> {
        let mut all = dims.clone();
        let mut steps = Vec::new();
        for (dimension, wanted) in self.to.dims.iter().enumerate() {
            let missing = wanted.strip_prefix(&dims[dimension][..]).unwrap_or(&[]);
            let prefixes = (1..=missing.len()).map(|count| &missing[..count]);
            for added in prefixes.chain(wanted.iter().map(std::slice::from_ref)) {
                let mut longer = dims.clone();
                longer[dimension].extend(added);
                if self.is_free(dims, added) && self.nests(dimension, &dims[dimension], &longer[dimension]) {
                    steps.push((Step::Slice, longer));
                }
            }
            if self.is_free(dims, missing) {
                all[dimension].extend(missing);
            }
        }
        if all != *dims && (0..dims.len()).all(|d| self.nests(d, &dims[d], &all[d])) {
            steps.push((Step::Slice, all));
        }
        steps
    }

    fn is_free(&self, dims: &Dims, axes: &[Axis]) -> bool {
        dims.iter().flatten().chain(&self.from.manual).all(|used| !axes.contains(used))
    }

    fn exchanges(&self, dims: &Dims, from: usize, axes: &[Axis], shorter: &Dims) -> Vec<(Step, Dims)> {
        let mut steps = Vec::new();
        for to in (0..dims.len()).filter(|&to| to != from) {
            let mut next = shorter.clone();
            next[to].extend(axes);
            if self.nests(to, &dims[to], &next[to]) {
                steps.push((Step::Exchange { from, to, axes: axes.to_vec() }, next));
            }
        }
        steps
    }

    /// Tiles along the longer list of axes are parts of those along the shorter one.
    fn nests(&self, dimension: usize, shorter: &[Axis], longer: &[Axis]) -> bool {
        let (few, many) = (tile_count(shorter), tile_count(longer));
        let size = self.whole.dims[dimension];
        few == 1 || size.div_ceil(few) == size.div_ceil(many) * (many / few)
    }

    /// The end, where it has as many tiles of each dimension; from the beginning also whatever changes axes' places.
    fn permutations(&self, dims: &Dims) -> Vec<Dims> {
        let mut found = Vec::new();
        let counts = |dims: &Dims| dims.iter().map(|axes| tile_count(axes)).collect::<Vec<_>>();
        if counts(dims) == counts(&self.to.dims) {
            found.push(self.to.dims.clone());
        }
        if *dims == self.from.dims {
            let mut axes: Vec<Axis> = dims.iter().chain(&self.to.dims).flatten().copied().collect();
            axes.sort_unstable();
            axes.dedup();
            let places: Vec<usize> = dims.iter().flatten().map(|axis| axis.size).collect();
            let mut lists = Vec::new();
            place(&places, &axes, &mut Vec::new(), &mut lists);
            found.extend(lists.into_iter().map(|list| filled(dims, &list)));
        }
        found
    }
}

/// All lists of axes of these sizes.
fn place(sizes: &[usize], axes: &[Axis], chosen: &mut Vec<Axis>, lists: &mut Vec<Vec<Axis>>) {
    let Some((&size, rest)) = sizes.split_first() else {
        lists.push(chosen.clone());
        return;
    };
    for &axis in axes.iter().filter(|axis| axis.size == size) {
        if !chosen.contains(&axis) && lists.len() < PERMUTATION_LIMIT {
            chosen.push(axis);
            place(rest, axes, chosen, lists);
            chosen.pop();
        }
    }
}

/// As many axes in every dimension, taken from a list.
fn filled(dims: &Dims, list: &[Axis]) -> Dims {
    let mut list = list.iter().copied();
    dims.iter().map(|axes| list.by_ref().take(axes.len()).collect()).collect()
}

/// Bytes of a device's part.
fn part_bytes(whole: &ArrayShape, dims: &Dims) -> u64 {
    let sizes = whole.dims.iter().zip(dims).map(|(size, axes)| size.div_ceil(tile_count(axes)));
    ArrayShape::new(whole.element_type, sizes.collect::<Vec<_>>()).byte_size() as u64
}

/// For every device one that has the part it is to have, each for one device.
pub fn sources(mesh: &[Axis], from: &TileAxes, to: &TileAxes) -> Vec<usize> {
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
pub fn tile_of(device: usize, axes: &[Axis]) -> usize {
    axes.iter().fold(0, |tile, axis| tile * axis.size + device / axis.stride % axis.size)
}

/// The device that differs in its tile along these axes, which is this.
pub fn with_tile(device: usize, axes: &[Axis], mut tile: usize) -> usize {
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
    use crate::hlo::ElementType;

    const X: Axis = Axis { stride: 2, size: 2 };
    const Y: Axis = Axis { stride: 1, size: 2 };

    fn tiles(dims: &[&[Axis]]) -> TileAxes {
        TileAxes { dims: dims.iter().map(|axes| axes.to_vec()).collect(), manual: Vec::new() }
    }

    fn steps(sizes: &[usize], from: &[&[Axis]], to: &[&[Axis]]) -> Vec<Step> {
        let mesh = Mesh::of(4, &[]).refined(&[X, Y]).unwrap();
        let whole = ArrayShape::new(ElementType::F32, sizes);
        route(&mesh, &whole, &tiles(from), &tiles(to)).steps.into_iter().map(|(step, _)| step).collect()
    }

    fn exchange(from: usize, to: usize, axes: &[Axis]) -> Step {
        Step::Exchange { from, to, axes: axes.to_vec() }
    }

    fn gather(dimension: usize, axes: &[Axis]) -> Step {
        Step::Gather { dimension, axes: axes.to_vec() }
    }

    #[test]
    fn every_device_fetches_from_another() {
        assert_eq!(sources(&[X, Y], &tiles(&[&[X]]), &tiles(&[&[Y]])), [0, 2, 1, 3]);
        assert_eq!(sources(&[X, Y], &tiles(&[&[X, Y]]), &tiles(&[&[Y, X]])), [0, 2, 1, 3]);
        assert_eq!(sources(&[X, Y], &tiles(&[&[X], &[Y]]), &tiles(&[&[X], &[Y]])), [0, 1, 2, 3]);
    }

    #[test]
    fn one_step_where_one_does() {
        assert_eq!(steps(&[8, 8], &[&[X], &[]], &[&[X], &[Y]]), [Step::Slice]);
        assert_eq!(steps(&[8, 8], &[&[X], &[Y]], &[&[Y], &[X]]), [Step::Permute]);
        assert_eq!(steps(&[8, 8], &[&[X, Y], &[]], &[&[X], &[Y]]), [exchange(0, 1, &[Y])]);
        assert_eq!(steps(&[8, 8], &[&[X, Y], &[]], &[&[], &[X, Y]]), [exchange(0, 1, &[X, Y])]);
        assert_eq!(steps(&[8, 8], &[&[X, Y], &[]], &[&[X], &[]]), [gather(0, &[Y])]);
    }

    #[test]
    fn the_way_of_the_fewest_bytes_is_taken() {
        // A permute moves a whole part; an all-to-all over an axis of two moves half of one, over both three quarters.
        let expected = [exchange(0, 1, &[Y]), exchange(1, 0, &[X, Y])];
        assert_eq!(steps(&[8, 8], &[&[Y], &[X]], &[&[X, Y], &[]]), expected);
    }

    #[test]
    fn a_part_of_an_axis_moves_where_that_is_cheaper() {
        let [x, y] = [Axis { stride: 2, size: 4 }, Axis { stride: 1, size: 2 }];
        let mesh = Mesh::of(8, &[]).refined(&[x, y]).unwrap();
        let whole = ArrayShape::new(ElementType::F32, [16, 8]);
        let route = route(&mesh, &whole, &tiles(&[&[x], &[y]]), &tiles(&[&[y], &[x]]));
        let steps: Vec<Step> = route.steps.into_iter().map(|(step, _)| step).collect();
        // As many tiles of each dimension, and then each device fetches the one that is to be its own.
        assert_eq!(steps, [exchange(0, 1, &[X]), Step::Permute]);
    }

    #[test]
    fn uneven_tiles_are_exchanged_where_they_nest() {
        // 7 are 4 and 3, or 2, 2, 2 and 1.
        assert_eq!(steps(&[7], &[&[X]], &[&[X, Y]]), [Step::Slice]);
        assert_eq!(steps(&[7, 6], &[&[X], &[]], &[&[], &[X]]), [exchange(0, 1, &[X])]);
        // 6 are 3 and 3, or 2, 2, 2 and none.
        assert_eq!(steps(&[6], &[&[X]], &[&[X, Y]]), [gather(0, &[X]), Step::Slice]);
    }
}
