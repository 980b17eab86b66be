//! `gees`: the Schur form `a = z t zᴴ` with a unitary `z`.
//!
//! `t` is upper triangular; that of a real matrix has a block of two by two for each pair of complex eigenvalues, whose
//! diagonal is twice the same number (Golub and Van Loan, Matrix Computations, section 7.4).

use super::eigen::NOT_CONVERGED;
use super::matrix::{Number, Operands, Results, is_finite, zeros};
use crate::hlo::evaluator::EvalError;
use crate::hlo::{CustomCall, Literal, Shape};
use faer::{Mat, c64};
use nalgebra::{ComplexField, DMatrix, DVector, Schur};

/// Steps for each row until an iteration counts as stuck.
const STEPS: usize = 30;

/// `(a)` to `(t, z, eigenvalues, count of sorted ones, info)`; the eigenvalues of a real matrix come as real and
/// imaginary parts. Computed in `f64`.
pub fn gees<T: Number>(call: &CustomCall, operands: &[&Literal], shape: &Shape) -> Result<Literal, EvalError> {
    let operands = Operands::new(call, operands);
    if operands.letter("sort")? != 'N' {
        return Err(EvalError::failed(format!("{} does not sort eigenvalues", call.target)));
    }
    let (mut forms, mut vectors, mut values, mut infos) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for matrix in operands.matrices::<T>(0)? {
        let form = Some(&matrix).filter(|matrix| is_finite(matrix)).and_then(schur);
        infos.push(if form.is_some() { 0 } else { NOT_CONVERGED });
        let size = matrix.nrows();
        let form = form.unwrap_or_else(|| Form {
            t: zeros(size, size),
            z: zeros(size, size),
            values: vec![c64::new(f64::NAN, 0.0); size],
        });
        forms.push(form.t);
        vectors.push(form.z);
        values.extend(form.values);
    }
    let mut results = Results::new(call, shape);
    results.push(&forms)?;
    results.push(&vectors)?;
    results.push_eigenvalues::<T>(&values)?;
    results.push_integers(&vec![0; infos.len()])?;
    results.push_integers(&infos)?;
    results.finish()
}

struct Form<T: Number> {
    t: Mat<T>,
    z: Mat<T>,
    values: Vec<c64>,
}

fn schur<T: Number>(a: &Mat<T>) -> Option<Form<T>> {
    let size = a.nrows();
    if size == 0 {
        return Some(Form { t: zeros(0, 0), z: zeros(0, 0), values: Vec::new() });
    }
    if T::IS_COMPLEX {
        let (z, t) = decompose(&DMatrix::from_fn(size, size, |i, j| c64::new(a[(i, j)].re(), a[(i, j)].im())))?;
        let own = |m: &DMatrix<c64>| Mat::from_fn(size, size, |i, j| T::of_parts(m[(i, j)].re, m[(i, j)].im));
        Some(Form { t: own(&t), z: own(&z), values: t.diagonal().iter().copied().collect() })
    } else {
        let (mut z, mut t) = decompose(&DMatrix::from_fn(size, size, |i, j| a[(i, j)].re()))?;
        (0..size - 1).for_each(|j| standardize(&mut t, &mut z, j));
        let own = |m: &DMatrix<f64>| Mat::from_fn(size, size, |i, j| T::of_real(m[(i, j)]));
        Some(Form { t: own(&t), z: own(&z), values: values_of_blocks(&t) })
    }
}

/// `z` and `t`. The iteration can stand still, as that of a permutation does: then it runs from another basis.
fn decompose<F: ComplexField<RealField = f64>>(a: &DMatrix<F>) -> Option<(DMatrix<F>, DMatrix<F>)> {
    let steps = STEPS * a.nrows().max(10);
    let form = |a: DMatrix<F>| Schur::try_new(a, f64::EPSILON, steps).map(Schur::unpack);
    form(a.clone()).or_else(|| {
        let basis = reflection(a.nrows());
        let (z, t) = form(&basis * a * &basis)?;
        Some((basis * z, t))
    })
}

/// `I - 2 v vᵀ / vᵀ v` of a vector without symmetries.
fn reflection<F: ComplexField<RealField = f64>>(size: usize) -> DMatrix<F> {
    let v = DVector::from_fn(size, |i, _| F::from_real(1.0 / (i + 1) as f64));
    DMatrix::identity(size, size) - &v * v.adjoint() * F::from_real(2.0 / v.norm_squared())
}

/// Rotates the block whose first row is `j` until its diagonal is twice the same number, or, where its eigenvalues are
/// real, until it is triangular.
fn standardize(t: &mut DMatrix<f64>, z: &mut DMatrix<f64>, j: usize) {
    let [a, b, c, d] = [t[(j, j)], t[(j, j + 1)], t[(j + 1, j)], t[(j + 1, j + 1)]];
    if c == 0.0 {
        return;
    }
    let half = (a - d) / 2.0;
    let square = half * half + b * c;
    if square >= 0.0 {
        rotate(t, z, j, f64::atan2(c, half + square.sqrt().copysign(half)));
        t[(j + 1, j)] = 0.0;
    } else if a != d {
        rotate(t, z, j, ((d - a) / (b + c)).atan() / 2.0);
        let mean = (t[(j, j)] + t[(j + 1, j + 1)]) / 2.0;
        (t[(j, j)], t[(j + 1, j + 1)]) = (mean, mean);
    }
}

/// `t = rᵀ t r` and `z = z r` for a rotation `r` of rows `j` and `j + 1`.
fn rotate(t: &mut DMatrix<f64>, z: &mut DMatrix<f64>, j: usize, angle: f64) {
    let (sine, cosine) = angle.sin_cos();
    let turned = |x: f64, y: f64| (cosine * x + sine * y, cosine * y - sine * x);
    for k in 0..t.nrows() {
        (t[(j, k)], t[(j + 1, k)]) = turned(t[(j, k)], t[(j + 1, k)]);
    }
    for k in 0..t.nrows() {
        (t[(k, j)], t[(k, j + 1)]) = turned(t[(k, j)], t[(k, j + 1)]);
        (z[(k, j)], z[(k, j + 1)]) = turned(z[(k, j)], z[(k, j + 1)]);
    }
}

fn values_of_blocks(t: &DMatrix<f64>) -> Vec<c64> {
    let mut values: Vec<c64> = t.diagonal().iter().map(|&re| c64::new(re, 0.0)).collect();
    for j in 0..values.len() - 1 {
        let [b, c] = [t[(j, j + 1)], t[(j + 1, j)]];
        if c != 0.0 {
            let im = b.abs().sqrt() * c.abs().sqrt();
            (values[j].im, values[j + 1].im) = (im, -im);
        }
    }
    values
}
