//! `dynamic-update-slice` in place: contiguous runs of the update are copied to where they belong.

use super::{Frame, Place, Shared};
use crate::codegen::thunk::{Slice, UpdateDimension, UpdateSlice};
use crate::hlo::ElementType;

/// Bytes that are worth a task.
const TASK_BYTES: usize = 128 << 10;

/// A dynamic-update-slice that is ready to run.
pub struct UpdateSliceStep {
    element_bytes: usize,
    index_type: ElementType,
    /// All dimensions, for the start.
    dims: Vec<UpdateDimension>,
    /// How many of them, outermost first, are walked; the others are one run.
    walked: usize,
    run_bytes: usize,
    runs: usize,
    update: Place,
    starts: Vec<Place>,
    output: Place,
}

impl UpdateSliceStep {
    pub fn prepare(spec: &UpdateSlice, update: &Slice, starts: &[Slice], output: &Slice) -> UpdateSliceStep {
        let (walked, run) = contiguous_run(&spec.dims);
        UpdateSliceStep {
            element_bytes: spec.element_bytes,
            index_type: spec.index_type,
            walked,
            run_bytes: run * spec.element_bytes,
            runs: spec.dims[..walked].iter().map(|d| d.update_size).product(),
            dims: spec.dims.clone(),
            update: update.into(),
            starts: starts.iter().map(Place::from).collect(),
            output: output.into(),
        }
    }

    /// # Safety
    /// The frame has the memory that the step was planned with.
    pub unsafe fn run(&self, frame: &Frame<'_>) {
        if self.run_bytes == 0 {
            return;
        }
        let start: usize = self.dims.iter().map(|d| d.output_stride * self.start(frame, d)).sum();
        // SAFETY: the start is clamped so that the update lies within the output.
        let output = Shared(unsafe { frame.at(self.output).add(start * self.element_bytes) });
        let update = Shared(frame.at(self.update).cast_const());
        let runs_per_task = (TASK_BYTES / self.run_bytes).max(1);
        frame.pool.parallel_for(self.runs.div_ceil(runs_per_task), &|task| {
            for run in task * runs_per_task..self.runs.min((task + 1) * runs_per_task) {
                let (from, to) = self.offsets(run);
                // SAFETY: runs lie within their arrays and apart from each other; the arrays are different.
                unsafe { std::ptr::copy_nonoverlapping(update.get().add(from), output.get().add(to), self.run_bytes) };
            }
        });
    }

    /// The clamped start of a dimension.
    fn start(&self, frame: &Frame<'_>, dimension: &UpdateDimension) -> usize {
        let most = dimension.output_size - dimension.update_size;
        // SAFETY: the plan has an aligned scalar of this type there.
        let start = unsafe { read_index(frame.at(self.starts[dimension.start]), self.index_type) };
        start.clamp(0, most as i128) as usize
    }

    /// Byte offsets of a run in the update and, from the start, in the output.
    fn offsets(&self, mut run: usize) -> (usize, usize) {
        let (mut from, mut to) = (0, 0);
        for dimension in self.dims[..self.walked].iter().rev() {
            let index = run % dimension.update_size;
            run /= dimension.update_size;
            from += index * dimension.update_stride;
            to += index * dimension.output_stride;
        }
        (from * self.element_bytes, to * self.element_bytes)
    }
}

/// How many outer dimensions are left when the longest run that is contiguous on both sides is taken as one, and the
/// run's length in elements.
fn contiguous_run(dims: &[UpdateDimension]) -> (usize, usize) {
    let (mut walked, mut run) = (dims.len(), 1);
    for dimension in dims.iter().rev() {
        if dimension.output_stride != run || dimension.update_stride != run {
            break;
        }
        walked -= 1;
        run *= dimension.update_size;
        if dimension.update_size != dimension.output_size {
            break;
        }
    }
    (walked, run)
}

/// # Safety
/// The pointer is to an aligned integer of this type.
unsafe fn read_index(at: *const u8, element_type: ElementType) -> i128 {
    // SAFETY: the caller's promise.
    unsafe {
        match element_type {
            ElementType::S2 | ElementType::S4 | ElementType::S8 => i128::from(*at.cast::<i8>()),
            ElementType::S16 => i128::from(*at.cast::<i16>()),
            ElementType::S32 => i128::from(*at.cast::<i32>()),
            ElementType::S64 => i128::from(*at.cast::<i64>()),
            ElementType::U16 => i128::from(*at.cast::<u16>()),
            ElementType::U32 => i128::from(*at.cast::<u32>()),
            ElementType::U64 => i128::from(*at.cast::<u64>()),
            _ => i128::from(*at),
        }
    }
}
