//! Epilogues: what an output fusion makes of the rows of a product or convolution while they are in a cache.
//!
//! A unit of work is a row: a run of elements that lie one after the other, the same in every result. The template
//! calls for rows that it has finished. Its value lies in the memory of one result, whose elements are replaced each
//! at its place: so none is computed twice, and what a row's elements need of others is read before the first is written.

use super::affine::{Affine, Space};
use super::evaluate::Result;
use super::fragment::Fragment;
use super::loop_kernel::{accesses_of, body_of, loop_body};
use super::plan::{LoopDim, Plan, collapse_sinks};
use super::sinks::{Sink, sinks};
use super::walk::Accesses;
use super::{Emission, Kernel};
use crate::codegen::kernel::Phase;
use crate::hlo::{ArrayShape, InstructionId};
use crate::passes::buffers::row_elements;

/// Emits the kernel that finishes rows of `contraction`.
pub fn emit(emission: &Emission<'_, '_>, contraction: InstructionId) -> Result<Kernel> {
    let fragment = emission.fragment;
    let mut sinks = sinks(fragment)?;
    sinks.retain(|sink| sink.value.id != contraction);
    if sinks.is_empty() {
        return Err(fragment.unsupported("an output fusion of nothing but its product"));
    }
    let rows = Rows::of(fragment, &sinks, contraction);
    let loops = [&rows.outer[..], &rows.inner[..]].concat();
    let (accesses, space, vars) = accesses_of(fragment, &sinks, &loops, emission.vector_lanes());
    if !rows.contain(fragment, &accesses, &space, &vars) {
        return Err(fragment.unsupported("an output fusion that reads its product at other places than it writes"));
    }
    let body = body_of(emission, &sinks, &accesses, &space);
    let plan = Plan::rows(&sizes(&rows.outer), &sizes(&rows.inner), body);
    let mut evaluator = emission.evaluator(emission.name, plan.lanes);
    evaluator.allocate_row_buffers();
    evaluator.nest(&plan, |e, places, vectors| loop_body(e, &sinks, &loops, places, vectors))?;
    evaluator.f.finish();
    let (function, min_units_per_task) = (emission.name.to_owned(), plan.min_units_per_task(body.work));
    Ok(Kernel { phases: vec![Phase { function, units: plan.units(), min_units_per_task }], scratch_bytes: 0 })
}

/// How the results fall into rows.
struct Rows {
    /// Over rows.
    outer: Vec<LoopDim>,
    /// Over the elements of a row.
    inner: Vec<LoopDim>,
    /// Elements in a row.
    size: usize,
}

impl Rows {
    fn of(fragment: &Fragment, sinks: &[Sink<'_>], contraction: InstructionId) -> Rows {
        let shape = sinks[0].value.shape;
        let row = row_dims(shape, row_elements(fragment.computation, contraction));
        let outer = collapse_sinks(fragment, sinks, |d| !row.contains(&d));
        let mut inner = collapse_sinks(fragment, sinks, |d| row.contains(&d));
        if inner.is_empty() {
            inner.push(LoopDim { size: 1, members: Vec::new() });
        }
        Rows { outer, inner, size: row.iter().map(|&d| shape.dims[d]).product() }
    }

    /// Whether the product is read only in the row that is being written: where a result of the same place is, or all
    /// along. Loops have these variables.
    fn contain(&self, fragment: &Fragment, accesses: &Accesses, space: &Space, vars: &[Affine]) -> bool {
        let Some(written) = accesses.written.first() else { return false };
        let outer: Vec<_> = vars[..self.outer.len()].iter().flat_map(|var| &var.terms).map(|term| term.0).collect();
        let start = |place: &Affine| place.filter(|var| outer.contains(&var));
        let in_row = |place: &Affine| {
            let (low, high) = space.range(&place.minus(&start(place)));
            start(place) == start(written) && low >= 0 && high < self.size as i64
        };
        let argument = fragment.contraction.and_then(|contraction| fragment.argument_of(contraction));
        let mut reads = accesses.read.iter().filter(|read| Some(read.argument) == argument);
        accesses.written.iter().all(|place| place == written)
            && reads.all(|read| read.place == *written || in_row(&read.place))
    }
}

fn sizes(loops: &[LoopDim]) -> Vec<usize> {
    loops.iter().map(|l| l.size).collect()
}

/// The minor dimensions that make up the longest run of which a wanted row is a multiple.
fn row_dims(shape: &ArrayShape, wanted: usize) -> Vec<usize> {
    let order = &shape.layout.minor_to_major;
    let size = |count: usize| order[..count].iter().map(|&d| shape.dims[d]).product::<usize>();
    let longest = (0..=order.len()).rev().find(|&count| wanted.is_multiple_of(size(count).max(1)));
    order[..longest.unwrap_or(0)].to_vec()
}
