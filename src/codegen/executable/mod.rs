//! What compilation makes and `.pjx` files hold: machine code, the thunk program, constants, and what they are for.

mod checksum;
mod format;
mod report;

pub use format::{VERSION, device_counts, is_artifact};
pub use report::memory_json;

use super::thunk::Program;
use crate::codegen::Target;
use crate::hlo::{Bytes, Cost, DeviceCounts, ShardedSignature, Signature};
use crate::passes::buffer_assignment::Report;

/// A compiled program.
#[derive(Clone, Debug)]
pub struct Executable {
    pub name: String,
    pub target: Target,
    pub signature: Signature,
    /// What a partition takes and gives parts of.
    pub sharded_signature: Option<ShardedSignature>,
    /// Devices that run it together.
    pub devices: DeviceCounts,
    pub program: Program,
    /// Relocatable object files.
    pub objects: Vec<Bytes>,
    /// Constants in memory form and layout, each at a multiple of the alignment.
    pub constants: Vec<Bytes>,
    pub cost: Cost,
    pub memory: Report,
}
