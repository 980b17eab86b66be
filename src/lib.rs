//! `pjrt`: a compiler and runtime for StableHLO and HLO.

pub mod hlo;
pub mod passes;
pub mod runtime;
