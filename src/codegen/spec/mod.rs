//! What the native templates are told: plain data that is computed when a program is compiled and saved with it.
//!
//! A specification holds sizes and strides only, so that one template serves every layout and every order of
//! dimensions, and no operand is ever transposed in memory for its sake.

mod collective;
mod convolution;
mod fft;
mod gemm;
mod linear_algebra;
mod random;
mod sort;

pub use collective::{Collective, Exchange, ExchangedArray};
pub use convolution::{
    Convolution, GroupCounts, GroupDimension, ImageDimension, InputFeatureDimension, OutputFeatureDimension,
    SpatialDimension,
};
pub use fft::{Fft, FftKind};
pub use gemm::{BatchDimension, ContractionDimension, FreeDimension, Gemm};
pub use linear_algebra::{Cholesky, TriangularOptions, TriangularSolve};
pub use random::{Generator, RandomBits};
pub use sort::{FloatOrder, Sort, SortKey, SortOperand, SortOrder, TopK};

use crate::hlo::ArrayShape;

fn strides(shape: &ArrayShape) -> Vec<isize> {
    shape.strides().into_iter().map(|stride| stride as isize).collect()
}
