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
        let outputs = &parts[..parts.len() - self.carries];
        let mut written: Vec<Vec<ArrayLiteral>> = vec![Vec::new(); outputs.len()];
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
            for (slabs, slice) in written.iter_mut().zip(&returned) {
                slabs.push(self.slab(slice.expect_array()));
            }
        }
        let joined = written.iter_mut().zip(outputs).map(|(slabs, output)| {
            if self.is_reverse {
                slabs.reverse();
            }
            movement::concatenate(&slabs.iter().collect::<Vec<_>>(), self.dimension, output.expect_array())
        });
        Ok(tuple_if_many(joined.chain(carried).collect(), shape))
    }

    fn slice(&self, input: &ArrayLiteral, place: usize) -> Literal {
        let mut dims = input.dims().to_vec();
        dims[self.dimension] = 1;
        let starts: Vec<usize> = (0..dims.len()).map(|d| if d == self.dimension { place } else { 0 }).collect();
        let slice = movement::slice(input, &starts, &vec![1; dims.len()], &dims);
        dims.remove(self.dimension);
        slice.expect_array().reshape(dims).into()
    }

    /// A slice as a part of an output.
    fn slab(&self, slice: &ArrayLiteral) -> ArrayLiteral {
        let mut dims = slice.dims().to_vec();
        dims.insert(self.dimension, 1);
        slice.reshape(dims)
    }
}
