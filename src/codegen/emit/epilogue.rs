//! Epilogues: what an output fusion makes of the rows of a product or convolution while they are in a cache.
//!
//! A unit of work is a row: a run of elements that lie one after the other, the same in every result. The template
//! calls for rows that it has finished. Its value lies in the memory of one result, whose elements are replaced each
//! at its place; so none may be computed twice, and none is read anywhere else.

use super::affine::Affine;
use super::evaluate::Result;
use super::fragment::Fragment;
use super::loop_kernel::{accesses_of, body_of, loop_body};
use super::plan::{LoopDim, Plan, collapse_sinks};
use super::sinks::sinks;
use super::walk::Accesses;
use super::{Emission, Kernel};
use crate::codegen::kernel::Phase;
use crate::hlo::{ArrayShape, InstructionId, Op};

/// Emits the kernel that finishes rows of `contraction`.
pub fn emit(emission: &Emission<'_, '_>, contraction: InstructionId) -> Result<Kernel> {
    let fragment = emission.fragment;
    let mut sinks = sinks(fragment)?;
    sinks.retain(|sink| sink.value.id != contraction);
    let Some(first) = sinks.first() else {
        return Err(fragment.unsupported("an output fusion of nothing but its product"));
    };
    let (shape, row) = (first.value.shape, row_dims(first.value.shape, wanted_row(fragment, contraction)));
    let outer = collapse_sinks(fragment, &sinks, |d| !row.contains(&d));
    let mut inner = collapse_sinks(fragment, &sinks, |d| row.contains(&d));
    if inner.is_empty() {
        inner.push(LoopDim { size: 1, members: Vec::new() });
    }
    let loops = [&outer[..], &inner[..]].concat();
    let (accesses, space, _) = accesses_of(fragment, &sinks, &loops, emission.vector_lanes());
    if !replaces_in_place(fragment, contraction, &accesses) {
        return Err(fragment.unsupported("an output fusion that reads its product at other places than it writes"));
    }
    let body = body_of(emission, &sinks, &accesses, &space);
    let sizes = |loops: &[LoopDim]| loops.iter().map(|l| l.size).collect::<Vec<usize>>();
    let plan = Plan::rows(&sizes(&outer), &sizes(&inner), body);
    let mut evaluator = emission.evaluator(emission.name, plan.lanes);
    evaluator.nest(&plan, |e, places, vectors| loop_body(e, &sinks, &loops, places, vectors))?;
    evaluator.f.finish();
    let phase = Phase {
        function: emission.name.to_owned(),
        units: plan.units(),
        min_units_per_task: plan.min_units_per_task(body.work),
    };
    debug_assert_eq!(
        plan.units() as usize * row.iter().map(|&d| shape.dims[d]).product::<usize>(),
        shape.element_count()
    );
    Ok(Kernel { phases: vec![phase], scratch_bytes: 0 })
}

/// Elements that templates finish together: a product's columns, a convolution's features or, where these lie apart,
/// its positions.
fn wanted_row(fragment: &Fragment, contraction: InstructionId) -> usize {
    let instruction = fragment.get(contraction);
    let array = instruction.array();
    match &instruction.op {
        Op::Dot { dims, .. } => {
            let rhs = fragment.get(fragment.operand(contraction, 1)).array();
            let columns = rhs.rank() - dims.rhs_batch.len() - dims.rhs_contracting.len();
            array.dims[array.rank() - columns..].iter().product()
        }
        Op::Convolution { dims, .. } => {
            let order = &array.layout.minor_to_major;
            let features = order.iter().position(|&d| d == dims.output_feature).unwrap_or(0);
            order[..features.max(1)].iter().map(|&d| array.dims[d]).product()
        }
        _ => 1,
    }
}

/// The minor dimensions that make up the longest run of which a wanted row is a multiple.
fn row_dims(shape: &ArrayShape, wanted: usize) -> Vec<usize> {
    let order = &shape.layout.minor_to_major;
    let size = |count: usize| order[..count].iter().map(|&d| shape.dims[d]).product::<usize>();
    let longest = (0..=order.len()).rev().find(|&count| wanted.is_multiple_of(size(count).max(1)));
    order[..longest.unwrap_or(0)].to_vec()
}

/// Whether the value is read only where a result of that place is written.
fn replaces_in_place(fragment: &Fragment, contraction: InstructionId, accesses: &Accesses) -> bool {
    let Some(written) = accesses.written.first() else { return false };
    let reads = accesses.read.iter().filter(|read| Some(read.argument) == fragment.argument_of(contraction));
    accesses.reductions.is_empty()
        && accesses.written.iter().all(|place| place == written)
        && reads.map(|read| &read.place).all(|place: &Affine| place == written)
}
