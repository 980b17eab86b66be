//! Attributes of operations, as HLO defines them.

use super::{ArrayShape, ElementType};
use serde::{Deserialize, Serialize};

/// Declares an enumeration with the word of each value in StableHLO and, where it is another, in HLO text.
macro_rules! named {
    ($(#[$attribute:meta])* pub enum $name:ident {
        $($(#[$note:meta])* $value:ident = $mlir_word:literal $(| $hlo_word:literal)?),+ $(,)?
    }) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$note])* $value),+
        }

        impl $name {
            /// Words in StableHLO, with what they mean.
            pub const MLIR_WORDS: &'static [(&'static str, $name)] = &[$(($mlir_word, $name::$value)),+];
            /// Words in HLO text, with what they mean.
            pub const HLO_WORDS: &'static [(&'static str, $name)] = &[$((last!($mlir_word $($hlo_word)?), $name::$value)),+];

            pub fn mlir_word(self) -> &'static str {
                Self::MLIR_WORDS[self as usize].0
            }

            pub fn hlo_word(self) -> &'static str {
                Self::HLO_WORDS[self as usize].0
            }
        }
    };
}

macro_rules! last {
    ($only:literal) => {
        $only
    };
    ($first:literal $last:literal) => {
        $last
    };
}

named! {
    pub enum ComparisonDirection {
        Eq = "EQ",
        Ne = "NE",
        Ge = "GE",
        Gt = "GT",
        Le = "LE",
        Lt = "LT",
    }
}

/// How values are ordered by a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ComparisonOrder {
    /// IEEE for floats (NaN is unordered); the plain order for everything else.
    Partial,
    /// IEEE's totalOrder: -NaN < -inf < … < -0 < +0 < … < +inf < +NaN.
    Total,
}

named! {
    #[derive(Serialize, Deserialize)]
    pub enum FftType {
        Fft = "FFT",
        Ifft = "IFFT",
        Rfft = "RFFT",
        Irfft = "IRFFT",
    }
}

named! {
    #[derive(Serialize, Deserialize)]
    pub enum RngAlgorithm {
        Default = "DEFAULT" | "rng_default",
        ThreeFry = "THREE_FRY" | "rng_three_fry",
        Philox = "PHILOX" | "rng_philox",
    }
}

impl RngAlgorithm {
    /// Whether it runs from a state of this shape: a key and a counter, which Philox may have in two words. What
    /// `DEFAULT` does is left to the implementation, and here it is Philox, on words of any type.
    ///
    /// # Errors
    /// Another state.
    pub fn check_state(self, state: &ArrayShape) -> Result<(), String> {
        let is_word = state.element_type == ElementType::U64 || self == RngAlgorithm::Default;
        let (words, is_size) = match self {
            RngAlgorithm::ThreeFry => ("2", state.byte_size() == 16),
            RngAlgorithm::Default | RngAlgorithm::Philox => ("2 or 3", matches!(state.byte_size(), 16 | 24)),
        };
        let is_right = is_word && is_size && state.rank() == 1;
        if is_right { Ok(()) } else { Err(format!("expected a state of {words} u64, found {state}")) }
    }
}

named! {
    pub enum RngDistribution {
        Uniform = "UNIFORM" | "rng_uniform",
        Normal = "NORMAL" | "rng_normal",
    }
}

named! {
    #[derive(Serialize, Deserialize)]
    pub enum Transpose {
        NoTranspose = "NO_TRANSPOSE",
        Transpose = "TRANSPOSE",
        Adjoint = "ADJOINT",
    }
}

named! {
    /// How a fusion's loops are laid out, as XLA names it; StableHLO has no fusions.
    pub enum FusionKind {
        /// Elementwise over the root's shape.
        Loop = "kLoop",
        /// A reduction (or scatter) with its producers.
        Input = "kInput",
        /// A matrix product or convolution with what is done to its result.
        Output = "kOutput",
        /// Anything a template of ours performs; the backend config says which.
        Custom = "kCustom",
    }
}

named! {
    #[derive(Default)]
    pub enum Precision {
        #[default]
        Default = "DEFAULT" | "default",
        High = "HIGH" | "high",
        Highest = "HIGHEST" | "highest",
    }
}

/// StableHLO's dot algorithm: the types that a product is computed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DotAlgorithm {
    pub lhs_precision: DotPrecisionType,
    pub rhs_precision: DotPrecisionType,
    pub accumulation: ElementType,
    pub lhs_components: u32,
    pub rhs_components: u32,
    pub primitive_operations: u32,
    pub allow_imprecise_accumulation: bool,
}

/// An operand precision of a dot algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DotPrecisionType {
    Element(ElementType),
    /// Eight bits of exponent, ten of mantissa.
    Tf32,
}

/// Result dimensions: batch, then free ones of lhs, then free ones of rhs.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct DotDimensionNumbers {
    pub lhs_batch: Vec<usize>,
    pub rhs_batch: Vec<usize>,
    pub lhs_contracting: Vec<usize>,
    pub rhs_contracting: Vec<usize>,
}

impl DotDimensionNumbers {
    /// Dimensions of an operand that are neither batch nor contracting, in order.
    pub fn free(rank: usize, batch: &[usize], contracting: &[usize]) -> Vec<usize> {
        (0..rank).filter(|d| !batch.contains(d) && !contracting.contains(d)).collect()
    }

    /// Dimensions of the left operand that lie outside of a ragged one: batches, then those of its kind before it.
    pub fn outside_of(&self, ragged: usize) -> Vec<usize> {
        let before = |list: &[usize]| list.iter().take_while(|&&d| d != ragged).copied().collect();
        if self.lhs_batch.contains(&ragged) {
            return before(&self.lhs_batch);
        }
        let own = match self.lhs_contracting.contains(&ragged) {
            true => before(&self.lhs_contracting),
            false => DotDimensionNumbers::free(ragged, &self.lhs_batch, &self.lhs_contracting),
        };
        [&self.lhs_batch[..], &own].concat()
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ConvolutionDimensionNumbers {
    pub input_batch: usize,
    pub input_feature: usize,
    pub input_spatial: Vec<usize>,
    pub kernel_input_feature: usize,
    pub kernel_output_feature: usize,
    pub kernel_spatial: Vec<usize>,
    pub output_batch: usize,
    pub output_feature: usize,
    pub output_spatial: Vec<usize>,
}

/// A window along one dimension. Paddings may be negative; `base_dilation - 1` holes lie between neighbours of the
/// input, `window_dilation - 1` between those of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct WindowDimension {
    pub size: usize,
    pub stride: usize,
    pub padding_low: i64,
    pub padding_high: i64,
    pub base_dilation: usize,
    pub window_dilation: usize,
    pub reversal: bool,
}

impl WindowDimension {
    /// A dense window without padding.
    pub fn of_size(size: usize) -> WindowDimension {
        WindowDimension {
            size,
            stride: 1,
            padding_low: 0,
            padding_high: 0,
            base_dilation: 1,
            window_dilation: 1,
            reversal: false,
        }
    }

    /// A window over an element of `size` and all before it.
    pub fn up_to_here(size: usize) -> WindowDimension {
        WindowDimension { padding_low: size as i64 - 1, ..WindowDimension::of_size(size) }
    }

    /// A window over an element of `size` and all behind it.
    pub fn from_here(size: usize) -> WindowDimension {
        WindowDimension { padding_high: size as i64 - 1, ..WindowDimension::of_size(size) }
    }

    /// Extent of the window with its holes; 0 for an empty one.
    pub fn dilated_size(&self) -> i64 {
        extent(dilated(self.size, self.window_dilation))
    }

    /// Extent of an input dimension of `size` elements with holes and padding; may be negative.
    pub fn padded_input(&self, size: usize) -> i64 {
        let padding = i128::from(self.padding_low) + i128::from(self.padding_high);
        extent(dilated(size, self.base_dilation) + padding)
    }

    /// Positions of the window over an input dimension of `size` elements.
    pub fn output_size(&self, size: usize) -> usize {
        let room = self.padded_input(size).saturating_sub(self.dilated_size());
        if room < 0 { 0 } else { room as usize / self.stride + 1 }
    }
}

/// The dimension, if it is the only one with a window, along which every element has all before it in its window, or
/// (true) all behind it: then results are running ones.
pub fn running_dimension(window: &[WindowDimension], dims: &[usize]) -> Option<(usize, bool)> {
    // A window over a whole dimension leaves one result there, and is no running one.
    let mut wide = (0..dims.len()).filter(|&dim| window[dim] != WindowDimension::of_size(1));
    let (dim, None) = (wide.next()?, wide.next()) else { return None };
    let is_backwards = window[dim] == WindowDimension::from_here(dims[dim]);
    let is_running = is_backwards || window[dim] == WindowDimension::up_to_here(dims[dim]);
    is_running.then_some((dim, is_backwards))
}

/// At most about 2^126, which leaves room for what is added.
pub(super) fn dilated(size: usize, dilation: usize) -> i128 {
    let steps = size.saturating_sub(1) as u128 * dilation as u128;
    (steps.min(1 << 126) + u128::from(size > 0)) as i128
}

/// Saturates where a program asks for more than memory can hold.
fn extent(size: i128) -> i64 {
    size.clamp(i64::MIN.into(), i64::MAX.into()) as i64
}

/// A window, one entry a dimension (for convolutions: a spatial dimension).
pub type Window = Vec<WindowDimension>;

/// Padding of one dimension; negative edges cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct PaddingDimension {
    pub low: i64,
    pub high: i64,
    pub interior: usize,
}

impl PaddingDimension {
    /// Size of a dimension of `size` elements when padded; may be negative.
    pub fn output_size(&self, size: usize) -> i64 {
        extent(dilated(size, self.interior.saturating_add(1)) + i128::from(self.low) + i128::from(self.high))
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct GatherDimensionNumbers {
    pub offset_dims: Vec<usize>,
    pub collapsed_slice_dims: Vec<usize>,
    pub operand_batching_dims: Vec<usize>,
    pub start_indices_batching_dims: Vec<usize>,
    pub start_index_map: Vec<usize>,
    pub index_vector_dim: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct ScatterDimensionNumbers {
    pub update_window_dims: Vec<usize>,
    pub inserted_window_dims: Vec<usize>,
    pub input_batching_dims: Vec<usize>,
    pub scatter_indices_batching_dims: Vec<usize>,
    pub scatter_dims_to_operand_dims: Vec<usize>,
    pub index_vector_dim: usize,
}
