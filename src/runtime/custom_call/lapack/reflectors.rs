//! Products of elementary reflectors `H = I - τ v vᴴ` with `v₀ = 1`, stored as LAPACK stores them: `geqrf`, `geqp3`,
//! `orgqr`, `ormqr`, `gehrd`, `sytrd`.

use super::matrix::{Number, Operands, Results, exchange};
use crate::hlo::evaluator::EvalError;
use crate::hlo::{CustomCall, Literal, Shape};
use faer::Mat;
use std::cmp::Ordering;

/// `(a)` to `(r above v, τ)`
pub fn geqrf<T: Number>(call: &CustomCall, operands: &[&Literal], shape: &Shape) -> Result<Literal, EvalError> {
    let mut factors = Operands::new(call, operands).matrices::<T>(0)?;
    let taus: Vec<Mat<T>> = factors.iter_mut().map(qr).collect();
    let mut results = Results::new(call, shape);
    results.push(&factors)?;
    results.push(&taus)?;
    results.finish()
}

fn qr<T: Number>(a: &mut Mat<T>) -> Mat<T> {
    qr_with(a, |_, _| {})
}

/// `prepare` is given the matrix before each step.
fn qr_with<T: Number>(a: &mut Mat<T>, mut prepare: impl FnMut(&mut Mat<T>, usize)) -> Mat<T> {
    let count = a.nrows().min(a.ncols());
    let mut taus = Mat::from_fn(count, 1, |_, _| T::of_real(0.0));
    for k in 0..count {
        prepare(a, k);
        let (tau, v) = annihilate(a, k, k);
        taus[(k, 0)] = tau;
        apply_left(a, k, k + 1, &v, tau.conjugate());
    }
    taus
}

/// `(a, columns)` to `(r above v, columns, τ)`: the numbers, from 1, of the columns in their new order. Those that are
/// not 0 in the operand come first.
pub fn geqp3<T: Number>(call: &CustomCall, operands: &[&Literal], shape: &Shape) -> Result<Literal, EvalError> {
    let operands = Operands::new(call, operands);
    let mut factors = operands.matrices::<T>(0)?;
    let mut columns = operands.integers(1)?.to_vec();
    let width = factors.first().map_or(1, |a| a.ncols().max(1));
    let taus: Vec<Mat<T>> = factors.iter_mut().zip(columns.chunks_mut(width)).map(pivoted_qr).collect();
    let mut results = Results::new(call, shape);
    results.push(&factors)?;
    results.push_integers(&columns)?;
    results.push(&taus)?;
    results.finish()
}

fn pivoted_qr<T: Number>((a, columns): (&mut Mat<T>, &mut [i32])) -> Mat<T> {
    let is_first: Vec<bool> = columns.iter().map(|&column| column != 0).collect();
    columns.iter_mut().zip(1..).for_each(|(column, number)| *column = number);
    let mut swap = |a: &mut Mat<T>, j: usize, k: usize| {
        columns.swap(j, k);
        (0..a.nrows()).for_each(|i| exchange(a, (i, j), (i, k)));
    };
    let first: Vec<usize> = (0..a.ncols()).filter(|&j| is_first[j]).collect();
    first.iter().enumerate().for_each(|(place, &j)| swap(a, j, place));
    qr_with(a, |a, k| {
        if k >= first.len() {
            let largest = largest_column(a, k);
            swap(a, k, largest);
        }
    })
}

/// The first of the columns from `k` on that are longest below row `k`.
fn largest_column<T: Number>(a: &Mat<T>, k: usize) -> usize {
    let norm = |j: usize| (k..a.nrows()).map(|i| a[(i, j)].magnitude()).fold(0.0, f64::hypot);
    (k..a.ncols()).rev().max_by(|&i, &j| norm(i).total_cmp(&norm(j))).unwrap_or(k)
}

/// Makes the reflector that zeroes column `column` under row `row`; the column keeps `v` there. `v` has its leading 1.
fn annihilate<T: Number>(a: &mut Mat<T>, row: usize, column: usize) -> (T, Vec<T>) {
    let alpha = a[(row, column)];
    let tail = (row + 1..a.nrows()).map(|i| a[(i, column)].magnitude()).fold(0.0, f64::hypot);
    let one = T::of_real(1.0);
    if tail == 0.0 && alpha.im() == 0.0 {
        return (T::of_real(0.0), std::iter::once(one).chain((row + 1..a.nrows()).map(|_| T::of_real(0.0))).collect());
    }
    let beta = -alpha.magnitude().hypot(tail).copysign(alpha.re());
    let scale = T::of_real(1.0) / (alpha - T::of_real(beta));
    (row + 1..a.nrows()).for_each(|i| a[(i, column)] *= scale);
    a[(row, column)] = T::of_real(beta);
    let v = std::iter::once(one).chain((row + 1..a.nrows()).map(|i| a[(i, column)])).collect();
    (T::of_parts((beta - alpha.re()) / beta, -alpha.im() / beta), v)
}

/// `(I - τ v vᴴ) a` for the rows from `row` and the columns from `column` on.
fn apply_left<T: Number>(a: &mut Mat<T>, row: usize, column: usize, v: &[T], tau: T) {
    for j in column..a.ncols() {
        let product = v.iter().enumerate().fold(T::of_real(0.0), |sum, (i, v)| sum + v.conjugate() * a[(row + i, j)]);
        v.iter().enumerate().for_each(|(i, &v)| a[(row + i, j)] -= tau * v * product);
    }
}

/// `a (I - τ v vᴴ)` for the columns from `column` on.
fn apply_right<T: Number>(a: &mut Mat<T>, column: usize, v: &[T], tau: T) {
    for i in 0..a.nrows() {
        let product = v.iter().enumerate().fold(T::of_real(0.0), |sum, (j, &v)| sum + a[(i, column + j)] * v);
        v.iter().enumerate().for_each(|(j, v)| {
            a[(i, column + j)] -= tau * product * v.conjugate();
        });
    }
}

/// Reflector `k` of a factored matrix, without its leading zeros.
fn reflector<T: Number>(a: &Mat<T>, k: usize) -> Vec<T> {
    std::iter::once(T::of_real(1.0)).chain((k + 1..a.nrows()).map(|i| a[(i, k)])).collect()
}

/// `(v, τ)` to the first columns of `H₀ H₁ …`, as many as `v` has.
pub fn orgqr<T: Number>(call: &CustomCall, operands: &[&Literal], shape: &Shape) -> Result<Literal, EvalError> {
    let operands = Operands::new(call, operands);
    let (factors, taus) = (operands.matrices::<T>(0)?, operands.vectors::<T>(1)?);
    let product = |(a, taus): (&Mat<T>, &Mat<T>)| {
        let mut q = Mat::from_fn(a.nrows(), a.ncols(), |i, j| T::of_real(f64::from(u8::from(i == j))));
        (0..taus.nrows()).rev().for_each(|k| apply_left(&mut q, k, k, &reflector(a, k), taus[(k, 0)]));
        q
    };
    let products: Vec<Mat<T>> =
        if taus.is_empty() { factors } else { factors.iter().zip(&taus).map(product).collect() };
    let mut results = Results::new(call, shape);
    results.push(&products)?;
    results.finish()
}

/// `(v, τ, c)` to `q c`, `qᴴ c`, `c q` or `c qᴴ`.
pub fn ormqr<T: Number>(call: &CustomCall, operands: &[&Literal], shape: &Shape) -> Result<Literal, EvalError> {
    let operands = Operands::new(call, operands);
    let (left, adjoint) = (operands.flag("left")?, operands.flag("transpose")?);
    let (factors, taus) = (operands.matrices::<T>(0)?, operands.vectors::<T>(1)?);
    let mut c = operands.matrices::<T>(2)?;
    for ((a, taus), c) in factors.iter().zip(&taus).zip(&mut c) {
        let forward = left == adjoint;
        for step in 0..taus.nrows() {
            let k = if forward { step } else { taus.nrows() - 1 - step };
            let tau = if adjoint { taus[(k, 0)].conjugate() } else { taus[(k, 0)] };
            let v = reflector(a, k);
            if left { apply_left(c, k, 0, &v, tau) } else { apply_right(c, k, &v, tau) }
        }
    }
    let mut results = Results::new(call, shape);
    results.push(&c)?;
    results.finish()
}

/// `(a)` to `(upper Hessenberg above v, τ, info)`
pub fn gehrd<T: Number>(call: &CustomCall, operands: &[&Literal], shape: &Shape) -> Result<Literal, EvalError> {
    let mut factors = Operands::new(call, operands).matrices::<T>(0)?;
    let taus: Vec<Mat<T>> = factors.iter_mut().map(hessenberg).collect();
    let mut results = Results::new(call, shape);
    results.push(&factors)?;
    results.push(&taus)?;
    results.push_integers(&vec![0; factors.len()])?;
    results.finish()
}

fn hessenberg<T: Number>(a: &mut Mat<T>) -> Mat<T> {
    let count = a.nrows().saturating_sub(1);
    let mut taus = Mat::from_fn(count, 1, |_, _| T::of_real(0.0));
    for k in 0..count {
        let (tau, v) = annihilate(a, k + 1, k);
        taus[(k, 0)] = tau;
        apply_right(a, k + 1, &v, tau);
        apply_left(a, k + 1, k + 1, &v, tau.conjugate());
    }
    taus
}

/// `(a)` to `(tridiagonal between v, diagonal, off-diagonal, τ, info)` of a symmetric or Hermitian matrix. The triangle
/// that `uplo` does not name is kept.
pub fn sytrd<T: Number>(call: &CustomCall, operands: &[&Literal], shape: &Shape) -> Result<Literal, EvalError> {
    let operands = Operands::new(call, operands);
    let is_lower = operands.letter("uplo")? == 'L';
    let mut factors = operands.matrices::<T>(0)?;
    let taus: Vec<Mat<T>> = factors.iter_mut().map(|a| tridiagonalize(a, is_lower)).collect();
    let (mut diagonals, mut others) = (Vec::new(), Vec::new());
    for a in &factors {
        diagonals.extend((0..a.nrows()).map(|i| a[(i, i)].re()));
        others.extend((1..a.nrows()).map(|i| if is_lower { a[(i, i - 1)].re() } else { a[(i - 1, i)].re() }));
    }
    let mut results = Results::new(call, shape);
    results.push(&factors)?;
    results.push_reals::<T>(&diagonals)?;
    results.push_reals::<T>(&others)?;
    results.push(&taus)?;
    results.push_integers(&vec![0; factors.len()])?;
    results.finish()
}

/// A Hermitian matrix in Hessenberg form is tridiagonal. Its upper triangle is the lower one of the matrix backwards.
fn tridiagonalize<T: Number>(a: &mut Mat<T>, is_lower: bool) -> Mat<T> {
    let size = a.nrows();
    let place = |i: usize| if is_lower { i } else { size - 1 - i };
    let mut whole = Mat::from_fn(size, size, |i, j| match i.cmp(&j) {
        Ordering::Greater => a[(place(i), place(j))],
        Ordering::Equal => T::of_real(a[(place(i), place(i))].re()),
        Ordering::Less => a[(place(j), place(i))].conjugate(),
    });
    let taus = hessenberg(&mut whole);
    for j in 0..size {
        (j..size).for_each(|i| a[(place(i), place(j))] = whole[(i, j)]);
    }
    let last = taus.nrows();
    Mat::from_fn(last, 1, |k, _| taus[(if is_lower { k } else { last - 1 - k }, 0)])
}
