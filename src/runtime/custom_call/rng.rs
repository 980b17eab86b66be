//! Draws of a distribution: what the pass `rng-expander` makes of `rng`.

use crate::hlo::evaluator::{EvalError, draw};
use crate::hlo::{CustomCall, Literal, RngDistribution, Shape};
use std::sync::atomic::AtomicU64;

/// Values that the process has drawn.
static DRAWN: AtomicU64 = AtomicU64::new(0);

pub fn uniform(_call: &CustomCall, operands: &[&Literal], shape: &Shape) -> Result<Literal, EvalError> {
    drawn(RngDistribution::Uniform, operands, shape)
}

pub fn normal(_call: &CustomCall, operands: &[&Literal], shape: &Shape) -> Result<Literal, EvalError> {
    drawn(RngDistribution::Normal, operands, shape)
}

fn drawn(distribution: RngDistribution, operands: &[&Literal], shape: &Shape) -> Result<Literal, EvalError> {
    let [Literal::Array(a), Literal::Array(b)] = operands else {
        return Err(EvalError::failed("a draw takes two scalars"));
    };
    let shape = shape.as_array().ok_or_else(|| EvalError::failed("a draw gives an array"))?;
    draw(distribution, a, b, shape, &DRAWN)
}
