//! Reductions at an index: a loop over the reduced elements, in the scope that the index belongs to.
//!
//! Where lanes stand for different results, each lane accumulates its own ([`Evaluator::reduce_lanes`]). Where all
//! lanes want the same result, lanes take different elements instead and are combined at the end: in turn
//! ([`Evaluator::reduce_across`]), or, where elements have to stay in their order, a part of them each
//! ([`Evaluator::reduce_parts`]).

use super::affine::{Affine, Index};
use super::cost::cost_of_values;
use super::evaluate::{Computed, Evaluator, Result};
use super::nest::loop_index;
use super::plan::{LoopDim, accumulators_of, collapse_dims, previous_power_of_two};
use super::reducer::{Reducer, Reduction};
use crate::codegen::math::Value;
use crate::hlo::{InstructionId, Op};
use inkwell::types::VectorType;
use inkwell::values::BasicValueEnum;

/// So few elements are combined without a loop.
pub(super) const STRAIGHT_LINE: usize = 8;

/// Accumulators: for each of several results in flight, one value an array.
type State<'ctx> = Vec<Vec<Value<'ctx>>>;

/// The elements that a loop over reduced dimensions visits: a part of the outermost loop, all of the others.
#[derive(Clone, Debug)]
pub struct Span {
    pub loops: Vec<LoopDim>,
    /// Where the outermost loop starts.
    pub start: Affine,
    /// Iterations of the outermost loop.
    pub length: usize,
}

impl Span {
    /// All elements of a group of reductions.
    pub fn whole(e: &Evaluator, group: &[Reduction]) -> Span {
        let inputs: Vec<InstructionId> = group.iter().flat_map(|r| r.inputs.iter().copied()).collect();
        let loops = collapse_dims(e.fragment, &inputs, &group[0].dims);
        let length = loops.first().map_or(1, |l| l.size);
        Span { loops, start: Affine::default(), length }
    }

    /// Iterations of each loop.
    fn lengths(&self) -> Vec<usize> {
        let rest = self.loops.iter().skip(1).map(|l| l.size);
        self.loops.first().map(|_| self.length).into_iter().chain(rest).collect()
    }

    pub fn element_count(&self) -> usize {
        self.lengths().iter().product()
    }
}

impl<'ctx> Evaluator<'_, 'ctx> {
    /// All results of a reduction at an index.
    pub fn reduced(&mut self, id: InstructionId, index: &Index) -> Result<Vec<Computed<'ctx>>> {
        if let Some(known) = self.known_reduction(id, index) {
            return Ok(known);
        }
        if let Op::ReduceWindow { window, .. } = &self.fragment.get(id).op {
            self.reduced_window(id, window, index)?;
            return Ok(self.known_reduction(id, index).expect("it was computed just now"));
        }
        let group = self.group_of(id);
        if self.partials.contains_key(&id) {
            self.reduce_partials(&group, index)?;
        } else {
            self.reduce_group(&group, std::slice::from_ref(index))?;
        }
        Ok(self.known_reduction(id, index).expect("the group holds the reduction"))
    }

    fn group_of(&self, id: InstructionId) -> Vec<Reduction> {
        let group = self.groups.iter().find(|group| group.iter().any(|r| r.id == id));
        group.expect("every reduction is in a group").clone()
    }

    fn known_reduction(&self, id: InstructionId, index: &Index) -> Option<Vec<Computed<'ctx>>> {
        let (results, scope) = self.reductions.get(&(id, index.clone()))?;
        self.f.is_open(results[0].depth, *scope).then(|| results.clone())
    }

    pub(super) fn remember_reduction(
        &mut self,
        group: &[Reduction],
        index: &Index,
        results: Vec<Value<'ctx>>,
        depth: usize,
    ) {
        let mut results = results.into_iter().map(|value| Computed { value, depth });
        for reduction in group {
            let own: Vec<_> = results.by_ref().take(reduction.types.len()).collect();
            self.reductions.insert((reduction.id, index.clone()), (own, self.f.scope_serial(depth)));
        }
    }

    /// Computes a group of reductions at several indices at once.
    pub fn reduce_group(&mut self, group: &[Reduction], indices: &[Index]) -> Result<()> {
        let depth = indices.iter().map(|i| self.f.space.index_depth(i)).max().unwrap_or(0);
        let inner = self.f.enter(depth);
        let span = Span::whole(self, group);
        indices.iter().for_each(|index| self.begin_row(&group[0], index));
        let results = self.reduce_span(group, indices, &span, Seed::Init)?;
        indices.iter().for_each(|index| self.end_row(&group[0], index));
        for (index, accumulated) in indices.iter().zip(results) {
            let values = self.narrowed(group, accumulated);
            self.remember_reduction(group, index, values, depth);
        }
        self.f.leave(inner);
        Ok(())
    }

    /// Accumulators over a span for each index, in the innermost scope.
    pub fn reduce_span(
        &mut self,
        group: &[Reduction],
        indices: &[Index],
        span: &Span,
        seed: Seed,
    ) -> Result<State<'ctx>> {
        let uniform = indices.iter().all(|index| self.f.space.is_uniform_index(index));
        let lanes = self.f.lanes;
        let across = uniform && span.element_count() > STRAIGHT_LINE && group.iter().all(Reduction::is_associative);
        let ordered = group.iter().any(|reduction| reduction.reducer == Reducer::OrderedSelection);
        let result = if across && ordered {
            indices.iter().map(|index| self.reduce_parts(group, index, span, seed)).collect()
        } else if across {
            indices.iter().map(|index| self.reduce_across(group, index, span, seed)).collect()
        } else {
            self.f.lanes = if uniform { 1 } else { lanes };
            self.reduce_lanes(group, indices, span, seed)
        };
        self.f.lanes = lanes;
        result
    }

    /// Every lane accumulates its own result, over all elements in order.
    fn reduce_lanes(&mut self, group: &[Reduction], indices: &[Index], span: &Span, seed: Seed) -> Result<State<'ctx>> {
        let first = self.seeded(group, seed)?;
        let state = vec![first; indices.len()];
        let shape = Shape { group, indices, span, lengths: span.lengths() };
        if span.element_count() == 0 {
            return Ok(state);
        }
        self.lanes_loops(&shape, Vec::new(), state)
    }

    fn lanes_loops(&mut self, shape: &Shape<'_>, mut places: Vec<Affine>, state: State<'ctx>) -> Result<State<'ctx>> {
        let level = places.len();
        let Some(&length) = shape.lengths.get(level) else {
            return self.accumulate_all(shape, &places, state);
        };
        let start = if level == 0 { shape.span.start.clone() } else { Affine::default() };
        if shape.span.element_count() <= STRAIGHT_LINE {
            return (0..length as i64).try_fold(state, |state, n| {
                let mut places = places.clone();
                places.push(start.plus_constant(n));
                self.lanes_loops(shape, places, state)
            });
        }
        if length == 1 {
            places.push(start);
            return self.lanes_loops(shape, places, state);
        }
        let (zero, limit) = (self.f.int(0), self.f.int(length as i64));
        let open = self.f.open_loop(zero, limit, 1, &flatten(&state));
        let var = self.f.counter_var(&open, 0, length as i64 - 1);
        places.push(start.plus(&Affine::var(var)));
        let inside = rebuild(&state, open.carried());
        let next = self.lanes_loops(shape, places, inside)?;
        self.f.close_loop(open, &flatten(&next));
        Ok(next)
    }

    fn accumulate_all(&mut self, shape: &Shape<'_>, places: &[Affine], state: State<'ctx>) -> Result<State<'ctx>> {
        let mut next = Vec::with_capacity(state.len());
        for (index, state) in shape.indices.iter().zip(state) {
            let elements = self.elements(shape, index, places)?;
            next.push(self.combined(shape.group, state, elements)?);
        }
        Ok(next)
    }

    /// The group's input elements where the loops stand at `places`, in accumulator type.
    fn elements(&mut self, shape: &Shape<'_>, index: &Index, places: &[Affine]) -> Result<Vec<Value<'ctx>>> {
        let first = &shape.group[0];
        let dims = &self.fragment.get(first.inputs[0]).array().dims;
        let mut source = loop_index(&mut self.f.space, dims, &shape.span.loops, places);
        let kept = (0..dims.len()).filter(|d| !first.dims.contains(d));
        kept.zip(index).for_each(|(d, place)| source[d] = place.clone());
        for reduction in shape.group {
            self.fill_before(&reduction.inputs, &source)?;
        }
        self.refill(&source);
        let mut elements = Vec::new();
        for reduction in shape.group {
            for ((&input, &from), &to) in reduction.inputs.iter().zip(&reduction.types).zip(&reduction.accumulators) {
                let value = self.value(input, &source)?;
                let wide = self.combine(&[value], |math, v| math.convert(from, to, v[0]));
                elements.push(self.spread(wide));
            }
        }
        self.keep(&source);
        Ok(elements)
    }

    /// Combines accumulators with elements, reduction by reduction.
    pub(super) fn combined(
        &mut self,
        group: &[Reduction],
        state: Vec<Value<'ctx>>,
        elements: Vec<Value<'ctx>>,
    ) -> Result<Vec<Value<'ctx>>> {
        let mut out = Vec::with_capacity(state.len());
        for reduction in group {
            let range = out.len()..out.len() + reduction.types.len();
            out.extend(self.combined_one(reduction, &state[range.clone()], &elements[range])?);
        }
        Ok(out)
    }

    fn combined_one(
        &mut self,
        reduction: &Reduction,
        state: &[Value<'ctx>],
        elements: &[Value<'ctx>],
    ) -> Result<Vec<Value<'ctx>>> {
        if let Reducer::Monoids(ops) = &reduction.reducer {
            let vector = state[0].real().is_vector_value();
            let pairs = state.iter().zip(elements).zip(ops.iter().zip(&reduction.accumulators));
            let math = self.math(vector);
            return Ok(pairs.map(|((&a, &b), (&op, &ty))| math.binary(op, ty, a, b)).collect());
        }
        let depth = self.f.depth();
        let arguments: Vec<_> = state.iter().chain(elements).map(|&value| Computed { value, depth }).collect();
        let results = self.apply_region(reduction.region, &arguments)?;
        let vector = state[0].real().is_vector_value();
        Ok(results.into_iter().map(|r| if vector { self.spread(r) } else { r.value }).collect())
    }

    /// The values that accumulators start with.
    pub(super) fn seeded(&mut self, group: &[Reduction], seed: Seed) -> Result<Vec<Value<'ctx>>> {
        let mut out = Vec::new();
        for reduction in group {
            for n in 0..reduction.types.len() {
                let value = match (&reduction.reducer, seed) {
                    (Reducer::Monoids(ops), Seed::Identity) => {
                        let ty = reduction.accumulators[n];
                        let value = self.math(false).splat_constant(ty, ops[n].identity(ty).element_bytes(0));
                        Computed { value, depth: 0 }
                    }
                    _ => self.init(reduction, n)?,
                };
                out.push(self.spread(value));
            }
        }
        Ok(out)
    }

    fn init(&mut self, reduction: &Reduction, n: usize) -> Result<Computed<'ctx>> {
        let init = self.value(reduction.inits[n], &Index::new())?;
        let (from, to) = (reduction.types[n], reduction.accumulators[n]);
        Ok(self.combine(&[init], |math, v| math.convert(from, to, v[0])))
    }

    /// Each lane takes consecutive elements of one result.
    fn reduce_parts(
        &mut self,
        group: &[Reduction],
        index: &Index,
        span: &Span,
        seed: Seed,
    ) -> Result<Vec<Value<'ctx>>> {
        let lanes = self.vector_lanes.min(previous_power_of_two(span.length));
        let length = span.length / lanes;
        self.f.lanes = lanes;
        let start = span.start.plus(&self.f.with_lanes(&Affine::default()).times(length as i64));
        let part = Span { loops: span.loops.clone(), start, length };
        let parts = self.reduce_lanes(group, std::slice::from_ref(index), &part, seed)?.remove(0);
        let distances = std::iter::successors(Some(1), |distance| Some(2 * distance));
        let joined = self.folded_lanes(group, parts, distances.take_while(|&distance| distance < lanes))?;
        self.f.lanes = 1;
        let done = lanes * length;
        let rest = Span {
            loops: span.loops.clone(),
            start: span.start.plus_constant(done as i64),
            length: span.length - done,
        };
        let shape = Shape { group, indices: std::slice::from_ref(index), lengths: rest.lengths(), span: &rest };
        match rest.length {
            0 => Ok(joined),
            _ => Ok(self.lanes_loops(&shape, Vec::new(), vec![joined])?.remove(0)),
        }
    }

    /// Lanes take different elements of one result.
    fn reduce_across(
        &mut self,
        group: &[Reduction],
        index: &Index,
        span: &Span,
        seed: Seed,
    ) -> Result<Vec<Value<'ctx>>> {
        let lengths = span.lengths();
        let length = *lengths.last().expect("more than one element has a dimension");
        self.f.lanes = self.vector_lanes.min(previous_power_of_two(length));
        let inputs: Vec<InstructionId> = group.iter().flat_map(|r| r.inputs.iter().copied()).collect();
        let unroll = accumulators_of(cost_of_values(self.fragment, &inputs));
        let unroll = unroll.min(previous_power_of_two(length / self.f.lanes));
        let neutral = self.seeded(group, Seed::Identity)?;
        let shape = Shape { group, indices: std::slice::from_ref(index), span, lengths };
        let state = self.across_loops(&shape, Vec::new(), vec![neutral.clone(); unroll], &neutral)?;
        let joined = self.join(group, state)?;
        self.f.lanes = 1;
        match seed {
            Seed::Identity => Ok(joined),
            Seed::Init => {
                let init = self.seeded(group, Seed::Init)?;
                self.combined(group, init, joined)
            }
        }
    }

    fn across_loops(
        &mut self,
        shape: &Shape<'_>,
        mut places: Vec<Affine>,
        state: State<'ctx>,
        neutral: &[Value<'ctx>],
    ) -> Result<State<'ctx>> {
        let level = places.len();
        let start = if level == 0 { shape.span.start.clone() } else { Affine::default() };
        if level + 1 == shape.lengths.len() {
            return self.across_row(shape, &places, &start, state, neutral);
        }
        let length = shape.lengths[level];
        if length == 1 {
            places.push(start);
            return self.across_loops(shape, places, state, neutral);
        }
        let (zero, limit) = (self.f.int(0), self.f.int(length as i64));
        let open = self.f.open_loop(zero, limit, 1, &flatten(&state));
        let var = self.f.counter_var(&open, 0, length as i64 - 1);
        places.push(start.plus(&Affine::var(var)));
        let inside = rebuild(&state, open.carried());
        let next = self.across_loops(shape, places, inside, neutral)?;
        self.f.close_loop(open, &flatten(&next));
        Ok(next)
    }

    /// The innermost loop: whole steps, single vectors, and the last elements as a vector that is partly neutral.
    fn across_row(
        &mut self,
        shape: &Shape<'_>,
        places: &[Affine],
        start: &Affine,
        mut state: State<'ctx>,
        neutral: &[Value<'ctx>],
    ) -> Result<State<'ctx>> {
        let length = *shape.lengths.last().expect("an innermost loop");
        let (lanes, unroll) = (self.f.lanes, state.len());
        let step = lanes * unroll;
        let steps = length / step * step;
        if steps > step {
            let (zero, limit) = (self.f.int(0), self.f.int(steps as i64));
            let open = self.f.open_loop(zero, limit, step as i64, &flatten(&state));
            let var = self.f.counter_var(&open, 0, (steps - step) as i64);
            let inside = rebuild(&state, open.carried());
            let first = start.plus(&Affine::var(var));
            let next = self.across_vectors(shape, places, &first, inside, unroll)?;
            self.f.close_loop(open, &flatten(&next));
            state = next;
        }
        let done = if steps > step { steps } else { 0 };
        let vectors = (length - done) / lanes;
        state = self.across_vectors(shape, places, &start.plus_constant(done as i64), state, vectors)?;
        match length % lanes {
            0 => Ok(state),
            rest => {
                self.across_tail(shape, places, &start.plus_constant((length - lanes) as i64), state, rest, neutral)
            }
        }
    }

    fn across_vectors(
        &mut self,
        shape: &Shape<'_>,
        places: &[Affine],
        first: &Affine,
        mut state: State<'ctx>,
        vectors: usize,
    ) -> Result<State<'ctx>> {
        for vector in 0..vectors {
            let slot = vector % state.len();
            let place = first.plus_constant((vector * self.f.lanes) as i64);
            let elements = self.row_elements(shape, places, &place)?;
            state[slot] = self.combined(shape.group, std::mem::take(&mut state[slot]), elements)?;
        }
        Ok(state)
    }

    fn row_elements(&mut self, shape: &Shape<'_>, places: &[Affine], place: &Affine) -> Result<Vec<Value<'ctx>>> {
        let mut places = places.to_vec();
        places.push(self.f.with_lanes(place));
        self.elements(shape, &shape.indices[0], &places)
    }

    /// The last `rest` elements, in a vector whose other lanes were visited already.
    fn across_tail(
        &mut self,
        shape: &Shape<'_>,
        places: &[Affine],
        place: &Affine,
        mut state: State<'ctx>,
        rest: usize,
        neutral: &[Value<'ctx>],
    ) -> Result<State<'ctx>> {
        let elements = self.row_elements(shape, places, place)?;
        let fresh: Vec<_> = (0..self.f.lanes).map(|l| self.f.i1(l >= self.f.lanes - rest)).collect();
        let fresh = Value::Real(VectorType::const_vector(&fresh).into());
        let math = self.math(true);
        let masked = elements.iter().zip(neutral).map(|(&e, &n)| math.select(fresh, e, n)).collect();
        let last = state.len() - 1;
        state[last] = self.combined(shape.group, std::mem::take(&mut state[last]), masked)?;
        Ok(state)
    }

    /// Combines the accumulators of all vectors in flight, then their lanes.
    fn join(&mut self, group: &[Reduction], mut state: State<'ctx>) -> Result<Vec<Value<'ctx>>> {
        while state.len() > 1 {
            let upper = state.split_off(state.len() / 2);
            let lower = std::mem::take(&mut state);
            for (a, b) in lower.into_iter().zip(upper) {
                state.push(self.combined(group, a, b)?);
            }
        }
        let values = state.pop().expect("an accumulator");
        let distances = std::iter::successors(Some(self.f.lanes / 2), |distance| Some(distance / 2));
        self.folded_lanes(group, values, distances.take_while(|&distance| distance > 0))
    }

    /// Combines each lane with that at a distance, for one distance after another: all are in the first lane then.
    fn folded_lanes(
        &mut self,
        group: &[Reduction],
        mut values: Vec<Value<'ctx>>,
        distances: impl Iterator<Item = usize>,
    ) -> Result<Vec<Value<'ctx>>> {
        for distance in distances {
            let moved = values.iter().map(|v| v.map(|raw| self.rotated(raw, distance))).collect();
            values = self.combined(group, values, moved)?;
        }
        let lanes = self.f.lanes;
        let first = |raw: BasicValueEnum<'ctx>| if lanes == 1 { raw } else { self.f.lane(raw.into_vector_value(), 0) };
        Ok(values.into_iter().map(|v| v.map(first)).collect())
    }

    fn rotated(&self, raw: BasicValueEnum<'ctx>, by: usize) -> BasicValueEnum<'ctx> {
        let vector = raw.into_vector_value();
        let lanes = self.f.lanes;
        self.f.shuffle(vector, vector, (0..lanes).map(|lane| (lane + by) % lanes)).into()
    }

    /// Accumulators in the types of the results.
    pub(super) fn narrowed(&mut self, group: &[Reduction], accumulated: Vec<Value<'ctx>>) -> Vec<Value<'ctx>> {
        let types = group.iter().flat_map(|r| r.accumulators.iter().zip(&r.types));
        let narrow = |(value, (&from, &to)): (Value<'ctx>, _)| {
            self.math(value.real().is_vector_value()).convert(from, to, value)
        };
        accumulated.into_iter().zip(types).map(narrow).collect()
    }
}

/// What accumulators start with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seed {
    /// The init values of the program.
    Init,
    /// What changes nothing; the init values where there is no such element.
    Identity,
}

/// What the loops of a reduction share.
struct Shape<'a> {
    group: &'a [Reduction],
    indices: &'a [Index],
    span: &'a Span,
    lengths: Vec<usize>,
}

pub(super) fn flatten<'ctx>(state: &[Vec<Value<'ctx>>]) -> Vec<BasicValueEnum<'ctx>> {
    state.iter().flatten().flat_map(|value| value.parts()).collect()
}

/// State of the same kinds.
pub(super) fn rebuild<'ctx>(like: &[Vec<Value<'ctx>>], parts: Vec<BasicValueEnum<'ctx>>) -> State<'ctx> {
    let mut parts = parts.into_iter();
    let mut next = |_| parts.next().expect("as many parts as before");
    like.iter().map(|values| values.iter().map(|value| value.map(&mut next)).collect()).collect()
}
