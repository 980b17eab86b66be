//! What the emitter hands to the rest of code generation: names and extents of the functions it wrote.
//!
//! Every function is `extern "C" fn(args: *const *mut u8, begin: i64, end: i64)` and does the work units
//! `begin..end`. Units are independent of each other, so that the runtime may split them over threads.

use serde::{Deserialize, Serialize};

/// One emitted instruction: phases that run one after another.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Kernel {
    pub phases: Vec<Phase>,
    /// Bytes of scratch memory that the kernel needs; 0 for none. The pointer is the last argument.
    pub scratch_bytes: usize,
}

/// One function and the units it does.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Phase {
    /// Name of the LLVM function.
    pub function: String,
    pub units: i64,
    /// Fewer units than this are not worth another thread.
    pub min_units_per_task: i64,
}
