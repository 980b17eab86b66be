//! Matrix products: `dot_general` as loops over batch, row, column and contraction dimensions.

use super::strides;
use crate::hlo::{ArrayShape, DotDimensionNumbers, ElementType};
use serde::{Deserialize, Serialize};

/// `output[batch, row, column] = Σ lhs[batch, row, contraction] · rhs[batch, contraction, column]`.
///
/// Strides are distances in elements. Dimensions are listed outermost first; a list may be empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gemm {
    pub lhs: ElementType,
    pub rhs: ElementType,
    pub output: ElementType,
    pub batch: Vec<BatchDimension>,
    pub rows: Vec<FreeDimension>,
    pub columns: Vec<FreeDimension>,
    pub contraction: Vec<ContractionDimension>,
}

/// A dimension of both operands and of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BatchDimension {
    pub size: usize,
    pub lhs_stride: isize,
    pub rhs_stride: isize,
    pub output_stride: isize,
}

/// A dimension of one operand and of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FreeDimension {
    pub size: usize,
    pub operand_stride: isize,
    pub output_stride: isize,
}

/// A dimension that is summed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContractionDimension {
    pub size: usize,
    pub lhs_stride: isize,
    pub rhs_stride: isize,
}

impl Gemm {
    /// The product that a verified `dot_general` describes.
    pub fn from_dot(lhs: &ArrayShape, rhs: &ArrayShape, output: &ArrayShape, dims: &DotDimensionNumbers) -> Gemm {
        let (l, r, o) = (strides(lhs), strides(rhs), strides(output));
        let lhs_free = DotDimensionNumbers::free(lhs.rank(), &dims.lhs_batch, &dims.lhs_contracting);
        let rhs_free = DotDimensionNumbers::free(rhs.rank(), &dims.rhs_batch, &dims.rhs_contracting);
        let (first_row, first_column) = (dims.lhs_batch.len(), dims.lhs_batch.len() + lhs_free.len());
        let free = |shape: &ArrayShape, strides: &[isize], dims: &[usize], first: usize| -> Vec<FreeDimension> {
            let dimension = |(i, &d): (usize, &usize)| FreeDimension {
                size: shape.dims[d],
                operand_stride: strides[d],
                output_stride: o[first + i],
            };
            dims.iter().enumerate().map(dimension).collect()
        };
        let batch = dims.lhs_batch.iter().zip(&dims.rhs_batch).enumerate().map(|(i, (&a, &b))| BatchDimension {
            size: lhs.dims[a],
            lhs_stride: l[a],
            rhs_stride: r[b],
            output_stride: o[i],
        });
        let contracting = dims.lhs_contracting.iter().zip(&dims.rhs_contracting);
        Gemm {
            lhs: lhs.element_type,
            rhs: rhs.element_type,
            output: output.element_type,
            batch: batch.collect(),
            rows: free(lhs, &l, &lhs_free, first_row),
            columns: free(rhs, &r, &rhs_free, first_column),
            contraction: contracting
                .map(|(&a, &b)| ContractionDimension { size: lhs.dims[a], lhs_stride: l[a], rhs_stride: r[b] })
                .collect(),
        }
    }

    /// Multiplications in all.
    pub fn multiplications(&self) -> usize {
        let free = |dims: &[FreeDimension]| dims.iter().map(|d| d.size).product::<usize>();
        let batch: usize = self.batch.iter().map(|d| d.size).product();
        let depth: usize = self.contraction.iter().map(|d| d.size).product();
        batch * free(&self.rows) * free(&self.columns) * depth
    }
}
