//! `cholesky` and `triangular-solve`, in complex arithmetic of `f64` parts for complex types, in `f64` for real ones.

use super::domain::Complex;
use super::dot::accumulator_type;
use super::element::{C128, Element, F64};
use super::elementwise::{convert, not_defined};
use super::error::Result;
use crate::hlo::{ArrayLiteral, ElementType, Literal, Transpose};
use std::ops::{Add, Div, Mul, Sub};

/// Numbers that matrices are factored in.
trait Field: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> {
    const ZERO: Self;
    fn conjugate(self) -> Self;
    fn sqrt_of_real_part(self) -> Self;
}

impl Field for f64 {
    const ZERO: f64 = 0.0;
    fn conjugate(self) -> f64 {
        self
    }
    fn sqrt_of_real_part(self) -> f64 {
        self.sqrt()
    }
}

impl Field for Complex {
    const ZERO: Complex = Complex::ZERO;
    fn conjugate(self) -> Complex {
        self.conj()
    }
    fn sqrt_of_real_part(self) -> Complex {
        self.re.sqrt().into()
    }
}

/// Runs `f` on every matrix of a batch, as `f64` or as complex numbers, in place.
fn for_each_matrix(
    operand: &ArrayLiteral,
    op: &str,
    real: impl FnMut(usize, &mut [f64]),
    complex: impl FnMut(usize, &mut [Complex]),
) -> Result<Literal> {
    let wide = convert(operand, accumulator_type(operand.element_type()));
    let wide = wide.expect_array();
    let result = match wide.element_type() {
        ElementType::F64 => transformed::<F64>(wide, real),
        ElementType::C128 => transformed::<C128>(wide, complex),
        _ => return Err(not_defined(op, operand.element_type())),
    };
    Ok(convert(&result, operand.element_type()))
}

fn transformed<T: Element>(array: &ArrayLiteral, mut f: impl FnMut(usize, &mut [T::Domain])) -> ArrayLiteral {
    let dims = array.dims();
    let mut values: Vec<T::Domain> = array.elements::<T>().iter().map(|x| x.load()).collect();
    let matrix = dims[dims.len() - 2] * dims[dims.len() - 1];
    values.chunks_exact_mut(matrix.max(1)).enumerate().for_each(|(batch, matrix)| f(batch, matrix));
    super::array::build::<T>(dims, |out| out.iter_mut().zip(&values).for_each(|(slot, &x)| *slot = T::store(x)))
}

/// `L Lᴴ = a` (or `Uᴴ U = a`), from one triangle of `a`; the other triangle of the result is zero. A matrix that is
/// not positive definite gives NaN.
pub fn cholesky(operand: &ArrayLiteral, lower: bool) -> Result<Literal> {
    let size = operand.dims()[operand.dims().len() - 1];
    let real = |_, matrix: &mut [f64]| factor(matrix, size, lower);
    let complex = |_, matrix: &mut [Complex]| factor(matrix, size, lower);
    for_each_matrix(operand, "cholesky", real, complex)
}

/// Row by row. An upper factor's entries are the conjugates of the lower one's, and so are the sums for them.
fn factor<T: Field>(matrix: &mut [T], size: usize, lower: bool) {
    let at = |i: usize, j: usize| if lower { i * size + j } else { j * size + i };
    for i in 0..size {
        for j in 0..=i {
            let known = (0..j).fold(T::ZERO, |sum, k| sum + matrix[at(i, k)] * matrix[at(j, k)].conjugate());
            let rest = matrix[at(i, j)] - known;
            matrix[at(i, j)] = if i == j { rest.sqrt_of_real_part() } else { rest / matrix[at(j, j)] };
        }
        (i + 1..size).for_each(|j| matrix[at(i, j)] = T::ZERO);
    }
}

/// Attributes of a triangular solve.
#[derive(Clone, Copy)]
pub struct TriangularSolve {
    pub left_side: bool,
    pub lower: bool,
    pub unit_diagonal: bool,
    pub transpose_a: Transpose,
}

impl TriangularSolve {
    /// Solves `op(a) x = b`, or `x op(a) = b`.
    pub fn evaluate(self, a: &ArrayLiteral, b: &ArrayLiteral) -> Result<Literal> {
        let dims = b.dims();
        let (rows, columns) = (dims[dims.len() - 2], dims[dims.len() - 1]);
        let wide = convert(a, accumulator_type(a.element_type()));
        let wide = wide.expect_array();
        let size = if self.left_side { rows } else { columns };
        let matrix = |batch: usize| batch * size * size..(batch + 1) * size * size;
        let real = |batch, b: &mut [f64]| {
            let a: Vec<f64> = wide.elements::<F64>()[matrix(batch)].iter().map(|x| x.load()).collect();
            self.solve(&a, b, rows, columns);
        };
        let complex = |batch, b: &mut [Complex]| {
            let a: Vec<Complex> = wide.elements::<C128>()[matrix(batch)].iter().map(|x| x.load()).collect();
            self.solve(&a, b, rows, columns);
        };
        for_each_matrix(b, "triangular-solve", real, complex)
    }

    /// By substitution, in place. `x op(a) = b` is `op(a)ᵀ xᵀ = bᵀ`.
    fn solve<T: Field>(self, a: &[T], b: &mut [T], rows: usize, columns: usize) {
        let (size, count) = if self.left_side { (rows, columns) } else { (columns, rows) };
        let transposed = (self.transpose_a != Transpose::NoTranspose) == self.left_side;
        let entry = |i: usize, j: usize| {
            let value = if transposed { a[j * size + i] } else { a[i * size + j] };
            if self.transpose_a == Transpose::Adjoint { value.conjugate() } else { value }
        };
        let place = |i: usize, c: usize| if self.left_side { i * columns + c } else { c * columns + i };
        let forward = self.lower != transposed;
        for c in 0..count {
            for step in 0..size {
                let i = if forward { step } else { size - 1 - step };
                let known = if forward { 0..i } else { i + 1..size };
                let rest = known.fold(b[place(i, c)], |rest, j| rest - entry(i, j) * b[place(j, c)]);
                b[place(i, c)] = if self.unit_diagonal { rest } else { rest / entry(i, i) };
            }
        }
    }
}
