//! Native templates: the operations that are tuned once, by hand, instead of being compiled anew for each program.
//!
//! Each takes a specification from [`crate::codegen::spec`], raw pointers to its buffers, and the pool. Results never
//! depend on the number of threads.

pub mod convolution;
pub mod gemm;
mod scratch;
pub mod sort;
