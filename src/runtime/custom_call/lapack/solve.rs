//! `trsm`, `gtsv` and `tridiagonal_solve_perturbed`: triangular and tridiagonal systems.

use super::matrix::{Number, Operands, Results, exchange};
use crate::hlo::evaluator::EvalError;
use crate::hlo::{CustomCall, ElementType, Literal, Shape};
use faer::{Mat, c32, c64};

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

/// `(below, diagonal, above, b)` to themselves, with the solution in place of `b`, and `info`: the number of the first
/// zero pivot, or 0.
pub fn gtsv<T: Number>(call: &CustomCall, operands: &[&Literal], shape: &Shape) -> Result<Literal, EvalError> {
    let operands = Operands::new(call, operands);
    let [below, diagonal, above] = diagonals::<T>(&operands)?;
    let mut x = operands.matrices::<T>(3)?;
    let mut infos = Vec::new();
    for (batch, x) in x.iter_mut().enumerate() {
        let rows = eliminate(&below[batch], &diagonal[batch], &above[batch], x);
        let singular = rows.iter().position(|row| row[0].magnitude() == 0.0);
        infos.push(singular.map_or(0, |row| row as i32 + 1));
        if singular.is_none() {
            substitute(&rows, x);
        }
    }
    let mut results = Results::new(call, shape);
    results.push(&below)?;
    results.push(&diagonal)?;
    results.push(&above)?;
    results.push(&x)?;
    results.push_integers(&infos)?;
    results.finish()
}

/// `(below, diagonal, above, b)` to the solution for `b`, where tiny pivots are made larger: it is always finite.
pub fn perturbed(call: &CustomCall, operands: &[&Literal], shape: &Shape) -> Result<Literal, EvalError> {
    let element_type = operands.first().and_then(|operand| operand.as_array()).map(|array| array.element_type());
    match element_type {
        Some(ElementType::F32) => perturbed_of::<f32>(call, operands, shape),
        Some(ElementType::C64) => perturbed_of::<c32>(call, operands, shape),
        Some(ElementType::C128) => perturbed_of::<c64>(call, operands, shape),
        _ => perturbed_of::<f64>(call, operands, shape),
    }
}

fn perturbed_of<T: Number>(call: &CustomCall, operands: &[&Literal], shape: &Shape) -> Result<Literal, EvalError> {
    let operands = Operands::new(call, operands);
    let [below, diagonal, above] = diagonals::<T>(&operands)?;
    let mut x = operands.matrices::<T>(3)?;
    for (batch, x) in x.iter_mut().enumerate() {
        let mut rows = eliminate(&below[batch], &diagonal[batch], &above[batch], x);
        let largest = rows.iter().flatten().map(|entry| entry.magnitude()).fold(0.0, f64::max);
        let least = T::EPSILON * if largest == 0.0 { 1.0 } else { largest };
        rows.iter_mut().filter(|row| row[0].magnitude() < least).for_each(|row| row[0] = T::of_real(least));
        substitute(&rows, x);
    }
    let mut results = Results::new(call, shape);
    results.push(&x)?;
    results.finish()
}

fn diagonals<T: Number>(operands: &Operands) -> Result<[Vec<Mat<T>>; 3], EvalError> {
    Ok([operands.vectors(0)?, operands.vectors(1)?, operands.vectors(2)?])
}

/// Elimination with pivoting between neighbouring rows, which fills a second diagonal above. `below[0]` and the last
/// of `above` are not used. The entries of each row from its diagonal on.
fn eliminate<T: Number>(below: &Mat<T>, diagonal: &Mat<T>, above: &Mat<T>, x: &mut Mat<T>) -> Vec<[T; 3]> {
    let (size, zero) = (diagonal.nrows(), T::of_real(0.0));
    let mut rows: Vec<[T; 3]> = (0..size).map(|i| [diagonal[(i, 0)], above[(i, 0)], zero]).collect();
    for i in 0..size.saturating_sub(1) {
        rows[i + 1] = [rows[i + 1][0], if i + 2 < size { rows[i + 1][1] } else { zero }, zero];
        let mut next = [below[(i + 1, 0)], rows[i + 1][0], rows[i + 1][1]];
        if next[0].magnitude() > rows[i][0].magnitude() {
            std::mem::swap(&mut rows[i], &mut next);
            (0..x.ncols()).for_each(|j| exchange(x, (i, j), (i + 1, j)));
        }
        // A zero pivot has nothing under it.
        let factor = if next[0].magnitude() == 0.0 { zero } else { next[0] / rows[i][0] };
        rows[i + 1] = [next[1] - factor * rows[i][1], next[2] - factor * rows[i][2], zero];
        (0..x.ncols()).for_each(|j| x[(i + 1, j)] = x[(i + 1, j)] - factor * x[(i, j)]);
    }
    rows
}

fn substitute<T: Number>(rows: &[[T; 3]], x: &mut Mat<T>) {
    for i in (0..rows.len()).rev() {
        for j in 0..x.ncols() {
            let columns = (1..3).filter(|k| i + k < rows.len());
            let known = columns.fold(T::of_real(0.0), |sum, k| sum + rows[i][k] * x[(i + k, j)]);
            x[(i, j)] = (x[(i, j)] - known) / rows[i][0];
        }
    }
}
