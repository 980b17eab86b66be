//! Code generation: an optimized module becomes an executable, that is machine code, a thunk program and constants.

mod compile;
mod compile_report;
mod constants;
pub mod emit;
pub mod executable;
pub mod kernel;
pub mod link;
mod lower;
pub mod math;
mod small_loop;
pub mod spec;
pub mod target;
pub mod thunk;

pub use compile::{Artifact, Options, compile, emit_artifact, schedule};
pub use compile_report::{CompileReport, KernelReport};
pub use executable::Executable;
pub use target::Target;
