//! Scatter kernels: updates go one by one into the result's memory, which holds the operand already.
//!
//! Updates that may meet are done in their order by one thread, so the result does not depend on the number of threads.
//! Threads share what never meets: batches, and window dimensions that no start moves along. What lies out of bounds is
//! dropped, element by element.

use super::affine::{Affine, Index};
use super::evaluate::{Evaluator, Result};
use super::fragment::{Fragment, Root};
use super::guard::InBounds;
use super::loop_kernel::emit_sinks;
use super::memory::position;
use super::plan::Plan;
use super::reducer::{Reduction, classify};
use super::sinks::{Placement, Sink};
use super::{Emission, Kernel};
use crate::codegen::kernel::Phase;
use crate::codegen::math::{MathBuilder, Value};
use crate::hlo::{ArrayShape, BinaryOp, ElementType, InstructionId, Op, ScatterDimensionNumbers};

/// Starts lie within these bounds in any array that fits into memory; others are out of bounds all the same.
const FAR: i64 = 1 << 40;
/// Parts of a window that keep the threads busy.
const WANTED_PARTS: usize = 16;
/// A part is at least two cache lines wide, so that no line is read for nothing.
const PART_BYTES: usize = 128;
/// Vectors of a part that are done without a loop.
const MAX_UNROLL: usize = 8;

/// A scatter and its parts.
struct Scatter<'m> {
    dims: &'m ScatterDimensionNumbers,
    unique: bool,
    operands: &'m [InstructionId],
    indices: InstructionId,
    updates: &'m [InstructionId],
    /// How a current value and an update are combined.
    combiner: Reduction,
    shape: &'m ArrayShape,
    update_shape: &'m ArrayShape,
}

impl<'m> Scatter<'m> {
    fn of(fragment: &Fragment<'m>, id: InstructionId) -> Option<Scatter<'m>> {
        let instruction = fragment.get(id);
        let Op::Scatter { dims, unique_indices, to_apply, .. } = &instruction.op else { return None };
        let count = instruction.operands().len() / 2;
        let (operands, rest) = instruction.operands().split_at(count);
        let types: Vec<ElementType> = operands.iter().map(|&o| fragment.get(o).array().element_type).collect();
        let combiner = Reduction {
            id,
            region: *to_apply,
            inputs: Vec::new(),
            inits: Vec::new(),
            dims: Vec::new(),
            reducer: classify(fragment.module, *to_apply, count),
            accumulators: types.clone(),
            types,
        };
        Some(Scatter {
            dims,
            unique: *unique_indices,
            operands,
            indices: rest[0],
            updates: &rest[1..],
            combiner,
            shape: fragment.get(operands[0]).array(),
            update_shape: fragment.get(rest[1]).array(),
        })
    }

    /// The operand dimension of each window dimension of the updates.
    fn window_targets(&self) -> Vec<(usize, usize)> {
        let skipped =
            |d: &usize| self.dims.inserted_window_dims.contains(d) || self.dims.input_batching_dims.contains(d);
        let targets = (0..self.shape.rank()).filter(|d| !skipped(d));
        self.dims.update_window_dims.iter().copied().zip(targets).collect()
    }

    /// Size of the window along an operand dimension.
    fn window_size(&self, target: usize) -> i64 {
        let found = self.window_targets().into_iter().find(|&(_, t)| t == target);
        found.map_or(1, |(from, _)| self.update_shape.dims[from] as i64)
    }

    /// Dimensions of the updates without those of size 1: those along which updates never meet, as they lie in memory
    /// with the window last, and the others, whose order is that of the updates.
    fn loops(&self) -> (Vec<usize>, Vec<usize>) {
        let physical = self.update_shape.layout.minor_to_major.iter().rev().copied();
        let (window, scattered): (Vec<usize>, Vec<usize>) =
            physical.filter(|&d| self.update_shape.dims[d] != 1).partition(|&d| self.is_of_window(d));
        let (apart, mut meeting): (Vec<usize>, Vec<usize>) =
            [scattered, window].concat().into_iter().partition(|&d| self.never_meet_along(d));
        meeting.sort_unstable();
        (apart, meeting)
    }

    fn is_of_window(&self, d: usize) -> bool {
        self.dims.update_window_dims.contains(&d)
    }

    /// The dimension of the window that is last in memory, where the targets along it are neighbours and nothing is
    /// out of its order when it is last.
    fn vector_dimension(&self, meeting: &[usize]) -> Option<usize> {
        let physical = self.update_shape.layout.minor_to_major.iter().copied();
        let last = physical.filter(|&d| self.update_shape.dims[d] != 1).find(|&d| self.is_of_window(d))?;
        let strides = self.shape.strides();
        let is_dense = self.window_targets().iter().any(|&(from, target)| from == last && strides[target] == 1);
        let in_order = self.never_meet_along(last) || meeting.last() == Some(&last);
        (is_dense && in_order).then_some(last)
    }

    /// Whether no two updates that differ along this dimension of theirs have one target.
    fn never_meet_along(&self, d: usize) -> bool {
        let is_one_window = self.scattered().iter().all(|&d| self.update_shape.dims[d] == 1);
        let moves =
            |(from, target): &(usize, usize)| *from == d && self.dims.scatter_dims_to_operand_dims.contains(target);
        match self.is_of_window(d) {
            _ if self.unique => true,
            true => is_one_window || !self.window_targets().iter().any(moves),
            false => self.batches().any(|(_, from)| from == d),
        }
    }

    /// Dimensions of the updates that choose the index vector.
    fn scattered(&self) -> Vec<usize> {
        (0..self.update_shape.rank()).filter(|&d| !self.is_of_window(d)).collect()
    }

    /// The batch dimensions of the operand, each with that of the updates.
    fn batches(&self) -> impl Iterator<Item = (usize, usize)> {
        let scattered = self.scattered();
        let of_indices = self.dims.scatter_indices_batching_dims.iter();
        let of_updates = of_indices.map(move |&d| scattered[d - usize::from(d > self.dims.index_vector_dim)]);
        self.dims.input_batching_dims.iter().copied().zip(of_updates)
    }
}

/// Emits a scatter, after a phase that fills the result where it does not hold the operand yet.
pub fn emit(emission: &Emission<'_, '_>, id: InstructionId) -> Result<Kernel> {
    let fragment = emission.fragment;
    let scatter = Scatter::of(fragment, id).ok_or_else(|| fragment.unsupported("a scatter"))?;
    let mut kernel = fill(emission, &scatter)?;
    if scatter.update_shape.element_count() == 0 || scatter.shape.element_count() == 0 {
        return Ok(kernel);
    }
    let name = format!("{}.scatter", emission.name);
    let (plan, order) = plan_of(emission, &scatter);
    let mut evaluator = emission.evaluator(&name, plan.lanes);
    evaluator.nest(&plan, |e, places, vectors| e.scatter_at(&scatter, &order, places, vectors))?;
    evaluator.f.finish();
    kernel.phases.push(Phase { function: name, units: plan.units(), min_units_per_task: plan.min_units_per_task(8) });
    Ok(kernel)
}

fn fill(emission: &Emission<'_, '_>, scatter: &Scatter<'_>) -> Result<Kernel> {
    let fragment = emission.fragment;
    let missing = |&(number, _): &(usize, &InstructionId)| !fragment.is_in_place(number);
    let sink = |(number, &id): (usize, &InstructionId)| Sink {
        value: Root { id, part: 0, shape: fragment.get(id).array() },
        placement: Placement::Whole,
        argument: fragment.operand_arguments() + number,
    };
    let sinks: Vec<Sink> = scatter.operands.iter().enumerate().filter(missing).map(sink).collect();
    match sinks.is_empty() {
        true => Ok(Kernel { phases: Vec::new(), scratch_bytes: 0 }),
        false => emit_sinks(emission, &format!("{}.fill", emission.name), &sinks),
    }
}

/// The loops, and the dimension of the updates that each of them goes over.
fn plan_of(emission: &Emission<'_, '_>, scatter: &Scatter<'_>) -> (Plan, Vec<usize>) {
    let sizes = |dims: &[usize]| dims.iter().map(|&d| scatter.update_shape.dims[d]).collect::<Vec<_>>();
    let (mut apart, mut meeting) = scatter.loops();
    let vector = scatter.vector_dimension(&meeting);
    apart.retain(|&d| Some(d) != vector);
    meeting.retain(|&d| Some(d) != vector);
    let length = vector.map_or(1, |d| scatter.update_shape.dims[d]);
    // Every element exactly once: the vectors have to come out even.
    let lanes = emission.vector_lanes().min(1 << length.trailing_zeros().min(8));
    let chunks = if !scatter.unique && vector.is_some_and(|d| scatter.never_meet_along(d)) {
        let least = (PART_BYTES / scatter.shape.element_type.byte_width() / lanes).max(1);
        parts_of(length / lanes, least, sizes(&apart).iter().product())
    } else {
        1
    };
    let (unit_dims, inner_dims, chunk) = ([sizes(&apart), vec![chunks]].concat(), sizes(&meeting), length / chunks);
    let order = [apart, meeting].concat().into_iter().chain(vector).collect();
    let unroll = (1..=MAX_UNROLL).rev().find(|n| (chunk / lanes).is_multiple_of(*n)).unwrap_or(1);
    (Plan { unit_dims, inner_dims, length, chunk, lanes, unroll, exact: false }, order)
}

/// How many parts, of at least so many vectors, a window is cut into.
fn parts_of(vectors: usize, least: usize, outer: usize) -> usize {
    let wanted = WANTED_PARTS.div_ceil(outer.max(1)).min(vectors / least).max(1);
    (1..=wanted).rev().find(|&parts| vectors.is_multiple_of(parts)).unwrap_or(1)
}

impl<'ctx> Evaluator<'_, 'ctx> {
    fn scatter_at(
        &mut self,
        scatter: &Scatter<'_>,
        order: &[usize],
        places: Vec<Affine>,
        vectors: usize,
    ) -> Result<()> {
        let updates: Vec<Index> =
            (0..vectors).map(|vector| self.lane_index(scatter.update_shape.rank(), order, &places, vector)).collect();
        let starts = self.scatter_starts(scatter, &updates[0])?;
        let fits = |(d, start): &(usize, Affine)| {
            let size = scatter.shape.dims[*d] as i64 - scatter.window_size(*d) + 1;
            InBounds { place: start.clone(), size }
        };
        let fits: Vec<InBounds> = starts.iter().map(fits).collect();
        let fits: Vec<&InBounds> = fits.iter().collect();
        let whole = self.all_hold(&fits).into_int_value();
        self.f.open_if(whole);
        let confined: Vec<_> = fits.iter().zip(&starts).map(|(c, (d, _))| (*d, self.confined(c))).collect();
        updates.iter().try_for_each(|update| self.scatter_element(scatter, update, &confined))?;
        self.f.close_if();
        if starts.iter().any(|(d, _)| scatter.window_size(*d) > 1) {
            self.f.open_unless(whole);
            updates.iter().try_for_each(|update| self.scatter_border(scatter, update, &starts))?;
            self.f.close_if();
        }
        Ok(())
    }

    /// The index of vector number `vector` where loops over the dimensions in `order` stand at `places`.
    pub(super) fn lane_index(&mut self, rank: usize, order: &[usize], places: &[Affine], vector: usize) -> Index {
        let mut places = places.to_vec();
        if places.len() == order.len()
            && let Some(last) = places.last_mut()
        {
            *last = self.f.with_lanes(&last.plus_constant((vector * self.f.lanes) as i64));
        }
        let mut index = vec![Affine::default(); rank];
        order.iter().zip(places).for_each(|(&d, place)| index[d] = place);
        index
    }

    /// The start along each scattered operand dimension.
    fn scatter_starts(&mut self, scatter: &Scatter<'_>, update: &Index) -> Result<Vec<(usize, Affine)>> {
        let batch: Index = scatter.scattered().into_iter().map(|d| update[d].clone()).collect();
        let ty = self.element_type(scatter.indices);
        let mut starts = Vec::new();
        for (component, &d) in scatter.dims.scatter_dims_to_operand_dims.iter().enumerate() {
            let at = self.index_vector_place(scatter.indices, scatter.dims.index_vector_dim, &batch, component);
            let start = self.value(scatter.indices, &at)?;
            let wide = self.combine(&[start], |math, v| near_start(math, ty, v[0]));
            let var = self.f.bind(wide.value.real(), -FAR, FAR, wide.depth);
            starts.push((d, Affine::var(var)));
        }
        Ok(starts)
    }

    /// A window that is not whole in bounds: lane by lane, each element that is.
    fn scatter_border(&mut self, scatter: &Scatter<'_>, update: &Index, starts: &[(usize, Affine)]) -> Result<()> {
        let lanes = self.f.lanes;
        let lane = self.f.space.lane(lanes);
        let (open, place) = self.f.open_counted(lanes as i64, 1);
        let update: Index = update.iter().map(|a| a.substitute(lane, &place)).collect();
        self.f.lanes = 1;
        let offsets = window_offsets(scatter, &update);
        let inside = |(d, start): &(usize, Affine)| InBounds {
            place: start.plus(&offsets[*d]),
            size: scatter.shape.dims[*d] as i64,
        };
        let conditions: Vec<InBounds> = starts.iter().map(inside).collect();
        let conditions: Vec<&InBounds> = conditions.iter().collect();
        let inside = self.all_hold(&conditions).into_int_value();
        self.f.open_if(inside);
        // Nothing that reads these places may leave the branch: so they become variables of it.
        let confined: Vec<_> =
            conditions.iter().zip(starts).map(|(c, (d, _))| (*d, self.confined(c).minus(&offsets[*d]))).collect();
        self.scatter_element(scatter, &update, &confined)?;
        self.f.close_if();
        if let Some(open) = open {
            self.f.close_loop(open, &[]);
        }
        self.f.lanes = lanes;
        Ok(())
    }

    /// Combines the update with what is there, in the memory of the results.
    fn scatter_element(&mut self, scatter: &Scatter<'_>, update: &Index, starts: &[(usize, Affine)]) -> Result<()> {
        let mut target = window_offsets(scatter, update);
        scatter.batches().for_each(|(d, from)| target[d] = update[from].clone());
        starts.iter().for_each(|(d, start)| target[*d] = target[*d].plus(start));
        let (mut current, mut updates) = (Vec::new(), Vec::new());
        for (number, (&operand, &from)) in scatter.operands.iter().zip(scatter.updates).enumerate() {
            let shape = self.fragment.get(operand).array();
            let base = self.argument(self.fragment.operand_arguments() + number);
            let there = self.load_here(base, shape.element_type, &position(shape, &target));
            current.push(self.spread(there));
            let value = self.value(from, update)?;
            updates.push(self.spread(value));
        }
        let combined: Vec<Value<'ctx>> = self.combined(std::slice::from_ref(&scatter.combiner), current, updates)?;
        for (number, (value, &operand)) in combined.into_iter().zip(scatter.operands).enumerate() {
            let shape = self.fragment.get(operand).array();
            let base = self.argument(self.fragment.operand_arguments() + number);
            self.store_at(base, shape.element_type, &position(shape, &target), value);
        }
        Ok(())
    }
}

/// A start as an index: one that an index does not hold is as far out of bounds as any.
fn near_start<'ctx>(math: MathBuilder<'_, 'ctx>, ty: ElementType, start: Value<'ctx>) -> Value<'ctx> {
    let bound = |op: BinaryOp, value: Value<'ctx>, far: i64| {
        math.binary(op, ty, value, math.splat_constant(ty, &ty.encode_integer(far)))
    };
    let start = match ty {
        ElementType::S64 => bound(BinaryOp::Maximum, bound(BinaryOp::Minimum, start, FAR), -FAR),
        ElementType::U64 => bound(BinaryOp::Minimum, start, FAR),
        _ => start,
    };
    math.convert(ty, ElementType::S64, start)
}

/// The operand index that an update's place in the window gives.
fn window_offsets(scatter: &Scatter<'_>, update: &Index) -> Index {
    let mut offsets = vec![Affine::default(); scatter.shape.rank()];
    scatter.window_targets().into_iter().for_each(|(from, target)| offsets[target] = update[from].clone());
    offsets
}
