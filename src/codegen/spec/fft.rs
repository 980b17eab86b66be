//! Discrete Fourier transforms.

use crate::hlo::{ArrayShape, ElementType, FftType};
use serde::{Deserialize, Serialize};

/// A transform of the last dimensions of a row-major array, as StableHLO's `fft` defines it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fft {
    pub kind: FftKind,
    /// The real type that the transform is computed in: `f32` or `f64`.
    pub real: ElementType,
    pub batch: usize,
    /// Sizes of the transformed dimensions, of the real side where there is one.
    pub lengths: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FftKind {
    Forward,
    Inverse,
    /// From real numbers; the redundant half of the last dimension is left out.
    RealForward,
    /// To real numbers.
    RealInverse,
}

impl Fft {
    /// The transform that a verified instruction describes. Operand and result must be row-major.
    pub fn new(operand: &ArrayShape, fft_type: FftType, lengths: &[usize]) -> Fft {
        let batch = operand.dims[..operand.rank() - lengths.len()].iter().product();
        let kind = match fft_type {
            FftType::Fft => FftKind::Forward,
            FftType::Ifft => FftKind::Inverse,
            FftType::Rfft => FftKind::RealForward,
            FftType::Irfft => FftKind::RealInverse,
        };
        Fft { kind, real: operand.element_type.real_part(), batch, lengths: lengths.to_vec() }
    }
}
