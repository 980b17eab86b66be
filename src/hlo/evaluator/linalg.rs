//! `cholesky` and `triangular-solve`, in `f32` for floats up to 32 bits and in the operand's type for wider ones.

use super::array::build;
use super::dot::widened;
use super::element::{C64, C128, Element, F32, F64};
use super::elementwise::{convert, not_defined};
use super::error::Result;
use crate::hlo::{ArrayLiteral, ElementType, Literal, Transpose};
use rustfft::num_complex::Complex;
use std::ops::{Add, Div, Mul, Sub};

/// Numbers that matrices are factored in.
trait Field: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> {
    const ZERO: Self;
    type Element: Element;
    fn of(element: Self::Element) -> Self;
    fn to_element(self) -> Self::Element;
    fn conjugate(self) -> Self;
    fn sqrt_of_real_part(self) -> Self;
}

macro_rules! real_field {
    ($($part:ident $element:ident)*) => {
        $(impl Field for $part {
            const ZERO: $part = 0.0;
            type Element = $element;
            fn of($element(value): $element) -> $part {
                value
            }
            fn to_element(self) -> $element {
                $element(self)
            }
            fn conjugate(self) -> $part {
                self
            }
            fn sqrt_of_real_part(self) -> $part {
                self.sqrt()
            }
        })*
    };
}

macro_rules! complex_field {
    ($($part:ident $element:ident)*) => {
        $(impl Field for Complex<$part> {
            const ZERO: Self = Complex { re: 0.0, im: 0.0 };
            type Element = $element;
            fn of($element([re, im]): $element) -> Self {
                Complex { re, im }
            }
            fn to_element(self) -> $element {
                $element([self.re, self.im])
            }
            fn conjugate(self) -> Self {
                self.conj()
            }
            fn sqrt_of_real_part(self) -> Self {
                self.re.sqrt().into()
            }
        })*
    };
}

real_field! { f32 F32 f64 F64 }
complex_field! { f32 C64 f64 C128 }

/// What is done to every matrix of a batch, whatever its numbers.
trait MatrixFunction {
    fn apply<T: Field>(&self, batch: usize, matrix: &mut [T]);
}

/// Applies a function to every matrix of a batch, in `f32` at least.
fn for_each_matrix(operand: &ArrayLiteral, op: &str, function: &impl MatrixFunction) -> Result<Literal> {
    let wide = widened(operand, operand.element_type());
    let result = match wide.element_type() {
        ElementType::F32 => transformed::<f32>(&wide, function),
        ElementType::F64 => transformed::<f64>(&wide, function),
        ElementType::C64 => transformed::<Complex<f32>>(&wide, function),
        ElementType::C128 => transformed::<Complex<f64>>(&wide, function),
        _ => return Err(not_defined(op, operand.element_type())),
    };
    Ok(convert(&result, operand.element_type()))
}

fn transformed<T: Field>(array: &ArrayLiteral, function: &impl MatrixFunction) -> ArrayLiteral {
    let dims = array.dims();
    let mut values: Vec<T> = load(array.elements::<T::Element>());
    let matrix = dims[dims.len() - 2] * dims[dims.len() - 1];
    values.chunks_exact_mut(matrix.max(1)).enumerate().for_each(|(batch, matrix)| function.apply(batch, matrix));
    build::<T::Element>(dims, |out| out.iter_mut().zip(&values).for_each(|(slot, x)| *slot = x.to_element()))
}

fn load<T: Field>(elements: &[T::Element]) -> Vec<T> {
    elements.iter().map(|&x| T::of(x)).collect()
}

/// `L Lᴴ = a` (or `Uᴴ U = a`), from one triangle of `a`; the other triangle of the result is zero. A matrix that is
/// not positive definite gives NaN.
pub fn cholesky(operand: &ArrayLiteral, lower: bool) -> Result<Literal> {
    let size = operand.dims()[operand.dims().len() - 1];
    for_each_matrix(operand, "cholesky", &Cholesky { size, lower })
}

struct Cholesky {
    size: usize,
    lower: bool,
}

impl MatrixFunction for Cholesky {
    fn apply<T: Field>(&self, _batch: usize, matrix: &mut [T]) {
        factor(matrix, self.size, self.lower);
    }
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
        let (rows, columns) = (b.dims()[b.dims().len() - 2], b.dims()[b.dims().len() - 1]);
        let a = &widened(a, b.element_type());
        for_each_matrix(b, "triangular-solve", &Solve { attributes: self, a, rows, columns })
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

/// A solve with its operands.
struct Solve<'a> {
    attributes: TriangularSolve,
    a: &'a ArrayLiteral,
    rows: usize,
    columns: usize,
}

impl MatrixFunction for Solve<'_> {
    fn apply<T: Field>(&self, batch: usize, b: &mut [T]) {
        let size = if self.attributes.left_side { self.rows } else { self.columns };
        let a: Vec<T> = load(&self.a.elements::<T::Element>()[batch * size * size..][..size * size]);
        self.attributes.solve(&a, b, self.rows, self.columns);
    }
}
