//! Draws of a distribution, what the pass `rng-expander` makes of `rng`; and the state of generators, which programs that
//! XLA has optimized ask for.

use crate::hlo::evaluator::{Draws, EvalError, draw};
use crate::hlo::{ArrayLiteral, CustomCall, ElementType, Literal, RngDistribution, Shape};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// What the process keeps for a device, so that its numbers don't depend on the order of threads.
struct Generator {
    draws: Draws,
    state: Mutex<u128>,
}

impl Generator {
    fn of_device(device: usize) -> Arc<Generator> {
        static ALL: Mutex<BTreeMap<usize, Arc<Generator>>> = Mutex::new(BTreeMap::new());
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry(device).or_insert_with(|| Arc::new(Generator::new(device))).clone()
    }

    /// The state begins with XLA's number, on every device.
    fn new(device: usize) -> Generator {
        Generator { draws: Draws::of_device(device), state: Mutex::new(0x7012395) }
    }
}

/// Gives the state, and counts it up by the number in the config.
pub fn get_and_update_state(
    device: usize,
    call: &CustomCall,
    _operands: &[&Literal],
    _shape: &Shape,
) -> Result<Literal, EvalError> {
    let delta: u64 =
        call.backend_config.parse().map_err(|_| EvalError::failed("the state is counted up by a number"))?;
    let generator = Generator::of_device(device);
    let mut state = generator.state.lock().unwrap_or_else(PoisonError::into_inner);
    let halves = [*state as u64, (*state >> 64) as u64];
    *state = state.wrapping_add(delta.into());
    Ok(ArrayLiteral::from_slice(ElementType::U64, [2], &halves).into())
}

pub fn uniform(device: usize, _call: &CustomCall, operands: &[&Literal], shape: &Shape) -> Result<Literal, EvalError> {
    drawn(RngDistribution::Uniform, device, operands, shape)
}

pub fn normal(device: usize, _call: &CustomCall, operands: &[&Literal], shape: &Shape) -> Result<Literal, EvalError> {
    drawn(RngDistribution::Normal, device, operands, shape)
}

fn drawn(
    distribution: RngDistribution,
    device: usize,
    operands: &[&Literal],
    shape: &Shape,
) -> Result<Literal, EvalError> {
    let [Literal::Array(a), Literal::Array(b)] = operands else {
        return Err(EvalError::failed("a draw takes two scalars"));
    };
    let shape = shape.as_array().ok_or_else(|| EvalError::failed("a draw gives an array"))?;
    draw(distribution, a, b, shape, &Generator::of_device(device).draws)
}
