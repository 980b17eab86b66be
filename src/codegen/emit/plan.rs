//! How a loop kernel goes over its result: which dimensions become one loop, which are units of work, and how long a
//! vector is.

use super::affine::{Affine, Definition, Index, Space};
use super::fragment::Fragment;
use super::sinks::{Sink, walk_sinks};
use super::walk::{Accesses, walk};
use crate::hlo::{ArrayShape, InstructionId};

/// Aim for so many units, so that threads find enough of them.
const WANTED_UNITS: usize = 64;
/// Operations that a unit has at least where units are parts of one dimension.
const UNIT_OPERATIONS: usize = 1 << 14;
/// Work, in elementwise operations, that is worth waking a thread for.
const TASK_OPERATIONS: usize = 1 << 16;

/// Dimensions of the result that one loop goes over, major first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopDim {
    pub size: usize,
    pub members: Vec<usize>,
}

/// The loops over some dimensions of what sinks write, in memory order of the first one.
pub fn collapse_sinks(fragment: &Fragment, sinks: &[Sink<'_>], wanted: impl Fn(usize) -> bool) -> Vec<LoopDim> {
    let visit = |space: &mut Space, index: &Index, out: &mut Accesses| walk_sinks(fragment, sinks, space, index, out);
    collapse_where(sinks[0].value.shape, wanted, visit)
}

/// The loops over some dimensions of arrays of equal dimensions.
pub fn collapse_dims(fragment: &Fragment, arrays: &[InstructionId], dims: &[usize]) -> Vec<LoopDim> {
    let visit = |space: &mut Space, index: &Index, out: &mut Accesses| {
        arrays.iter().for_each(|&id| walk(fragment, space, id, index, out));
    };
    collapse_where(fragment.get(arrays[0]).array(), |d| dims.contains(&d), visit)
}

/// Joins neighbouring dimensions, of those wanted, that no access which `visit` reports tells apart.
fn collapse_where(
    main: &ArrayShape,
    wanted: impl Fn(usize) -> bool,
    visit: impl Fn(&mut Space, &Index, &mut Accesses),
) -> Vec<LoopDim> {
    let mut loops: Vec<LoopDim> = Vec::new();
    let mut previous = None;
    for &dim in main.layout.minor_to_major.iter().rev().filter(|&&d| main.dims[d] != 1) {
        let adjacent = previous.replace(dim).filter(|&d| wanted(d));
        if !wanted(dim) {
            continue;
        }
        match (loops.last_mut(), adjacent) {
            (Some(last), Some(major)) if can_collapse(main, [major, dim], &visit) => {
                last.size *= main.dims[dim];
                last.members.push(dim);
            }
            _ => loops.push(LoopDim { size: main.dims[dim], members: vec![dim] }),
        }
    }
    loops
}

fn can_collapse(
    shape: &ArrayShape,
    [major, inner]: [usize; 2],
    visit: impl Fn(&mut Space, &Index, &mut Accesses),
) -> bool {
    let mut space = Space::default();
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
    visit(&mut space, &index, &mut accesses);
    accesses.places.iter().all(|place| !mentions_quotient(&space, place))
}

fn mentions_quotient(space: &Space, place: &Affine) -> bool {
    place.terms.iter().any(|(v, _)| matches!(space.definition(*v), Definition::Quotient { .. }))
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
    /// No element may be computed twice.
    pub exact: bool,
}

/// What the loops of a plan do.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    pub lanes: usize,
    /// Operations done for an element, those of reductions counted as often as they are done.
    pub work: usize,
    /// Number of outer loops that units may be made of, where something is computed once for each of these.
    pub rows: Option<usize>,
    pub unroll: usize,
    /// Results may take the place of operands, so that no element may be computed twice.
    pub exact: bool,
}

impl Plan {
    /// Shares out loops of these sizes.
    pub fn new(sizes: &[usize], body: Body) -> Plan {
        let (&length, outer) = sizes.split_last().unwrap_or((&1, &[]));
        let lanes = body.lanes.min(previous_power_of_two(length));
        let unroll = body.unroll.min(previous_power_of_two(length / lanes));
        let outer_total: usize = outer.iter().product();
        let whole = body.rows.is_some_and(|rows| rows <= outer.len());
        let chunk = if whole { length } else { chunk_length(length, outer_total, lanes * unroll, body.work) };
        let limit = body.rows.unwrap_or(outer.len()).min(outer.len());
        let mut taken = 0;
        let mut units = length.div_ceil(chunk);
        while taken < limit && (units < WANTED_UNITS || taken == 0) {
            units *= outer[taken];
            taken += 1;
        }
        let mut unit_dims = outer[..taken].to_vec();
        unit_dims.push(length.div_ceil(chunk));
        let inner_dims = outer[taken..].to_vec();
        Plan { unit_dims, inner_dims, length, chunk, lanes, unroll, exact: body.exact }
    }

    /// A unit for each iteration of the outer loops, none of whose elements is computed twice.
    pub fn rows(outer: &[usize], inner: &[usize], body: Body) -> Plan {
        let (&length, between) = inner.split_last().unwrap_or((&1, &[]));
        let lanes = body.lanes.min(previous_power_of_two(length));
        let unroll = body.unroll.min(previous_power_of_two(length / lanes));
        let unit_dims = [outer, &[1]].concat();
        Plan { unit_dims, inner_dims: between.to_vec(), length, chunk: length, lanes, unroll, exact: true }
    }

    /// One unit that does one loop without vectors.
    pub fn single(length: usize) -> Plan {
        Plan { unit_dims: vec![1], inner_dims: Vec::new(), length, chunk: length, lanes: 1, unroll: 1, exact: false }
    }

    pub fn units(&self) -> i64 {
        self.unit_dims.iter().product::<usize>() as i64
    }

    /// Units that are worth a thread, for a body of `work` operations an element.
    pub fn min_units_per_task(&self, work: usize) -> i64 {
        let unit = self.chunk * self.inner_dims.iter().product::<usize>() * work.max(1);
        TASK_OPERATIONS.div_ceil(unit.max(1)) as i64
    }

    /// Whether steps and chunks come out even.
    pub fn is_even(&self) -> bool {
        self.length.is_multiple_of(self.chunk) && self.chunk.is_multiple_of(self.step())
    }

    /// Elements a step of the innermost loop.
    pub fn step(&self) -> usize {
        self.lanes * self.unroll
    }
}

fn chunk_length(length: usize, outer: usize, step: usize, work: usize) -> usize {
    let least = (UNIT_OPERATIONS / work.max(1)).next_multiple_of(step).max(step);
    if outer >= WANTED_UNITS || length < 2 * least {
        return length;
    }
    let wanted = WANTED_UNITS.div_ceil(outer.max(1));
    length.div_ceil(wanted).clamp(least, 4 * least).next_multiple_of(step)
}

/// Accumulators in flight, for elements of so many operations: combining has to wait for the one before.
pub fn accumulators_of(cost: usize) -> usize {
    match cost {
        0..=4 => 8,
        5..=16 => 4,
        17..=40 => 2,
        _ => 1,
    }
}

/// Vectors in flight, for a body of `cost` operations.
pub fn unroll_of(cost: usize) -> usize {
    match cost {
        0..=8 => 4,
        9..=24 => 2,
        _ => 1,
    }
}

pub fn previous_power_of_two(n: usize) -> usize {
    if n == 0 { 1 } else { 1 << n.ilog2() }
}
