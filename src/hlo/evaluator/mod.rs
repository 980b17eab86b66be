//! The evaluator: HLO's meaning, op by op, with values from the specification.
//!
//! It is the slow truth that compiled code is compared with, what constant folding calls, and what the `interpreter`
//! platform runs. Arithmetic on types narrower than 64 bits is done in `f64`, `i64` or `u64` and stored with one
//! rounding or wrap (see [`element`]); sums of products and reductions by a single operation are rounded once, at
//! their end, since the specification leaves their order open.

mod array;
mod bitcast;
mod context;
mod control;
mod domain;
mod element;
mod elementwise;
mod error;
mod movement;
mod operation;
mod reduce_precision;
mod scalar;
mod strided;

pub use context::{Context, CustomCalls, NoCustomCalls};
pub use control::{evaluate, evaluate_computation};
pub use error::{EvalError, EvalErrorKind, Result};
pub use operation::evaluate_op;
