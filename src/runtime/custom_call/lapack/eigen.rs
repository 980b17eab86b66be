//! `gesdd`, `syevd`, `geev`: singular values and eigenvalues.

use super::matrix::{Number, Operands, Results, is_finite, zeros};
use crate::hlo::evaluator::EvalError;
use crate::hlo::{CustomCall, ElementType, Literal, Shape};
use faer::{Mat, Side, c64};

/// `info` where an iteration did not converge, or the matrix holds no finite numbers.
pub(super) const NOT_CONVERGED: i32 = 1;

/// `(a)` to `(a, singular values, u, vᴴ, info)`, singular values falling. The results' sizes say whether `u` and `v`
/// are square or thin.
pub fn gesdd<T: Number>(call: &CustomCall, operands: &[&Literal], shape: &Shape) -> Result<Literal, EvalError> {
    let matrices = Operands::new(call, operands).matrices::<T>(0)?;
    let mut results = Results::new(call, shape);
    let ((u_rows, u_columns), (v_rows, v_columns)) = (results.matrix_dims(2)?, results.matrix_dims(3)?);
    let (mut values, mut us, mut vs, mut infos) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for matrix in &matrices {
        let count = matrix.nrows().min(matrix.ncols());
        match matrix.svd() {
            Ok(svd) if is_finite(matrix) => {
                values.extend((0..count).map(|i| svd.S().column_vector()[i].re()));
                us.push(Mat::from_fn(u_rows, u_columns, |i, j| svd.U()[(i, j)]));
                vs.push(Mat::from_fn(v_rows, v_columns, |i, j| svd.V()[(j, i)].conjugate()));
                infos.push(0);
            }
            _ => {
                values.extend((0..count).map(|_| f64::NAN));
                us.push(zeros(u_rows, u_columns));
                vs.push(zeros(v_rows, v_columns));
                infos.push(NOT_CONVERGED);
            }
        }
    }
    results.push(&matrices)?;
    results.push_reals::<T>(&values)?;
    results.push(&us)?;
    results.push(&vs)?;
    results.push_integers(&infos)?;
    results.finish()
}

/// `(a)` to `(eigenvectors, eigenvalues, info)` of a symmetric or Hermitian matrix, eigenvalues rising.
pub fn syevd<T: Number>(call: &CustomCall, operands: &[&Literal], shape: &Shape) -> Result<Literal, EvalError> {
    let operands = Operands::new(call, operands);
    let side = if operands.letter("uplo")? == 'L' { Side::Lower } else { Side::Upper };
    let mut matrices = operands.matrices::<T>(0)?;
    let (mut values, mut infos) = (Vec::new(), Vec::new());
    for matrix in &mut matrices {
        let size = matrix.nrows();
        // The library asks for a row.
        if size == 0 {
            infos.push(0);
            continue;
        }
        match matrix.self_adjoint_eigen(side) {
            Ok(eigen) if is_finite(matrix) => {
                values.extend((0..size).map(|i| eigen.S().column_vector()[i].re()));
                *matrix = eigen.U().to_owned();
                infos.push(0);
            }
            _ => {
                values.extend((0..size).map(|_| f64::NAN));
                infos.push(NOT_CONVERGED);
            }
        }
    }
    let mut results = Results::new(call, shape);
    results.push(&matrices)?;
    results.push_reals::<T>(&values)?;
    results.push_integers(&infos)?;
    results.finish()
}

/// `(a)` to `(eigenvalues, left vectors, right vectors, info)`; the eigenvalues of a real matrix come as real and
/// imaginary parts. Computed in `c64`. Vectors have norm 1 and a real largest component.
pub fn geev<T: Number>(call: &CustomCall, operands: &[&Literal], shape: &Shape) -> Result<Literal, EvalError> {
    let matrices = Operands::new(call, operands).matrices::<T>(0)?;
    let (mut values, mut lefts, mut rights, mut infos) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for matrix in &matrices {
        let eigen = Some(matrix).filter(|matrix| is_finite(matrix)).and_then(eigenvectors);
        infos.push(if eigen.is_some() { 0 } else { NOT_CONVERGED });
        let size = matrix.nrows();
        let nothing = || (vec![c64::new(f64::NAN, 0.0); size], zeros(size, size), zeros(size, size));
        let (found, left, right) = eigen.unwrap_or_else(nothing);
        values.extend(found);
        lefts.push(left);
        rights.push(right);
    }
    let mut results = Results::new(call, shape);
    results.push_eigenvalues::<T>(&values)?;
    push_complex::<T>(&mut results, &lefts)?;
    push_complex::<T>(&mut results, &rights)?;
    results.push_integers(&infos)?;
    results.finish()
}

/// Eigenvalues, left and right eigenvectors. The left ones are the rows of the right ones' inverse.
fn eigenvectors<T: Number>(matrix: &Mat<T>) -> Option<(Vec<c64>, Mat<c64>, Mat<c64>)> {
    use faer::linalg::solvers::DenseSolveCore;
    let size = matrix.nrows();
    let wide = Mat::from_fn(size, size, |i, j| c64::new(matrix[(i, j)].re(), matrix[(i, j)].im()));
    let (mut values, mut right) = if T::IS_COMPLEX {
        let eigen = wide.eigen().ok()?;
        ((0..size).map(|i| eigen.S().column_vector()[i]).collect::<Vec<_>>(), eigen.U().to_owned())
    } else {
        let eigen = Mat::from_fn(size, size, |i, j| matrix[(i, j)].re()).eigen().ok()?;
        ((0..size).map(|i| eigen.S().column_vector()[i]).collect(), eigen.U().to_owned())
    };
    let mut left = right.partial_piv_lu().inverse().adjoint().to_owned();
    (0..size).for_each(|j| normalize(&mut right, j));
    (0..size).for_each(|j| normalize(&mut left, j));
    values.truncate(size);
    Some((values, left, right))
}

/// Scales a column to norm 1 with a real largest component.
fn normalize(vectors: &mut Mat<c64>, column: usize) {
    let entries = || (0..vectors.nrows()).map(|i| vectors[(i, column)]);
    let norm = entries().map(|z| z.norm()).fold(0.0, f64::hypot);
    let largest = entries().max_by(|a, b| a.norm_sqr().total_cmp(&b.norm_sqr())).unwrap_or_default();
    if norm == 0.0 || largest.norm() == 0.0 {
        return;
    }
    let turn = largest.conj() / largest.norm() / norm;
    (0..vectors.nrows()).for_each(|i| vectors[(i, column)] *= turn);
}

/// Pushes complex matrices in the complex type of `T`'s precision.
fn push_complex<T: Number>(results: &mut Results, batch: &[Mat<c64>]) -> Result<(), EvalError> {
    if T::TYPE.real_part() == ElementType::F32 {
        let narrow = |m: &Mat<c64>| {
            Mat::from_fn(m.nrows(), m.ncols(), |i, j| faer::c32::new(m[(i, j)].re as f32, m[(i, j)].im as f32))
        };
        results.push(&batch.iter().map(narrow).collect::<Vec<_>>())
    } else {
        results.push(batch)
    }
}
