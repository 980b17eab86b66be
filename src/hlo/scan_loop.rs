//! Loops that apply a computation along a dimension, with values carried from step to step.
//!
//! The loop's state is (step, inputs…, outputs…, carries…, further values…). Each step cuts slices out of the inputs,
//! calls the body on them, the carries and the further values, and writes what it returns into outputs and carries.

use super::infer::ProgramShape;
use super::{
    Builder, ComparisonDirection, Computation, ComputationId, Diagnostic, ElementType, InstructionId, LocationRef,
    Module, Shape,
};

/// What a scan's loop is made of.
pub struct ScanLoop {
    pub dimension: usize,
    pub steps: usize,
    pub is_reverse: bool,
    pub inputs: usize,
    pub outputs: usize,
    pub carries: usize,
    pub state: Shape,
    pub body: ComputationId,
}

impl ScanLoop {
    /// The loop's condition and step; none without a step.
    ///
    /// # Errors
    /// A body that does not take or return what the state has.
    pub fn add_to(
        &self,
        module: &mut Module,
        location: &LocationRef,
    ) -> Result<Option<[ComputationId; 2]>, Diagnostic> {
        if self.steps == 0 {
            return Ok(None);
        }
        let mut condition = Computation::new("scan_condition");
        let mut builder = Builder::new(&mut condition, location);
        let state = builder.parameter(0, self.state.clone());
        let step = builder.get_tuple_element(state, 0);
        let end = builder.scalar_integer(ElementType::S32, self.steps as i64);
        let goes_on = builder.compare(ComparisonDirection::Lt, step, end);
        builder.finish_with_root(goes_on)?;
        let mut step = Computation::new("scan_step");
        let signature = ProgramShape::of(module.computation(self.body));
        self.write_step(Builder::new(&mut step, location), &signature)?;
        Ok(Some([module.add_computation(condition), module.add_computation(step)]))
    }

    /// Outputs and carries, once the loop has run on an initial state.
    pub fn results(
        &self,
        builder: &mut Builder,
        init: InstructionId,
        parts: Option<[ComputationId; 2]>,
    ) -> Vec<InstructionId> {
        let ran = parts.map_or(init, |[condition, step]| builder.while_loop(init, condition, step));
        let first = 1 + self.inputs;
        (first..first + self.outputs + self.carries).map(|index| builder.get_tuple_element(ran, index)).collect()
    }

    /// One step, from state to state.
    fn write_step(&self, mut builder: Builder, body: &ProgramShape) -> Result<(), Diagnostic> {
        let parameter = builder.parameter(0, self.state.clone());
        let mut state = builder.untuple(parameter);
        let one = builder.scalar_integer(ElementType::S32, 1);
        let last = builder.scalar_integer(ElementType::S32, self.steps as i64 - 1);
        let place = if self.is_reverse { builder.subtract(last, state[0]) } else { state[0] };
        let mut arguments = Vec::new();
        for input in &state[1..1 + self.inputs] {
            arguments.push(self.slice(&mut builder, *input, place));
        }
        arguments.extend_from_slice(&state[1 + self.inputs + self.outputs..]);
        let result = builder.call(self.body, body, &arguments);
        let returned = if let Shape::Tuple(_) = body.result { builder.untuple(result) } else { vec![result] };
        for (i, value) in returned.into_iter().enumerate() {
            let slot = 1 + self.inputs + i;
            let is_output = i < self.outputs;
            state[slot] = if is_output { self.write(&mut builder, state[slot], value, place) } else { value };
        }
        state[0] = builder.add_values(state[0], one);
        let root = builder.tuple(&state);
        builder.finish_with_root(root)
    }

    /// Indices of a slice at a place along the dimension.
    fn starts(&self, builder: &mut Builder, rank: usize, place: InstructionId) -> Vec<InstructionId> {
        let zero = builder.scalar_integer(ElementType::S32, 0);
        (0..rank).map(|d| if d == self.dimension { place } else { zero }).collect()
    }

    fn slice(&self, builder: &mut Builder, input: InstructionId, place: InstructionId) -> InstructionId {
        let mut sizes = builder.dims(input);
        let starts = self.starts(builder, sizes.len(), place);
        sizes[self.dimension] = 1;
        let slice = builder.dynamic_slice(input, &starts, &sizes);
        sizes.remove(self.dimension);
        builder.reshape(slice, &sizes)
    }

    fn write(
        &self,
        builder: &mut Builder,
        output: InstructionId,
        value: InstructionId,
        place: InstructionId,
    ) -> InstructionId {
        let mut sizes = builder.dims(output);
        let starts = self.starts(builder, sizes.len(), place);
        if let Some(size) = sizes.get_mut(self.dimension) {
            *size = 1;
        }
        let update = builder.reshape(value, &sizes);
        builder.dynamic_update_slice(output, update, &starts)
    }
}
