//! `chlo.scan`: a computation applied along a dimension, with values carried from step to step.
//!
//! It becomes a loop whose state is (step, inputs…, outputs…, carries…, outer values…). Each step cuts slices out of the
//! inputs, calls the body, and writes what it returns into the outputs.

use crate::frontend::lower::{Captures, Failure, OpLowering, Outcome, set_root};
use crate::hlo::infer::ProgramShape;
use crate::hlo::{
    Builder, ComparisonDirection, Computation, ComputationId, Diagnostic, ElementType, InstructionId, PartialArray,
    Shape,
};

/// What a scan's loop is made of.
struct Scan {
    dimension: usize,
    steps: usize,
    is_reverse: bool,
    inputs: usize,
    outputs: usize,
    carries: usize,
    state: Shape,
    body: ComputationId,
}

impl<'m> OpLowering<'_, 'm> {
    pub fn scan(&mut self) -> Outcome {
        let (inputs, carries) = self.scan_segments()?;
        let outputs = self.results.len().saturating_sub(carries);
        let dimension = self.node.usize("dimension")?;
        let steps = self.scan_steps(inputs, dimension)?;
        self.scan_size_is_the_inputs(steps)?;
        let captures = self.captures()?;
        let body = self.scan_body(&captures)?;
        let mut builder = self.builder();
        let step = builder.scalar_integer(ElementType::S32, 0);
        builder.finish()?;
        let mut state = vec![step];
        state.extend_from_slice(&self.operands[..inputs]);
        for index in 0..outputs {
            state.push(self.zeros(index)?);
        }
        state.extend_from_slice(&self.operands[inputs..]);
        state.extend(captures.handed.iter().map(|&(_, id)| id));
        let init = self.tuple(state);
        let is_reverse = self.node.bool_or("is_reverse", false)?;
        let state = self.shape(init).clone();
        let scan = Scan { dimension, steps, is_reverse, inputs, outputs, carries, state, body };
        self.scan_loop(init, &scan)
    }

    /// How many operands are inputs, and how many are carried.
    fn scan_segments(&self) -> Result<(usize, usize), Diagnostic> {
        let segments = self.node.usizes("operandSegmentSizes")?;
        match segments.as_slice() {
            &[inputs, carries] if inputs > 0 && inputs + carries == self.operands.len() => Ok((inputs, carries)),
            _ => Err(self.node.error("expected inputs, of which there is at least one, and initial values")),
        }
    }

    /// The size that all inputs and outputs have along the dimension.
    fn scan_steps(&self, inputs: usize, dimension: usize) -> Result<usize, Diagnostic> {
        let Some(&steps) = self.array(0)?.dims.get(dimension) else {
            return Err(self.node.error(format!("expected a dimension of the inputs, found {dimension}")));
        };
        for index in 0..inputs {
            if self.array(index)?.dims.get(dimension) != Some(&steps) {
                return Err(self.node.error(format!("expected inputs of one size along dimension {dimension}")));
            }
        }
        Ok(steps)
    }

    /// What the output of this number is before it is written.
    fn zeros(&mut self, index: usize) -> Result<InstructionId, Failure> {
        let Some(array) = self.results[index].as_array().and_then(PartialArray::complete) else {
            return Err(self.node.error("expected arrays of static shape as outputs").into());
        };
        let mut builder = self.builder();
        let zero = builder.scalar(array.element_type, 0.0);
        let zeros = builder.splat(zero, &array.dims);
        builder.finish()?;
        Ok(zeros)
    }

    /// The region, with outer values as further parameters.
    fn scan_body(&mut self, captures: &Captures<'m>) -> Result<ComputationId, Failure> {
        let block = self.node.block(0)?;
        let mut scope = self.scope_with(captures, "scan_region".to_owned());
        self.state.parameters(&mut scope, block, self.node)?;
        let first = scope.computation.parameters().len();
        for (i, &(value, id)) in captures.handed.iter().enumerate() {
            let shape = self.shape(id).clone();
            let parameter = scope.computation.add_parameter(first + i, shape, &self.node.location);
            scope.define(value, parameter);
        }
        let results = self.state.block(&mut scope, block, self.node)?;
        if results.len() != self.results.len() {
            let message = format!("expected the body to return {} values, found {}", self.results.len(), results.len());
            return Err(self.node.error(message).into());
        }
        set_root(&mut scope, results, &self.node.location);
        Ok(self.state.module.add_computation(scope.computation))
    }

    fn scan_loop(&mut self, init: InstructionId, scan: &Scan) -> Outcome {
        let location = &self.node.location;
        let mut condition = Computation::new("scan_condition");
        let mut builder = Builder::new(&mut condition, location);
        let state = builder.parameter(0, scan.state.clone());
        let step = builder.get_tuple_element(state, 0);
        let end = builder.scalar_integer(ElementType::S32, scan.steps as i64);
        let goes_on = builder.compare(ComparisonDirection::Lt, step, end);
        builder.finish_with_root(goes_on)?;
        let mut step = Computation::new("scan_step");
        let signature = ProgramShape::of(self.state.module.computation(scan.body));
        scan.write_step(Builder::new(&mut step, location), &signature)?;
        let condition = self.state.module.add_computation(condition);
        let body = self.state.module.add_computation(step);
        let mut builder = self.builder();
        let result = builder.while_loop(init, condition, body);
        let first = 1 + scan.inputs;
        let elements =
            (first..first + scan.outputs + scan.carries).map(|i| builder.get_tuple_element(result, i)).collect();
        builder.finish()?;
        Ok(elements)
    }
}

impl Scan {
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
        let returned = if self.outputs + self.carries == 1 { vec![result] } else { builder.untuple(result) };
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
