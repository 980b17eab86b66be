//! VHLO: StableHLO with versions, in which portable artifacts are written.
//!
//! Numbers of attributes, types and enumeration words are wire format: they never change.

pub mod codes;
pub mod ops;
pub mod structures;
mod version;

pub use version::Version;

/// How a dynamic size is written.
pub const DYNAMIC: i64 = i64::MIN;
