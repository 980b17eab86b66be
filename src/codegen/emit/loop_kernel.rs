//! Loop kernels: every element of the results is computed at its index, in vectors along the contiguous dimension.
//!
//! Reductions among the producers are loops inside these ([`super::reduce`]): over a row in the scope of that row, so
//! that what follows the reduction finds its result there and the row in the cache; over a column in every lane.

use super::affine::{Affine, Index, Space};
use super::cost::{cost_per_element, work_per_element};
use super::evaluate::{Evaluator, Result};
use super::fragment::Fragment;
use super::function::lane_stride;
use super::nest::loop_index;
use super::phases::PartialPhases;
use super::plan::{Body, LoopDim, Plan, collapse_sinks, unroll_of};
use super::sinks::{Sink, sinks, walk_sinks};
use super::tile::TilePlan;
use super::walk::Accesses;
use super::{Emission, Kernel};
use crate::codegen::kernel::Phase;

/// Emits a fragment whose results have equal element counts.
pub fn emit(emission: &Emission<'_, '_>) -> Result<Kernel> {
    emit_sinks(emission, emission.name, &sinks(emission.fragment)?)
}

/// Emits what computes some sinks of equal element counts, as functions that begin with `name`.
pub fn emit_sinks(emission: &Emission<'_, '_>, name: &str, sinks: &[Sink<'_>]) -> Result<Kernel> {
    let fragment = emission.fragment;
    if sinks[0].value.shape.element_count() == 0 {
        return Ok(Kernel { phases: Vec::new(), scratch_bytes: 0 });
    }
    let loops = collapse_sinks(fragment, sinks, |_| true);
    let (accesses, space, vars) = accesses_of(fragment, sinks, &loops, emission.vector_lanes());
    let body = body_of(emission, sinks, &accesses, &space);
    if let Some(tiles) = tile_plan(emission, &loops, &accesses, &vars, &body) {
        return emit_tiles(emission, name, sinks, &loops, &tiles, &body);
    }
    let PartialPhases { mut phases, partials, scratch_bytes } = PartialPhases::emit(emission, name, body.lanes)?;
    let sizes: Vec<usize> = loops.iter().map(|l| l.size).collect();
    let plan = Plan::new(&sizes, body);
    let mut evaluator = emission.evaluator(name, plan.lanes);
    evaluator.partials = partials;
    evaluator.allocate_row_buffers();
    evaluator.nest(&plan, |e, places, vectors| loop_body(e, sinks, &loops, places, vectors))?;
    evaluator.f.finish();
    let min_units_per_task = plan.min_units_per_task(body.work);
    phases.push(Phase { function: name.to_owned(), units: plan.units(), min_units_per_task });
    Ok(Kernel { phases, scratch_bytes })
}

fn tile_plan(
    emission: &Emission<'_, '_>,
    loops: &[LoopDim],
    accesses: &Accesses,
    vars: &[Affine],
    body: &Body,
) -> Option<TilePlan> {
    let plain = accesses.reductions.is_empty() && !body.exact && body.lanes > 1 && !vars.is_empty();
    let lane_bytes = emission.fragment.lane_bytes();
    plain.then(|| TilePlan::new(loops, accesses, vars, lane_bytes, body.lanes)).flatten()
}

fn emit_tiles(
    emission: &Emission<'_, '_>,
    name: &str,
    sinks: &[Sink<'_>],
    loops: &[LoopDim],
    plan: &TilePlan,
    body: &Body,
) -> Result<Kernel> {
    let mut evaluator = emission.evaluator(name, plan.lanes());
    evaluator.tiles(plan, |e, places| loop_body(e, sinks, loops, places, 1))?;
    evaluator.f.finish();
    let min_units_per_task = plan.min_units_per_task(body.work);
    let phase = Phase { function: name.to_owned(), units: plan.units(), min_units_per_task };
    Ok(Kernel { phases: vec![phase], scratch_bytes: 0 })
}

/// How the loops are to be vectorised and shared out, by what the fragment reads in them.
pub(super) fn body_of(emission: &Emission<'_, '_>, sinks: &[Sink<'_>], accesses: &Accesses, space: &Space) -> Body {
    let fragment = emission.fragment;
    let cost = cost_per_element(fragment);
    let work = work_per_element(fragment, sinks[0].value.shape.element_count());
    let lanes = emission.vector_lanes();
    let varies = |index: &Index| !space.is_uniform_index(index);
    let by_lane = accesses.reductions.iter().any(|(_, index)| varies(index));
    let visits = |wanted: fn(Option<i64>) -> bool| -> usize {
        let places = accesses.places.iter().filter(|place| wanted(lane_stride(space, place)));
        places.map(|place| accesses.visits(space, place)).fold(0, usize::saturating_add)
    };
    let scattered = visits(|stride| !matches!(stride, Some(0 | 1)));
    let contiguous = visits(|stride| stride == Some(1));
    let exact = fragment.may_overwrite_operand();
    if by_lane && scattered >= contiguous {
        return Body { lanes: 1, work, rows: None, unroll: 1, exact };
    }
    let uniform = accesses.reductions.iter().filter(|(_, index)| !varies(index));
    let rows = uniform.map(|(_, index)| space.index_depth(index)).max();
    let unroll = if by_lane { 2 * unroll_of(cost) } else { unroll_of(cost) };
    Body { lanes, work, rows, unroll, exact }
}

/// What the fragment reads when each loop has a variable of its own, at the depth that the loop will have; and these
/// variables.
pub(super) fn accesses_of(
    fragment: &Fragment,
    sinks: &[Sink<'_>],
    loops: &[LoopDim],
    lanes: usize,
) -> (Accesses, Space, Vec<Affine>) {
    let mut space = Space::default();
    let main = sinks[0].value.shape;
    let bind = |(depth, dim): (usize, &LoopDim)| Affine::var(space.bind(0, dim.size as i64 - 1, 1, depth + 1));
    let vars: Vec<Affine> = loops.iter().enumerate().map(bind).collect();
    let mut places = vars.clone();
    if let Some(last) = places.last_mut() {
        *last = last.plus(&Affine::var(space.lane(lanes)));
    }
    let index = loop_index(&mut space, &main.dims, loops, &places);
    let mut accesses = Accesses::default();
    walk_sinks(fragment, sinks, &mut space, &index, &mut accesses);
    (accesses, space, vars)
}

/// Computes some vectors of the results, side by side.
pub(super) fn loop_body(
    e: &mut Evaluator,
    sinks: &[Sink<'_>],
    loops: &[LoopDim],
    places: Vec<Affine>,
    vectors: usize,
) -> Result<()> {
    let main = sinks[0].value.shape;
    let mut indices = Vec::new();
    for vector in 0..vectors {
        let mut places = places.clone();
        let last = places.last_mut().expect("a place in the innermost loop");
        *last = e.f.with_lanes(&last.plus_constant((vector * e.f.lanes) as i64));
        indices.push(loop_index(&mut e.f.space, &main.dims, loops, &places));
    }
    e.reduce_together(sinks, &indices)?;
    indices.iter().try_for_each(|index| e.store_sinks(sinks, index))
}

impl Evaluator<'_, '_> {
    /// Computes the reductions that several indices of the first sink need, those of one group in one loop.
    fn reduce_together(&mut self, sinks: &[Sink<'_>], indices: &[Index]) -> Result<()> {
        if indices.len() < 2 {
            return Ok(());
        }
        let mut wanted = Vec::new();
        for index in indices {
            let mut accesses = Accesses::default();
            walk_sinks(self.fragment, sinks, &mut self.f.space, index, &mut accesses);
            wanted.push(accesses);
        }
        for group in self.groups {
            let at = |accesses: &Accesses| {
                let mut found = accesses.reductions.iter().filter(|(id, _)| group.iter().any(|r| r.id == *id));
                found.next().map(|(_, index)| index.clone())
            };
            let indices: Vec<Index> = wanted.iter().filter_map(at).collect();
            // What is inside another reduction's loop waits for it.
            let is_here = indices.iter().flatten().all(|place| self.f.is_bound(place));
            let by_lane = indices.iter().all(|index| !self.f.space.is_uniform_index(index));
            if is_here && by_lane && !indices.is_empty() && !self.partials.contains_key(&group[0].id) {
                self.reduce_group(group, &indices)?;
            }
        }
        Ok(())
    }
}
