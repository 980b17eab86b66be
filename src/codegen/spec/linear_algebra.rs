//! Factorisation and solution of linear systems.

use crate::hlo::{ArrayShape, ElementType, Transpose};
use serde::{Deserialize, Serialize};

/// `a = l · lᴴ` (or `uᴴ · u`) of each matrix of a row-major batch. Only the triangle asked for is read; the other one
/// of the result is zero. A matrix that is not positive definite gives NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cholesky {
    pub element_type: ElementType,
    pub batch: usize,
    pub size: usize,
    pub lower: bool,
}

impl Cholesky {
    pub fn new(a: &ArrayShape, lower: bool) -> Cholesky {
        let (batch, matrix) = a.dims.split_at(a.rank() - 2);
        Cholesky { element_type: a.element_type, batch: batch.iter().product(), size: matrix[0], lower }
    }
}

/// `op(a) · x = b`, or `x · op(a) = b`, for each pair of matrices of a row-major batch. Of `a` only one triangle is
/// read, and not its diagonal where that is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TriangularSolve {
    pub element_type: ElementType,
    pub batch: usize,
    /// Rows and columns of `b`.
    pub rows: usize,
    pub columns: usize,
    pub left_side: bool,
    pub lower: bool,
    pub unit_diagonal: bool,
    pub transpose: bool,
    pub conjugate: bool,
}

/// How `a` is used in a triangular solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TriangularOptions {
    pub left_side: bool,
    pub lower: bool,
    pub unit_diagonal: bool,
    pub transpose_a: Transpose,
}

impl TriangularSolve {
    pub fn new(b: &ArrayShape, options: TriangularOptions) -> TriangularSolve {
        let (batch, matrix) = b.dims.split_at(b.rank() - 2);
        TriangularSolve {
            element_type: b.element_type,
            batch: batch.iter().product(),
            rows: matrix[0],
            columns: matrix[1],
            left_side: options.left_side,
            lower: options.lower,
            unit_diagonal: options.unit_diagonal,
            transpose: options.transpose_a != Transpose::NoTranspose,
            conjugate: options.transpose_a == Transpose::Adjoint,
        }
    }
}
