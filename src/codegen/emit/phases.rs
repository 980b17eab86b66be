//! Reductions that are too large for the units that their results make: a phase of their own reduces parts of them
//! into scratch memory, and the phases that follow combine the parts.

use super::Emission;
use super::affine::{Affine, Index};
use super::cost::{cost_per_element, work_per_element};
use super::evaluate::{Evaluator, Result};
use super::nest::loop_index;
use super::plan::{Body, LoopDim, Plan, unroll_of};
use super::reduce::{Seed, Span};
use super::reducer::Reduction;
use crate::codegen::kernel::Phase;
use crate::codegen::math::Value;
use crate::hlo::{ArrayShape, InstructionId};
use std::collections::HashMap;

/// Parts that a reduction is cut into, at most.
const MAX_PARTS: usize = 64;
/// Reductions of fewer elements are not worth a phase.
const MIN_ELEMENTS: usize = 1 << 16;
/// Results of a reduction that keep the threads busy without cutting it.
const ENOUGH_RESULTS: usize = 16;

/// Where the parts of a reduction lie in scratch memory.
#[derive(Clone, Debug)]
pub struct Partials {
    parts: usize,
    /// Iterations of the outermost loop in a part; the last iterations belong to no part.
    length: usize,
    /// First byte of each accumulator's array `[parts, kept…]`.
    offsets: Vec<usize>,
}

/// The phases before the last one, and the scratch memory that they fill.
#[derive(Default)]
pub struct PartialPhases {
    pub phases: Vec<Phase>,
    pub partials: HashMap<InstructionId, Partials>,
    pub scratch_bytes: usize,
}

impl PartialPhases {
    /// Emits phases for the reductions that need one. `lanes` is the lane count over results.
    pub fn emit(emission: &Emission<'_, '_>, name: &str, lanes: usize) -> Result<PartialPhases> {
        let mut out = PartialPhases::default();
        for group in emission.fragment.sibling_groups() {
            let name = format!("{name}.part{}", out.phases.len());
            let mut evaluator = emission.evaluator(&name, 1);
            let span = Span::whole(&evaluator, group);
            let results = kept_shape(&evaluator, &group[0]);
            if !is_worth_a_phase(group, &span, results.element_count(), lanes) {
                // SAFETY: nothing refers to the function that was begun.
                unsafe { evaluator.f.function.delete() };
                continue;
            }
            evaluator.partials = out.partials.clone();
            out.add(emission, evaluator, group, span, results, lanes)?;
        }
        Ok(out)
    }

    fn add(
        &mut self,
        emission: &Emission<'_, '_>,
        mut evaluator: Evaluator<'_, '_>,
        group: &[Reduction],
        span: Span,
        results: &ArrayShape,
        lanes: usize,
    ) -> Result<()> {
        let parts = span.length.min(MAX_PARTS);
        let length = span.length / parts;
        let partials = self.reserve(group, results.element_count(), parts, length);
        let kept = kept_loops(results);
        let work = work_per_element(emission.fragment, results.element_count()) / parts;
        let sizes: Vec<usize> = kept.iter().map(|l| l.size).collect();
        let unroll = 2 * unroll_of(cost_per_element(emission.fragment));
        let mut plan = Plan::new(&sizes, Body { lanes, work, rows: None, unroll, exact: false });
        plan.unit_dims.insert(0, parts);
        evaluator.f.lanes = plan.lanes;
        let name = evaluator.f.function.get_name().to_string_lossy().into_owned();
        let part = Part { group, span: &span, results, kept: &kept, partials: &partials, plan: &plan };
        evaluator.nest(&plan, |e, places, _| e.reduce_part(&part, places))?;
        evaluator.f.finish();
        self.partials.extend(group.iter().zip(&partials).map(|(r, p)| (r.id, p.clone())));
        let min_units_per_task = plan.min_units_per_task(work);
        self.phases.push(Phase { function: name, units: plan.units(), min_units_per_task });
        Ok(())
    }

    fn reserve(&mut self, group: &[Reduction], results: usize, parts: usize, length: usize) -> Vec<Partials> {
        let mut offset = |bytes: usize| {
            let at = self.scratch_bytes;
            self.scratch_bytes = (at + bytes).next_multiple_of(crate::hlo::ALIGNMENT);
            at
        };
        let mut partials = |r: &Reduction| {
            let offsets = r.accumulators.iter().map(|ty| offset(parts * results * ty.byte_width())).collect();
            Partials { parts, length, offsets }
        };
        group.iter().map(&mut partials).collect()
    }
}

fn is_worth_a_phase(group: &[Reduction], span: &Span, results: usize, lanes: usize) -> bool {
    group.iter().all(Reduction::is_associative)
        && span.length >= 2
        && results / lanes < ENOUGH_RESULTS
        && results * span.element_count() >= MIN_ELEMENTS
}

fn kept_shape<'e>(e: &Evaluator<'e, '_>, reduction: &Reduction) -> &'e ArrayShape {
    let leaves = e.fragment.get(reduction.id).shape.leaves();
    leaves.into_iter().find_map(|(_, shape)| shape.as_array()).expect("a reduction has a result")
}

fn kept_loops(results: &ArrayShape) -> Vec<LoopDim> {
    let physical = results.layout.minor_to_major.iter().rev();
    let wide = physical.filter(|&&d| results.dims[d] != 1);
    wide.map(|&d| LoopDim { size: results.dims[d], members: vec![d] }).collect()
}

/// What one phase of partial reductions does.
struct Part<'a> {
    group: &'a [Reduction],
    span: &'a Span,
    results: &'a ArrayShape,
    kept: &'a [LoopDim],
    partials: &'a [Partials],
    plan: &'a Plan,
}

impl<'ctx> Evaluator<'_, 'ctx> {
    fn reduce_part(&mut self, part: &Part<'_>, places: Vec<Affine>) -> Result<()> {
        let number = places[0].clone();
        let length = part.partials[0].length;
        let start = number.times(length as i64);
        let span = Span { loops: part.span.loops.clone(), start, length };
        let mut indices = Vec::new();
        for copy in 0..part.plan.unroll {
            let mut places = places[1..].to_vec();
            if let Some(last) = places.last_mut() {
                *last = self.f.with_lanes(&last.plus_constant((copy * part.plan.lanes) as i64));
            }
            indices.push(loop_index(&mut self.f.space, &part.results.dims, part.kept, &places));
        }
        let states = self.reduce_span(part.group, &indices, &span, Seed::Identity)?;
        for (index, state) in indices.iter().zip(states) {
            let place = self.place_of_part(part.results, &number, index);
            self.store_part(part, &place, state);
        }
        Ok(())
    }

    fn place_of_part(&self, results: &ArrayShape, number: &Affine, index: &Index) -> Affine {
        let place = super::memory::position(results, index);
        place.plus_scaled(number, results.element_count() as i64)
    }

    fn store_part(&mut self, part: &Part<'_>, place: &Affine, state: Vec<Value<'ctx>>) {
        let scratch = self.argument(self.fragment.scratch_argument());
        let targets: Vec<_> = part
            .group
            .iter()
            .zip(part.partials)
            .flat_map(|(r, p)| r.accumulators.iter().copied().zip(p.offsets.iter().copied()))
            .collect();
        for (value, (ty, offset)) in state.into_iter().zip(targets) {
            let base = self.f.offset(scratch, offset);
            self.store_at(base, ty, place, value);
        }
    }

    /// Combines the parts that an earlier phase has left, and the iterations that belong to no part.
    pub(super) fn reduce_partials(&mut self, group: &[Reduction], index: &Index) -> Result<()> {
        let depth = self.f.space.index_depth(index);
        let inner = self.f.enter(depth);
        let uniform = self.f.space.is_uniform_index(index);
        let lanes = self.f.lanes;
        self.f.lanes = if uniform { 1 } else { lanes };
        let mut state = self.sum_of_parts(group, index)?;
        let (Partials { parts, length, .. }, whole) = (self.partials[&group[0].id].clone(), Span::whole(self, group));
        let done = parts * length;
        if done < whole.length {
            let (start, length) = (Affine::constant(done as i64), whole.length - done);
            let rest = Span { loops: whole.loops, start, length };
            let last = self.reduce_span(group, std::slice::from_ref(index), &rest, Seed::Identity)?.remove(0);
            state = self.combined(group, state, last)?;
        }
        let values = self.narrowed(group, state);
        self.remember_reduction(group, index, values, depth);
        self.f.lanes = lanes;
        self.f.leave(inner);
        Ok(())
    }

    fn sum_of_parts(&mut self, group: &[Reduction], index: &Index) -> Result<Vec<Value<'ctx>>> {
        let init = self.seeded(group, Seed::Init)?;
        let parts = self.partials[&group[0].id].parts;
        let (zero, limit) = (self.f.int(0), self.f.int(parts as i64));
        let carried: Vec<_> = init.iter().flat_map(|v| v.parts()).collect();
        let open = self.f.open_loop(zero, limit, 1, &carried);
        let number = Affine::var(self.f.counter_var(&open, 0, parts as i64 - 1));
        let mut inside = open.carried().into_iter();
        let state = init.iter().map(|v| v.map(|_| inside.next().expect("as many parts as before"))).collect();
        let elements = self.load_parts(group, &number, index);
        let next = self.combined(group, state, elements)?;
        let parts: Vec<_> = next.iter().flat_map(|v| v.parts()).collect();
        self.f.close_loop(open, &parts);
        Ok(next)
    }

    fn load_parts(&mut self, group: &[Reduction], number: &Affine, index: &Index) -> Vec<Value<'ctx>> {
        let scratch = self.argument(self.fragment.scratch_argument());
        let mut out = Vec::new();
        for reduction in group {
            let results = kept_shape(self, reduction);
            let place = self.place_of_part(results, number, index);
            let offsets = self.partials[&reduction.id].offsets.clone();
            for (offset, &ty) in offsets.into_iter().zip(&reduction.accumulators) {
                let base = self.f.offset(scratch, offset);
                let loaded = self.load_at(base, ty, &place);
                out.push(self.spread(loaded));
            }
        }
        out
    }
}
