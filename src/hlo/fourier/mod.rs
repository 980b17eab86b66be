//! Discrete Fourier transforms of one dimension: short ones of our own, longer ones by `rustfft`.
//!
//! A short transform rounds where FFTPACK and what descends from it round ([`short`]). NumPy and XLA are of that
//! family, so that results agree with theirs to the last bit for the lengths that both do alike.

mod radix;
mod roots;
mod short;

use rustfft::{Fft, FftDirection, FftNum, FftPlanner};
use short::Short;
pub use short::Symmetry;
use std::sync::Arc;

/// Longest transform of our own.
pub const SHORT: usize = 64;

/// A float that transforms are computed in.
pub trait Part: FftNum {
    fn of(value: f64) -> Self;
}

impl Part for f32 {
    fn of(value: f64) -> f32 {
        value as f32
    }
}

impl Part for f64 {
    fn of(value: f64) -> f64 {
        value
    }
}

/// A transform without scaling. A transform of spectra of real numbers gets whole ones, whose second half is the
/// first one's mirror image.
pub fn plan<T: Part>(
    planner: &mut FftPlanner<T>,
    length: usize,
    direction: FftDirection,
    symmetry: Symmetry,
) -> Arc<dyn Fft<T>> {
    match length {
        1..=SHORT => Arc::new(Short::new(length, direction, symmetry)),
        _ => planner.plan_fft(length, direction),
    }
}
