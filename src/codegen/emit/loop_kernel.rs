//! Loop kernels: every element of the results is computed at its index, in vectors along the contiguous dimension.
//!
//! Reductions among the producers are loops inside these ([`super::reduce`]): over a row in the scope of that row, so
//! that what follows the reduction finds its result there and the row in the cache; over a column in every lane.

use super::affine::{Affine, Index};
use super::cost::{cost_per_element, work_per_element};
use super::evaluate::{Evaluator, Result};
use super::fragment::Fragment;
use super::function::lane_stride;
use super::memory::position;
use super::nest::loop_index;
use super::phases::PartialPhases;
use super::plan::{Body, LoopDim, Plan, collapse, root_index, unroll_of};
use super::walk::{Accesses, walk};
use super::{Emission, Kernel};
use crate::codegen::kernel::Phase;

/// Emits a fragment whose results have equal element counts.
pub fn emit(emission: &Emission<'_, '_>) -> Result<Kernel> {
    let fragment = emission.fragment;
    let count = fragment.roots[0].shape.element_count();
    if count == 0 {
        return Ok(Kernel { phases: Vec::new(), scratch_bytes: 0 });
    }
    let loops = collapse(fragment);
    let body = body_of(emission, &loops);
    let PartialPhases { mut phases, partials, scratch_bytes } = PartialPhases::emit(emission, body.lanes)?;
    let sizes: Vec<usize> = loops.iter().map(|l| l.size).collect();
    let plan = Plan::new(&sizes, body);
    let mut evaluator = emission.evaluator(emission.name, plan.lanes);
    evaluator.partials = partials;
    evaluator.allocate_row_buffers();
    evaluator.nest(&plan, |e, places| unrolled_body(e, &plan, &loops, places))?;
    evaluator.f.finish();
    let min_units_per_task = plan.min_units_per_task(body.work);
    phases.push(Phase { function: emission.name.to_owned(), units: plan.units(), min_units_per_task });
    Ok(Kernel { phases, scratch_bytes })
}

/// How the loops are to be vectorised and shared out, by what the fragment reads in them.
fn body_of(emission: &Emission<'_, '_>, loops: &[LoopDim]) -> Body {
    let fragment = emission.fragment;
    let cost = cost_per_element(fragment);
    let work = work_per_element(fragment, fragment.roots[0].shape.element_count());
    let lanes = emission.vector_lanes();
    let mut f = emission.evaluator("analysis", lanes).f;
    let accesses = accesses_of(fragment, &mut f, loops);
    // SAFETY: nothing refers to the function, it only served to bind variables.
    unsafe { f.function.delete() };
    let varies = |index: &Index| !f.space.is_uniform_index(index);
    let by_lane = accesses.reductions.iter().any(|(_, index)| varies(index));
    let strided = |place: &Affine| !matches!(lane_stride(&f.space, place), Some(0 | 1));
    let scattered = accesses.places.iter().filter(|place| strided(place)).count();
    let contiguous = accesses.places.iter().filter(|place| lane_stride(&f.space, place) == Some(1)).count();
    if by_lane && scattered > contiguous {
        return Body { lanes: 1, work, rows: None, unroll: 1 };
    }
    let uniform = accesses.reductions.iter().filter(|(_, index)| !varies(index));
    let rows = uniform.map(|(_, index)| f.space.index_depth(index)).max();
    let unroll = if by_lane { 2 * unroll_of(cost) } else { unroll_of(cost) };
    Body { lanes, work, rows, unroll }
}

/// What the fragment reads when each loop has a variable of its own, at the depth that the loop will have.
fn accesses_of(fragment: &Fragment, f: &mut super::function::KernelFunction, loops: &[LoopDim]) -> Accesses {
    let main = fragment.roots[0].shape;
    let bind = |(depth, dim): (usize, &LoopDim)| Affine::var(f.space.bind(0, dim.size as i64 - 1, 1, depth + 1));
    let mut places: Vec<Affine> = loops.iter().enumerate().map(bind).collect();
    if let Some(last) = places.last_mut() {
        *last = f.with_lanes(last);
    }
    let index = loop_index(f, &main.dims, loops, &places);
    let mut accesses = Accesses::default();
    for root in &fragment.roots {
        let index = root_index(&mut f.space, root.shape, main, &index);
        walk(fragment, &mut f.space, root.id, &index, &mut accesses);
    }
    accesses
}

fn unrolled_body(e: &mut Evaluator, plan: &Plan, loops: &[LoopDim], places: Vec<Affine>) -> Result<()> {
    let main = e.fragment.roots[0].shape;
    let mut indices = Vec::new();
    for copy in 0..plan.unroll {
        let mut places = places.clone();
        let last = places.last_mut().expect("a place in the innermost loop");
        *last = e.f.with_lanes(&last.plus_constant((copy * plan.lanes) as i64));
        indices.push(loop_index(&mut e.f, &main.dims, loops, &places));
    }
    e.reduce_together(&indices)?;
    indices.iter().try_for_each(|index| store_results(e, index))
}

/// Computes and stores every result at an index of the first one.
fn store_results(e: &mut Evaluator, index: &Index) -> Result<()> {
    let fragment = e.fragment;
    for (number, &root) in fragment.roots.iter().enumerate() {
        let index = root_index(&mut e.f.space, root.shape, fragment.roots[0].shape, index);
        e.refill(&index);
        let value = e.root_value(root, &index)?;
        let base = e.argument(fragment.operand_arguments() + number);
        e.store_at(base, root.shape.element_type, &position(root.shape, &index), value);
    }
    Ok(())
}

impl Evaluator<'_, '_> {
    /// Computes the reductions that several indices of the first result need, those of one group in one loop.
    fn reduce_together(&mut self, indices: &[Index]) -> Result<()> {
        if indices.len() < 2 {
            return Ok(());
        }
        let wanted: Vec<Accesses> = indices.iter().map(|index| self.wanted_at(index)).collect();
        for group in self.groups.clone() {
            let at = |accesses: &Accesses| {
                let mut found = accesses.reductions.iter().filter(|(id, _)| group.iter().any(|r| r.id == *id));
                found.next().map(|(_, index)| index.clone())
            };
            let indices: Vec<Index> = wanted.iter().filter_map(at).collect();
            let by_lane = indices.iter().all(|index| !self.f.space.is_uniform_index(index));
            if by_lane && !indices.is_empty() && !self.partials.contains_key(&group[0].id) {
                self.reduce_group(&group, &indices)?;
            }
        }
        Ok(())
    }

    fn wanted_at(&mut self, index: &Index) -> Accesses {
        let fragment = self.fragment;
        let mut accesses = Accesses::default();
        for root in &fragment.roots {
            let index = root_index(&mut self.f.space, root.shape, fragment.roots[0].shape, index);
            walk(fragment, &mut self.f.space, root.id, &index, &mut accesses);
        }
        accesses
    }
}
