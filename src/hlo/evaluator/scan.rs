//! Scans: a computation applied to slice after slice.

use super::context::Context;
use super::control::{run_computation, tuple_if_many};
use super::error::Result;
use super::movement;
use crate::hlo::{ArrayLiteral, ComputationId, Literal, Shape};

/// Along which dimension, and how.
pub struct Scan {
    pub dimension: usize,
    pub carries: usize,
    pub is_reverse: bool,
    pub to_apply: ComputationId,
}

impl Scan {
    /// The outputs and the last carries, of a result shape.
    pub fn evaluate(&self, operands: &[&Literal], shape: &Shape, context: &Context) -> Result<Literal> {
        let (inputs, initial) = operands.split_at(operands.len() - self.carries);
        let steps = inputs[0].expect_array().dims()[self.dimension];
        let mut carried: Vec<Literal> = initial.iter().map(|&value| value.clone()).collect();
        let parts = shape.as_tuple().unwrap_or(std::slice::from_ref(shape));
        let outputs = parts[..parts.len() - self.carries].iter();
        let mut outputs: Vec<ArrayLiteral> = outputs.map(|part| ArrayLiteral::zeros(part.expect_array())).collect();
        for step in 0..steps {
            context.devices.check()?;
            let place = if self.is_reverse { steps - 1 - step } else { step };
            let slices: Vec<Literal> = inputs.iter().map(|input| self.slice(input.expect_array(), place)).collect();
            let arguments: Vec<&Literal> = slices.iter().chain(&carried).collect();
            let mut returned = match run_computation(self.to_apply, &arguments, context)? {
                Literal::Tuple(parts) => parts,
                one @ (Literal::Array(_) | Literal::Token) => vec![one],
            };
            carried = returned.split_off(outputs.len());
            for (output, slice) in outputs.iter_mut().zip(&returned) {
                *output = self.written(output, slice.expect_array(), place);
            }
        }
        Ok(tuple_if_many(outputs.into_iter().map(Literal::from).chain(carried).collect(), shape))
    }

    fn starts(&self, rank: usize, place: usize) -> Vec<usize> {
        (0..rank).map(|d| if d == self.dimension { place } else { 0 }).collect()
    }

    fn slice(&self, input: &ArrayLiteral, place: usize) -> Literal {
        let mut dims = input.dims().to_vec();
        dims[self.dimension] = 1;
        let slice = movement::slice(input, &self.starts(dims.len(), place), &vec![1; dims.len()], &dims);
        dims.remove(self.dimension);
        slice.expect_array().reshape(dims).into()
    }

    fn written(&self, output: &ArrayLiteral, slice: &ArrayLiteral, place: usize) -> ArrayLiteral {
        let mut dims = slice.dims().to_vec();
        dims.insert(self.dimension, 1);
        let starts = self.starts(dims.len(), place);
        movement::update_slice(output, &slice.reshape(dims), &starts).expect_array().clone()
    }
}
