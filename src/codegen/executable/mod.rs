//! What compilation makes and `.pjx` files hold: machine code, the thunk program, constants, and what they are for.

mod checksum;
mod cost;
mod format;
mod report;

pub use format::{VERSION, is_artifact};

use super::thunk::Program;
use crate::codegen::Target;
use crate::hlo::{Bytes, Signature};
use crate::passes::buffer_assignment::Report;
use serde::{Deserialize, Serialize};

/// A compiled program.
#[derive(Clone, Debug)]
pub struct Executable {
    pub name: String,
    pub target: Target,
    pub signature: Signature,
    pub program: Program,
    /// Relocatable object files.
    pub objects: Vec<Bytes>,
    /// Constants in memory form and layout, each at a multiple of the alignment.
    pub constants: Vec<Bytes>,
    pub cost: Cost,
    pub memory: Report,
}

/// What one run costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    pub flops: f64,
    pub transcendentals: f64,
    pub bytes_accessed: f64,
}
