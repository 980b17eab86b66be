//! `potrf` and `getrf`: Cholesky and LU factors in place of the matrix.

use super::matrix::{Number, Operands, Results};
use crate::hlo::evaluator::EvalError;
use crate::hlo::{CustomCall, Literal, Shape};
use faer::linalg::solvers::LltError;
use faer::{Mat, Side};

/// `(a)` to `(factor, info)`. The triangle that `uplo` does not name stays as it was; `info` is the order of the first
/// leading minor that is not positive definite.
pub fn potrf<T: Number>(call: &CustomCall, operands: &[&Literal], shape: &Shape) -> Result<Literal, EvalError> {
    let operands = Operands::new(call, operands);
    let lower = operands.letter("uplo")? == 'L';
    let mut factors = operands.matrices::<T>(0)?;
    let infos: Vec<i32> = factors.iter_mut().map(|matrix| cholesky(matrix, lower)).collect();
    let mut results = Results::new(call, shape);
    results.push(&factors)?;
    results.push_integers(&infos)?;
    results.finish()
}

fn cholesky<T: Number>(matrix: &mut Mat<T>, lower: bool) -> i32 {
    match matrix.llt(if lower { Side::Lower } else { Side::Upper }) {
        Ok(factors) => {
            for i in 0..matrix.nrows() {
                for j in 0..=i {
                    let entry = factors.L()[(i, j)];
                    let (place, entry) = if lower { ((i, j), entry) } else { ((j, i), entry.conjugate()) };
                    matrix[place] = entry;
                }
            }
            0
        }
        Err(LltError::NonPositivePivot { index }) => index as i32 + 1,
    }
}

/// `(a)` to `(factors, pivots, info)`. Pivots count from 1; `info` is the first zero on U's diagonal.
pub fn getrf<T: Number>(call: &CustomCall, operands: &[&Literal], shape: &Shape) -> Result<Literal, EvalError> {
    let mut factors = Operands::new(call, operands).matrices::<T>(0)?;
    let mut pivots = Vec::new();
    let infos: Vec<i32> = factors.iter_mut().map(|matrix| lu(matrix, &mut pivots)).collect();
    let mut results = Results::new(call, shape);
    results.push(&factors)?;
    results.push_integers(&pivots)?;
    results.push_integers(&infos)?;
    results.finish()
}

/// Gaussian elimination with the largest entry of each column as its pivot.
fn lu<T: Number>(matrix: &mut Mat<T>, pivots: &mut Vec<i32>) -> i32 {
    let (rows, columns) = matrix.shape();
    let mut info = 0;
    for k in 0..rows.min(columns) {
        let largest = (k..rows).rev().max_by(|&a, &b| size(matrix[(a, k)]).total_cmp(&size(matrix[(b, k)])));
        let pivot = largest.unwrap_or(k);
        pivots.push(pivot as i32 + 1);
        if matrix[(pivot, k)].magnitude() == 0.0 {
            info = if info == 0 { k as i32 + 1 } else { info };
            continue;
        }
        swap_rows(matrix, k, pivot);
        for i in k + 1..rows {
            matrix[(i, k)] = matrix[(i, k)] / matrix[(k, k)];
        }
        for j in k + 1..columns {
            let above = matrix[(k, j)];
            for i in k + 1..rows {
                matrix[(i, j)] = matrix[(i, j)] - matrix[(i, k)] * above;
            }
        }
    }
    info
}

/// The size that pivots are chosen by: cheaper than the magnitude, as in LAPACK.
fn size<T: Number>(x: T) -> f64 {
    x.re().abs() + x.im().abs()
}

fn swap_rows<T: Number>(matrix: &mut Mat<T>, a: usize, b: usize) {
    for j in 0..matrix.ncols() {
        let kept = matrix[(a, j)];
        matrix[(a, j)] = matrix[(b, j)];
        matrix[(b, j)] = kept;
    }
}
