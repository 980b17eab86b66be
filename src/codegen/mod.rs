//! Code generation: an optimized module becomes an executable, that is machine code, a thunk program and constants.

pub mod emit;
pub mod kernel;
pub mod link;
pub mod math;
pub mod spec;
pub mod target;

pub use target::Target;
