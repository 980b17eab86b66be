//! The messages of XLA's `hlo.proto` and `xla_data.proto` by hand, as far as they are read or written here.
//!
//! What there may be many of is kept as bytes until it is its turn (`computations`, `instructions`): a file of a few
//! bytes an instruction then takes no more memory than that, and a mistake in one is told with its number. Enumerations
//! are numbers; `names.rs` has their meanings.

mod data;
mod dimensions;
mod instruction;
mod module;

pub use data::*;
pub use dimensions::*;
pub use instruction::*;
pub use module::*;
