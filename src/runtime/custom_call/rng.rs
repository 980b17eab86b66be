//! Draws of a distribution, what the pass `rng-expander` makes of `rng`; and the state of generators, which programs that
//! XLA has optimized ask for.

use crate::hlo::evaluator::{EvalError, draw};
use crate::hlo::{ArrayLiteral, CustomCall, ElementType, Literal, RngDistribution, Shape};
use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, PoisonError};

/// Values that the process has drawn.
static DRAWN: AtomicU64 = AtomicU64::new(0);

/// The state of the process. It begins with XLA's number.
static STATE: Mutex<u128> = Mutex::new(0x7012395);

/// Gives the state, and counts it up by the number in the config.
pub fn get_and_update_state(call: &CustomCall, _operands: &[&Literal], _shape: &Shape) -> Result<Literal, EvalError> {
    let delta: u64 =
        call.backend_config.parse().map_err(|_| EvalError::failed("the state is counted up by a number"))?;
    let mut state = STATE.lock().unwrap_or_else(PoisonError::into_inner);
    let halves = [*state as u64, (*state >> 64) as u64];
    *state = state.wrapping_add(delta.into());
    Ok(ArrayLiteral::from_slice(ElementType::U64, [2], &halves).into())
}

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
