//! What copy insertion and buffer assignment know of memory: which values exist, when they live, and which of them
//! must or may share a buffer.
//!
//! Only *executed* computations are looked at: the entry, and what whiles, conditionals and calls run in it. Fused
//! computations, comparators and the like are part of the instruction that uses them. Every executed computation has
//! one caller (flatten-call-graph sees to it), so that all executed instructions have one place in one timeline.

mod bitcast;
mod coalesce;
mod executed;
mod in_place;
mod output_fusion;
#[cfg(test)]
mod tests;
mod values;

pub use bitcast::is_bitcast;
pub use coalesce::Coalescer;
pub use executed::{executed_callees, executed_computations};
pub use in_place::{in_place_operand, may_share_operand};
pub use output_fusion::{OutputFusion, output_fusion, row_elements};
pub use values::{Link, LinkKind, Pin, Place, Reader, Time, Value, ValueId, Values};
