//! Strided views of matrices, and forward substitution in blocks.

use super::BLOCK;
use super::field::Field;
use crate::codegen::spec::{ContractionDimension, FreeDimension, Gemm as GemmSpec};
use crate::runtime::cpu::library::gemm::Gemm;
use crate::runtime::cpu::library::scratch::Scratch;
use crate::runtime::cpu::pool::Pool;

/// A matrix in memory, seen through strides.
#[derive(Clone, Copy)]
pub(super) struct Matrix<T> {
    start: *mut T,
    row_stride: isize,
    column_stride: isize,
    conjugated: bool,
}

impl<T: Field> Matrix<T> {
    pub(super) fn new(start: *mut T, row_stride: isize, column_stride: isize) -> Matrix<T> {
        Matrix { start, row_stride, column_stride, conjugated: false }
    }

    pub(super) fn at(&self, row: usize, column: usize) -> *mut T {
        self.start.wrapping_offset(row as isize * self.row_stride + column as isize * self.column_stride)
    }

    /// The value of an element.
    ///
    /// # Safety
    /// The element exists.
    unsafe fn get(&self, row: usize, column: usize) -> T {
        // SAFETY: the caller's promise.
        let value = unsafe { *self.at(row, column) };
        if self.conjugated { value.conjugate() } else { value }
    }

    /// The matrix from an element on.
    pub(super) fn part(self, row: usize, column: usize) -> Matrix<T> {
        Matrix { start: self.at(row, column), ..self }
    }

    pub(super) fn transpose(self) -> Matrix<T> {
        Matrix { row_stride: self.column_stride, column_stride: self.row_stride, ..self }
    }

    pub(super) fn conjugated(self) -> Matrix<T> {
        Matrix { conjugated: !self.conjugated, ..self }
    }

    pub(super) fn adjoint(self) -> Matrix<T> {
        self.transpose().conjugated()
    }

    /// Its `n` rows, and perhaps as many columns, from last to first.
    pub(super) fn reversed(self, n: usize, columns_too: bool) -> Matrix<T> {
        let last = self.at(n - 1, if columns_too { n - 1 } else { 0 });
        let column_stride = if columns_too { -self.column_stride } else { self.column_stride };
        Matrix { start: last, row_stride: -self.row_stride, column_stride, ..self }
    }
}

/// A dense matrix in this thread's scratch memory.
pub(super) struct Dense<T> {
    memory: Scratch,
    columns: usize,
    _element: std::marker::PhantomData<T>,
}

impl<T: Field> Dense<T> {
    fn new(rows: usize, columns: usize) -> Dense<T> {
        Dense { memory: Scratch::of::<T>(rows * columns), columns, _element: std::marker::PhantomData }
    }

    pub(super) fn matrix(&self) -> Matrix<T> {
        Matrix::new(self.memory.as_mut_ptr(), self.columns as isize, 1)
    }

    /// `to -= self`, for elements of which `wanted` is true.
    ///
    /// # Safety
    /// Both have the size given, and all elements of `self` are written.
    pub(super) unsafe fn subtract_from(
        &self,
        to: Matrix<T>,
        rows: usize,
        columns: usize,
        wanted: impl Fn(usize, usize) -> bool,
    ) {
        for row in 0..rows {
            for column in (0..columns).filter(|&column| wanted(row, column)) {
                // SAFETY: the caller's promise.
                unsafe { *to.at(row, column) = *to.at(row, column) - *self.matrix().at(row, column) };
            }
        }
    }

    /// # Safety
    /// Both have the size given, and all elements of `self` are written.
    pub(super) unsafe fn copy_to(&self, to: Matrix<T>, rows: usize, columns: usize) {
        for row in 0..rows {
            // SAFETY: the caller's promise.
            (0..columns).for_each(|column| unsafe { *to.at(row, column) = *self.matrix().at(row, column) });
        }
    }
}

/// The product of a `rows × depth` and a `depth × columns` matrix.
///
/// # Safety
/// The matrices have those sizes.
pub(super) unsafe fn multiply_into<T: Field>(
    pool: &Pool,
    (rows, columns, depth): (usize, usize, usize),
    a: Matrix<T>,
    b: Matrix<T>,
) -> Dense<T> {
    // SAFETY: the caller's promise.
    let (a_copy, b_copy) = unsafe { (plain(a, rows, depth), plain(b, depth, columns)) };
    let a = a_copy.as_ref().map_or(a, Dense::matrix);
    let b = b_copy.as_ref().map_or(b, Dense::matrix);
    let product = Dense::new(rows, columns);
    let spec = GemmSpec {
        lhs: T::ELEMENT,
        rhs: T::ELEMENT,
        output: T::ELEMENT,
        batch: Vec::new(),
        rows: vec![FreeDimension { size: rows, operand_stride: a.row_stride, output_stride: columns as isize }],
        columns: vec![FreeDimension { size: columns, operand_stride: b.column_stride, output_stride: 1 }],
        contraction: vec![ContractionDimension { size: depth, lhs_stride: a.column_stride, rhs_stride: b.row_stride }],
    };
    let gemm = Gemm::new(&spec).expect("products of every field have a template");
    // SAFETY: the caller's promise; the product is new memory.
    unsafe {
        gemm.run(pool, a.start.cast_const().cast(), b.start.cast_const().cast(), product.memory.as_mut_ptr(), None)
    };
    product
}

/// A copy of a conjugated matrix of complex numbers; `None` where the memory is what the matrix is.
unsafe fn plain<T: Field>(a: Matrix<T>, rows: usize, columns: usize) -> Option<Dense<T>> {
    if !a.conjugated || !T::ELEMENT.is_complex() {
        return None;
    }
    let copy = Dense::new(rows, columns);
    for row in 0..rows {
        // SAFETY: the caller's promise.
        (0..columns).for_each(|column| unsafe { *copy.matrix().at(row, column) = a.get(row, column) });
    }
    Some(copy)
}

/// The inverse of a small lower triangle.
///
/// # Safety
/// `a` has `n` rows and columns.
pub(super) unsafe fn invert_lower<T: Field>(a: Matrix<T>, n: usize, unit_diagonal: bool) -> Dense<T> {
    let inverse = Dense::new(n, n);
    let x = inverse.matrix();
    for column in 0..n {
        for row in 0..n {
            // SAFETY: inside both matrices.
            unsafe {
                let sum = (column..row).fold(T::ZERO, |sum, k| sum + a.get(row, k) * *x.at(k, column));
                let right = if row == column { T::ONE } else { T::ZERO - sum };
                let value = if unit_diagonal { right } else { right / a.get(row, row) };
                *x.at(row, column) = if row < column { T::ZERO } else { value };
            }
        }
    }
    inverse
}

/// Systems of so many rows and columns at most are solved without products of matrices.
const SMALL: (usize, usize) = (16, 256);

/// The same for a few rows: as `a = d m` with ones on the diagonal of `m`, it is the inverse of `m` over `d`.
///
/// # Safety
/// `a` has `n` rows and columns, at most [`SMALL`].
unsafe fn invert_small<T: Field>(a: Matrix<T>, n: usize, unit_diagonal: bool) -> [[T; SMALL.0]; SMALL.0] {
    // SAFETY: inside the matrix.
    let diagonal = |i: usize| if unit_diagonal { T::ONE } else { unsafe { a.get(i, i) } };
    // SAFETY: as above.
    let scaled = |row: usize, column: usize| unsafe { a.get(row, column) } / diagonal(row);
    let mut inverse = [[T::ZERO; SMALL.0]; SMALL.0];
    for column in (0..n).rev() {
        inverse[column][column] = T::ONE;
        for row in &mut inverse[column + 1..n] {
            let products = (column + 1..n).map(|k| (scaled(k, column), row[k]));
            row[column] = T::ZERO - products.fold(T::ZERO, |sum, (a, b)| sum.plus_product(a, b));
        }
    }
    for row in &mut inverse[..n] {
        row[..n].iter_mut().enumerate().for_each(|(column, entry)| *entry = *entry / diagonal(column));
    }
    inverse
}

/// Like [`solve_lower`], for sizes up to [`SMALL`]. Sums have two parts, of the even and of the odd terms.
unsafe fn solve_small<T: Field>(a: Matrix<T>, x: Matrix<T>, (n, columns): (usize, usize), unit_diagonal: bool) {
    // SAFETY: the caller's promise, here and below.
    let inverse = unsafe { invert_small(a, n, unit_diagonal) };
    for column in 0..columns {
        let mut right = [T::ZERO; SMALL.0];
        right[..n].iter_mut().enumerate().for_each(|(row, value)| *value = unsafe { *x.at(row, column) });
        for (row, entries) in inverse[..n].iter().enumerate() {
            let term = |sum: T, k: usize| sum.plus_product(entries[k], right[k]);
            let part = |first: usize| (first..=row).step_by(2).fold(T::ZERO, term);
            unsafe { *x.at(row, column) = part(0) + part(1) };
        }
    }
}

/// Replaces `x` by the solution of `a · y = x`, `a` being a lower triangle of `n` rows and `x` having `columns` columns.
///
/// # Safety
/// The matrices have those sizes.
pub(super) unsafe fn solve_lower<T: Field>(
    pool: &Pool,
    a: Matrix<T>,
    x: Matrix<T>,
    (n, columns): (usize, usize),
    unit_diagonal: bool,
) {
    if n <= SMALL.0 && columns <= SMALL.1 {
        // SAFETY: the caller's promise.
        return unsafe { solve_small(a, x, (n, columns), unit_diagonal) };
    }
    for first in (0..n).step_by(BLOCK) {
        let height = BLOCK.min(n - first);
        // SAFETY: blocks inside the matrices.
        unsafe {
            let rest = x.part(first, 0);
            if first > 0 {
                let known = multiply_into(pool, (height, columns, first), a.part(first, 0), x);
                known.subtract_from(rest, height, columns, |_, _| true);
            }
            let inverse = invert_lower(a.part(first, first), height, unit_diagonal);
            let solved = multiply_into(pool, (height, columns, height), inverse.matrix(), rest);
            solved.copy_to(rest, height, columns);
        }
    }
}
