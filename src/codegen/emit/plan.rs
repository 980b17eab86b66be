//! How a loop kernel goes over its result: which dimensions become one loop, which are units of work, and how long a
//! vector is.

use super::affine::{Affine, Definition, Index, Space};
use super::fragment::Fragment;
use super::walk::{Accesses, walk};
use crate::hlo::ArrayShape;

/// Aim for so many units, so that threads find enough of them.
const WANTED_UNITS: usize = 64;
/// Elements that a unit has at least where units are parts of one dimension.
const UNIT_ELEMENTS: usize = 4096;
/// Work, in elementwise operations, that is worth waking a thread for.
const TASK_OPERATIONS: usize = 1 << 16;

/// Dimensions of the result that one loop goes over, major first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopDim {
    pub size: usize,
    pub members: Vec<usize>,
}

/// The loops over an array's elements in memory order, the outermost first.
pub fn collapse(fragment: &Fragment, shape: &ArrayShape) -> Vec<LoopDim> {
    let physical: Vec<usize> =
        shape.layout.minor_to_major.iter().rev().copied().filter(|&d| shape.dims[d] != 1).collect();
    let mut loops: Vec<LoopDim> = Vec::new();
    for &dim in &physical {
        let size = shape.dims[dim];
        match loops.last_mut() {
            Some(last) if can_collapse(fragment, shape, last, dim) => {
                last.size *= size;
                last.members.push(dim);
            }
            _ => loops.push(LoopDim { size, members: vec![dim] }),
        }
    }
    loops
}

/// Whether no access tells the two dimensions apart.
fn can_collapse(fragment: &Fragment, shape: &ArrayShape, outer: &LoopDim, inner: usize) -> bool {
    let mut space = Space::new(1);
    let major = *outer.members.last().expect("a loop has dimensions");
    let (rows, columns) = (shape.dims[major] as i64, shape.dims[inner] as i64);
    let both = Affine::var(space.bind(0, rows * columns - 1, 1, 1));
    let index: Index = (0..shape.rank())
        .map(|d| match d {
            d if d == major => space.floor_div(&both, columns),
            d if d == inner => space.modulo(&both, columns),
            d => Affine::var(space.bind(0, shape.dims[d] as i64 - 1, 1, 1)),
        })
        .collect();
    let mut accesses = Accesses::default();
    for &root in &fragment.roots {
        let index = root_index(&mut space, fragment.get(root).array(), shape, &index);
        walk(fragment, &mut space, root, &index, &mut accesses);
    }
    accesses.places.iter().all(|place| !mentions_quotient(&space, place))
}

fn mentions_quotient(space: &Space, place: &Affine) -> bool {
    place.terms.iter().any(|(v, _)| matches!(space.definition(*v), Definition::Quotient { .. }))
}

/// The index of a root's element at the place where another root of the same size has `index`.
pub fn root_index(space: &mut Space, root: &ArrayShape, main: &ArrayShape, index: &Index) -> Index {
    super::index::reshape(space, &root.dims, &main.dims, index)
}

/// How the loops are shared out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Sizes of the outer loops that make up units, then the number of chunks of the innermost loop.
    pub unit_dims: Vec<usize>,
    /// Loops inside a unit, but the innermost.
    pub inner_dims: Vec<usize>,
    /// Length of the innermost loop.
    pub length: usize,
    /// Part of the innermost loop in a unit.
    pub chunk: usize,
    pub lanes: usize,
    /// Vectors a step of the innermost loop.
    pub unroll: usize,
}

impl Plan {
    /// Shares out loops of these sizes, for a body of `cost` operations an element.
    pub fn new(sizes: &[usize], lanes: usize, cost: usize) -> Plan {
        let (&length, outer) = sizes.split_last().unwrap_or((&1, &[]));
        let lanes = lanes.min(previous_power_of_two(length));
        let unroll = unroll_of(cost).min(previous_power_of_two(length / lanes));
        let outer_total: usize = outer.iter().product();
        let chunk = chunk_length(length, outer_total, lanes * unroll);
        let mut taken = 0;
        let mut units = length.div_ceil(chunk);
        while taken < outer.len() && (units < WANTED_UNITS || taken == 0) {
            units *= outer[taken];
            taken += 1;
        }
        let mut unit_dims = outer[..taken].to_vec();
        unit_dims.push(length.div_ceil(chunk));
        Plan { unit_dims, inner_dims: outer[taken..].to_vec(), length, chunk, lanes, unroll }
    }

    pub fn units(&self) -> i64 {
        self.unit_dims.iter().product::<usize>() as i64
    }

    /// Units that are worth a thread, for a body of `cost` operations an element.
    pub fn min_units_per_task(&self, cost: usize) -> i64 {
        let unit = self.chunk * self.inner_dims.iter().product::<usize>() * cost.max(1);
        TASK_OPERATIONS.div_ceil(unit.max(1)) as i64
    }

    /// Elements a step of the innermost loop.
    pub fn step(&self) -> usize {
        self.lanes * self.unroll
    }
}

fn chunk_length(length: usize, outer: usize, step: usize) -> usize {
    if outer >= WANTED_UNITS || length < 2 * UNIT_ELEMENTS {
        return length;
    }
    let wanted = WANTED_UNITS.div_ceil(outer.max(1));
    length.div_ceil(wanted).clamp(UNIT_ELEMENTS, 4 * UNIT_ELEMENTS).next_multiple_of(step)
}

fn unroll_of(cost: usize) -> usize {
    match cost {
        0..=8 => 4,
        9..=24 => 2,
        _ => 1,
    }
}

pub fn previous_power_of_two(n: usize) -> usize {
    if n == 0 { 1 } else { 1 << n.ilog2() }
}
