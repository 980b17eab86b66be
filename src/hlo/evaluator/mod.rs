//! The evaluator: HLO's meaning, op by op, with values from the specification.
//!
//! It is the slow truth that compiled code is compared with, what constant folding calls, and what the `interpreter`
//! platform runs. Arithmetic on types narrower than 64 bits is done in `f64`, `i64` or `u64` and stored with one
//! rounding or wrap (see [`element`]). Reductions by a single operation are rounded once, at their end, since the
//! specification leaves their order open; products of matrices and windows follow the specification's order in `f32`
//! at least.

mod array;
mod batch_norm;
mod bitcast;
mod collective;
mod context;
mod control;
mod convolution;
mod domain;
mod dot;
mod element;
mod elementwise;
mod error;
mod fft;
mod gather;
mod linalg;
mod movement;
mod operation;
mod reduce;
mod reduce_precision;
mod region;
mod rng;
mod scalar;
mod scalar_program;
mod scan;
mod sort;
mod stack;
mod strided;
mod window;

pub use array::ScalarReader;
pub use context::{Alone, Context, CustomCalls, Devices, Evaluated, NoCustomCalls, Observer};
pub use control::{evaluate, evaluate_computation, evaluate_instruction};
pub use error::{EvalError, EvalErrorKind, Result};
pub use operation::evaluate_op;
pub use rng::{Draws, rng as draw};
pub use scalar::Scalar;
pub use sort::topk;
pub use stack::{STACK_BYTES, with_room};
pub use window::keeps_init;

#[cfg(test)]
mod tests;
