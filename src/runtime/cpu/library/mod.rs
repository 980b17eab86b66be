//! Native templates: the operations that are tuned once, by hand, instead of being compiled anew for each program.
//!
//! Each takes a specification from [`crate::codegen::spec`], raw pointers to its buffers, and the pool. Results never
//! depend on the number of threads.

pub mod convolution;
pub mod fft;
pub mod gemm;
pub mod linear_algebra;
pub mod random;
mod scratch;
pub mod sort;

/// A pointer that tasks write different parts behind.
struct Shared<T>(*mut T);

// SAFETY: see above; whoever makes one sees to it.
unsafe impl<T> Sync for Shared<T> {}
