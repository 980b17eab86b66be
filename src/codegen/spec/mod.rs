//! What the native templates are told: plain data that is computed when a program is compiled and saved with it.
//!
//! A specification holds sizes and strides only, so that one template serves every layout and every order of
//! dimensions, and no operand is ever transposed in memory for its sake.

mod gemm;

pub use gemm::{BatchDimension, ContractionDimension, FreeDimension, Gemm};
