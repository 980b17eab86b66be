//! `trsm` and `gtsv`: triangular and tridiagonal systems.

use super::matrix::{Number, Operands, Results};
use crate::hlo::evaluator::EvalError;
use crate::hlo::{CustomCall, Literal, Shape};
use faer::Mat;

/// `(a, b)` to `x` with `op(a) x = b`, or `x op(a) = b` for the side R.
pub fn trsm<T: Number>(call: &CustomCall, operands: &[&Literal], shape: &Shape) -> Result<Literal, EvalError> {
    let operands = Operands::new(call, operands);
    let (left, lower) = (operands.letter("side")? == 'L', operands.letter("uplo")? == 'L');
    let (op, unit) = (operands.letter("trans_x")?, operands.letter("diag")? == 'U');
    let a = operands.matrices::<T>(0)?;
    let mut x = operands.matrices::<T>(1)?;
    for (a, x) in a.iter().zip(&mut x) {
        let a = if op == 'C' { Mat::from_fn(a.nrows(), a.ncols(), |i, j| a[(i, j)].conjugate()) } else { a.clone() };
        // x op(a) = b is op(a)ᵀ xᵀ = bᵀ.
        let transposed = (op != 'N') == left;
        let a = if transposed { a.transpose().to_owned() } else { a };
        let mut unknowns = if left { x.clone() } else { x.transpose().to_owned() };
        match (lower != transposed, unit) {
            (true, false) => a.solve_lower_triangular_in_place(&mut unknowns),
            (true, true) => a.solve_unit_lower_triangular_in_place(&mut unknowns),
            (false, false) => a.solve_upper_triangular_in_place(&mut unknowns),
            (false, true) => a.solve_unit_upper_triangular_in_place(&mut unknowns),
        }
        *x = if left { unknowns } else { unknowns.transpose().to_owned() };
    }
    let mut results = Results::new(call, shape);
    results.push(&x)?;
    results.finish()
}

/// `(below, diagonal, above, b)` to themselves, with the solution in place of `b`, and `info`.
pub fn gtsv<T: Number>(call: &CustomCall, operands: &[&Literal], shape: &Shape) -> Result<Literal, EvalError> {
    let operands = Operands::new(call, operands);
    let [below, diagonal, above] = [0, 1, 2].map(|index| operands.vectors::<T>(index));
    let (below, diagonal, above) = (below?, diagonal?, above?);
    let mut x = operands.matrices::<T>(3)?;
    let mut infos = Vec::new();
    for (batch, x) in x.iter_mut().enumerate() {
        infos.push(solve_tridiagonal(&below[batch], &diagonal[batch], &above[batch], x));
    }
    let mut results = Results::new(call, shape);
    results.push(&below)?;
    results.push(&diagonal)?;
    results.push(&above)?;
    results.push(&x)?;
    results.push_integers(&infos)?;
    results.finish()
}

/// Elimination with pivoting between neighbouring rows, which fills a second diagonal above. `below[0]` and the last
/// of `above` are not used. The number of the first zero pivot, or 0.
fn solve_tridiagonal<T: Number>(below: &Mat<T>, diagonal: &Mat<T>, above: &Mat<T>, x: &mut Mat<T>) -> i32 {
    let (size, zero) = (diagonal.nrows(), T::of_real(0.0));
    // Entries of each row from its diagonal on.
    let mut rows: Vec<[T; 3]> = (0..size).map(|i| [diagonal[(i, 0)], above[(i, 0)], zero]).collect();
    for i in 0..size.saturating_sub(1) {
        rows[i + 1] = [rows[i + 1][0], if i + 2 < size { rows[i + 1][1] } else { zero }, zero];
        let mut next = [below[(i + 1, 0)], rows[i + 1][0], rows[i + 1][1]];
        if next[0].magnitude() > rows[i][0].magnitude() {
            std::mem::swap(&mut rows[i], &mut next);
            (0..x.ncols()).for_each(|j| swap(x, (i, j), (i + 1, j)));
        }
        if rows[i][0].magnitude() == 0.0 {
            return i as i32 + 1;
        }
        let factor = next[0] / rows[i][0];
        rows[i + 1] = [next[1] - factor * rows[i][1], next[2] - factor * rows[i][2], zero];
        (0..x.ncols()).for_each(|j| x[(i + 1, j)] = x[(i + 1, j)] - factor * x[(i, j)]);
    }
    if rows.last().is_some_and(|row| row[0].magnitude() == 0.0) {
        return size as i32;
    }
    for i in (0..size).rev() {
        for j in 0..x.ncols() {
            let known = (1..3).filter(|k| i + k < size).fold(zero, |sum, k| sum + rows[i][k] * x[(i + k, j)]);
            x[(i, j)] = (x[(i, j)] - known) / rows[i][0];
        }
    }
    0
}

fn swap<T: Number>(matrix: &mut Mat<T>, a: (usize, usize), b: (usize, usize)) {
    let kept = matrix[a];
    matrix[a] = matrix[b];
    matrix[b] = kept;
}
