//! Sorts, with compiled comparators where the order is not one of keys.

use super::{Frame, KernelFunction, Place};
use crate::codegen::thunk::Slice;
use crate::runtime::cpu::library::sort::Sort;

/// A sort that is ready to run.
pub struct SortStep {
    sort: Sort,
    inputs: Vec<Place>,
    outputs: Vec<Place>,
    comparator: Vec<KernelFunction>,
}

impl SortStep {
    pub fn new(sort: Sort, inputs: &[Slice], outputs: &[Slice], comparator: Vec<KernelFunction>) -> SortStep {
        let places = |slices: &[Slice]| slices.iter().map(Place::from).collect();
        SortStep { sort, inputs: places(inputs), outputs: places(outputs), comparator }
    }

    /// # Safety
    /// The frame has the memory that the step was planned with.
    pub unsafe fn run(&self, frame: &Frame<'_>) {
        let inputs: Vec<*const u8> = self.inputs.iter().map(|&place| frame.at(place).cast_const()).collect();
        let outputs: Vec<*mut u8> = self.outputs.iter().map(|&place| frame.at(place)).collect();
        // SAFETY: the caller's promise.
        unsafe { self.sort.run(frame.pool, &inputs, &outputs, &|elements| self.less(elements)) }
    }

    fn less(&self, elements: &[*const u8]) -> bool {
        let mut result = 0u8;
        let mut arguments: Vec<*mut u8> = elements.iter().map(|element| element.cast_mut()).collect();
        arguments.push(&raw mut result);
        for function in &self.comparator {
            // SAFETY: a comparator's kernel reads the elements and writes one `pred`; it has one unit.
            unsafe { function(arguments.as_ptr(), 0, 1) };
        }
        result != 0
    }
}
