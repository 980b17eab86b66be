//! `pjrt`: a compiler and runtime for StableHLO and HLO.

#[cfg(test)]
mod architecture;
pub mod bytecode;
pub mod cmd;
pub mod codegen;
pub mod frontend;
pub mod hlo;
pub mod passes;
pub mod proto;
pub mod reduce;
pub mod runtime;
pub mod stablehlo;
