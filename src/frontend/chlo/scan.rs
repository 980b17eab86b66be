//! `chlo.scan`: a computation applied along a dimension, with values carried from step to step.
//!
//! It becomes a loop whose state is (step, inputs…, outputs…, carries…, outer values…). Each step cuts slices out of the
//! inputs, calls the body, and writes what it returns into the outputs.

use crate::frontend::lower::{Captures, Failure, OpLowering, Outcome, set_root};
use crate::hlo::{ComputationId, Diagnostic, ElementType, InstructionId, PartialArray, ScanLoop};

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
        let scan = ScanLoop { dimension, steps, is_reverse, inputs, outputs, carries, state, body };
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

    fn scan_loop(&mut self, init: InstructionId, scan: &ScanLoop) -> Outcome {
        let parts = scan.add_to(&mut self.state.module, &self.node.location)?;
        let mut builder = self.builder();
        let elements = scan.results(&mut builder, init, parts);
        builder.finish()?;
        Ok(elements)
    }
}
