//! Random bits.

use crate::hlo::{ArrayShape, RngAlgorithm};
use serde::{Deserialize, Serialize};

/// `rng-bit-generator`: a `u64[2]` or `u64[3]` state gives bits and the next state, as XLA defines them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RandomBits {
    pub generator: Generator,
    /// Words of the state: key and counter, or key and both halves of the counter.
    pub state_words: usize,
    /// Bytes of an element.
    pub width: usize,
    pub elements: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Generator {
    /// A block of 64 bits serves one element of 64 bits, or two neighbours along the dimension of size `length`, with
    /// `inner` elements to each of its indices.
    ThreeFry { length: usize, inner: usize },
    /// A block of 128 bits serves the next two or four elements.
    Philox,
}

impl RandomBits {
    /// The generator of a verified instruction; `bits` is row-major.
    pub fn new(algorithm: RngAlgorithm, state: &ArrayShape, bits: &ArrayShape) -> RandomBits {
        let generator = match algorithm {
            RngAlgorithm::ThreeFry => {
                let (length, inner) = paired_dimension(&bits.dims);
                Generator::ThreeFry { length, inner }
            }
            RngAlgorithm::Philox | RngAlgorithm::Default => Generator::Philox,
        };
        RandomBits {
            generator,
            state_words: state.byte_size() / 8,
            width: bits.element_type.byte_width(),
            elements: bits.element_count(),
        }
    }
}

/// The first even dimension, else the longest: its size, and the elements to each of its indices.
fn paired_dimension(dims: &[usize]) -> (usize, usize) {
    let longest = (0..dims.len()).rev().max_by_key(|&dim| dims[dim]);
    match (0..dims.len()).find(|&dim| dims[dim].is_multiple_of(2)).or(longest) {
        Some(dim) => (dims[dim], dims[dim + 1..].iter().product()),
        None => (1, 1),
    }
}
