//! StableHLO as data, between HLO and its written forms.
//!
//! [`from_hlo`] says an HLO module in StableHLO; [`print()`] writes that as text. The portable artifacts of
//! [`crate::bytecode`] are read into and written from the same data.

mod attribute;
mod from_hlo;
mod ir;
mod print;
mod types;

#[cfg(test)]
mod tests;

pub use attribute::{Attribute, Constant, ConstantBytes};
pub use from_hlo::{Dialects, from_hlo};
pub use ir::{Argument, Attributes, Block, Name, Operation, Program, Region, ValueId};
pub use print::{PrintOptions, print};
pub use types::{Element, Quantized, Tensor, Type};
