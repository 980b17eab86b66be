//! Loop kernels: every element of the results is computed at its index, in vectors along the contiguous dimension.

use super::affine::{Affine, Index};
use super::cost::cost_per_element;
use super::evaluate::{Evaluator, Result};
use super::memory::position;
use super::nest::loop_index;
use super::plan::{LoopDim, Plan, collapse, root_index};
use super::{Emission, Kernel};
use crate::codegen::kernel::Phase;
use crate::hlo::ArrayShape;

/// Emits a fragment whose results have equal element counts.
pub fn emit(emission: &Emission<'_, '_>) -> Result<Kernel> {
    let fragment = emission.fragment;
    let shape = fragment.get(fragment.roots[0]).array();
    if shape.element_count() == 0 {
        return Ok(Kernel { phases: Vec::new(), scratch_bytes: 0 });
    }
    let loops = collapse(fragment, shape);
    let sizes: Vec<usize> = loops.iter().map(|l| l.size).collect();
    let cost = cost_per_element(fragment);
    let plan = Plan::new(&sizes, emission.vector_bytes / fragment.lane_bytes(), cost);
    let mut evaluator = emission.evaluator(emission.name, plan.lanes);
    evaluator.nest(&plan, |e, places| unrolled_body(e, &plan, shape, &loops, places))?;
    evaluator.f.finish();
    let phase = Phase {
        function: emission.name.to_owned(),
        units: plan.units(),
        min_units_per_task: plan.min_units_per_task(cost),
    };
    Ok(Kernel { phases: vec![phase], scratch_bytes: 0 })
}

fn unrolled_body(
    e: &mut Evaluator,
    plan: &Plan,
    shape: &ArrayShape,
    loops: &[LoopDim],
    places: Vec<Affine>,
) -> Result<()> {
    for copy in 0..plan.unroll {
        let mut places = places.clone();
        let last = places.last_mut().expect("a place in the innermost loop");
        *last = e.with_lanes(&last.plus_constant((copy * plan.lanes) as i64));
        let index = loop_index(&mut e.f, &shape.dims, loops, &places);
        store_results(e, shape, &index)?;
    }
    Ok(())
}

/// Computes and stores every result at an index of the first one.
fn store_results(e: &mut Evaluator, main: &ArrayShape, index: &Index) -> Result<()> {
    let fragment = e.fragment;
    for (number, &root) in fragment.roots.iter().enumerate() {
        let shape = fragment.get(root).array();
        let index = root_index(&mut e.f.space, shape, main, index);
        let value = e.vector(root, &index)?;
        let base = e.argument(fragment.operand_arguments() + number);
        e.store_at(base, shape.element_type, &position(shape, &index), value);
    }
    Ok(())
}
