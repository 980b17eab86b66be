//! Cholesky factors and triangular systems, in blocks: what is far from the diagonal is a matrix product, the blocks on
//! the diagonal are done by hand.

mod field;
mod triangular;

use super::Shared;
use crate::codegen::spec;
use crate::hlo::ElementType;
use crate::runtime::cpu::pool::Pool;
use field::Field;
use rustfft::num_complex::Complex;
use triangular::{Matrix, invert_lower, multiply_into, solve_lower};

/// Rows of a block on the diagonal.
const BLOCK: usize = 32;

/// Factors. `None`, with nothing done, where no template takes the element type.
///
/// # Safety
/// `a` and `output` are row-major batches of the specification's sizes, aligned; they are equal or do not overlap.
pub unsafe fn cholesky(spec: &spec::Cholesky, pool: &Pool, a: *const u8, output: *mut u8) -> Option<()> {
    // SAFETY: the caller's promise.
    unsafe {
        match spec.element_type {
            ElementType::F32 => factor_all::<f32>(spec, pool, a, output),
            ElementType::F64 => factor_all::<f64>(spec, pool, a, output),
            ElementType::C64 => factor_all::<Complex<f32>>(spec, pool, a, output),
            ElementType::C128 => factor_all::<Complex<f64>>(spec, pool, a, output),
            _ => return None,
        }
    }
    Some(())
}

/// Solves. `None`, with nothing done, where no template takes the element type.
///
/// # Safety
/// `a`, `b` and `output` are row-major batches of the specification's sizes, aligned; `b` and `output` are equal or do
/// not overlap.
pub unsafe fn triangular_solve(
    spec: &spec::TriangularSolve,
    pool: &Pool,
    a: *const u8,
    b: *const u8,
    output: *mut u8,
) -> Option<()> {
    // SAFETY: the caller's promise.
    unsafe {
        match spec.element_type {
            ElementType::F32 => solve_all::<f32>(spec, pool, a, b, output),
            ElementType::F64 => solve_all::<f64>(spec, pool, a, b, output),
            ElementType::C64 => solve_all::<Complex<f32>>(spec, pool, a, b, output),
            ElementType::C128 => solve_all::<Complex<f64>>(spec, pool, a, b, output),
            _ => return None,
        }
    }
    Some(())
}

/// Runs a task for every matrix: side by side where they are many, else one after the other with all threads inside.
fn each_matrix(pool: &Pool, batch: usize, task: &(dyn Fn(usize) + Sync)) {
    if batch >= pool.threads() { pool.parallel_for(batch, task) } else { (0..batch).for_each(task) }
}

unsafe fn factor_all<T: Field>(spec: &spec::Cholesky, pool: &Pool, a: *const u8, output: *mut u8) {
    let (n, pointers) = (spec.size, (Shared(a.cast_mut().cast::<T>()), Shared(output.cast::<T>())));
    let pointers = &pointers;
    each_matrix(pool, spec.batch, &|i| {
        // SAFETY: tasks work on different matrices.
        unsafe {
            let (from, to) = (pointers.0.0.add(i * n * n), pointers.1.0.add(i * n * n));
            // `uᴴ u = a` is `l lᴴ = aᵀ` with `l = uᵀ`: swapped strides are all the difference.
            let view = |start: *mut T| {
                if spec.lower { Matrix::new(start, n as isize, 1) } else { Matrix::new(start, 1, n as isize) }
            };
            copy_triangle(view(from), view(to), n);
            factor(pool, view(to), n);
        }
    });
}

/// Copies the lower triangle and clears the other.
unsafe fn copy_triangle<T: Field>(from: Matrix<T>, to: Matrix<T>, n: usize) {
    for row in 0..n {
        for column in 0..n {
            // SAFETY: within the matrices.
            unsafe { *to.at(row, column) = if column <= row { *from.at(row, column) } else { T::ZERO } };
        }
    }
}

/// Replaces the lower triangle by the factor, a block of columns at a time.
unsafe fn factor<T: Field>(pool: &Pool, a: Matrix<T>, n: usize) {
    for first in (0..n).step_by(BLOCK) {
        let (width, below) = (BLOCK.min(n - first), n - first);
        // SAFETY: blocks inside the matrix.
        unsafe {
            let panel = a.part(first, first);
            if first > 0 {
                // Minus what the columns before contribute: l[first.., ..first] · l[first..first + width, ..first]ᴴ.
                let product = multiply_into(pool, (below, width, first), a.part(first, 0), a.part(first, 0).adjoint());
                product.subtract_from(panel, below, width, |row, column| column <= row);
            }
            factor_block(panel, width);
            if below > width {
                // The rest of the panel, x · lᴴ = panel: times the inverse of the block's adjoint.
                let inverse = invert_lower(panel, width, false);
                let rest = panel.part(width, 0);
                let solved = multiply_into(pool, (below - width, width, width), rest, inverse.matrix().adjoint());
                solved.copy_to(rest, below - width, width);
            }
        }
    }
}

/// Factors a small matrix in place.
unsafe fn factor_block<T: Field>(a: Matrix<T>, n: usize) {
    for column in 0..n {
        // SAFETY: within the matrix.
        unsafe {
            let squares = (0..column).map(|k| (*a.at(column, k)).norm_squared());
            let pivot = squares.fold((*a.at(column, column)).real(), |rest, square| rest - square);
            let diagonal = T::root(pivot);
            *a.at(column, column) = diagonal;
            for row in column + 1..n {
                let products = (0..column).map(|k| *a.at(row, k) * (*a.at(column, k)).conjugate());
                let rest = products.fold(*a.at(row, column), |rest, product| rest - product);
                *a.at(row, column) = rest / diagonal;
            }
        }
    }
}

unsafe fn solve_all<T: Field>(spec: &spec::TriangularSolve, pool: &Pool, a: *const u8, b: *const u8, output: *mut u8) {
    let (rows, columns) = (spec.rows, spec.columns);
    let n = if spec.left_side { rows } else { columns };
    let pointers = (Shared(a.cast_mut().cast::<T>()), Shared(b.cast_mut().cast::<T>()), Shared(output.cast::<T>()));
    let pointers = &pointers;
    each_matrix(pool, spec.batch, &|i| {
        // SAFETY: tasks work on different matrices.
        unsafe {
            let x = pointers.2.0.add(i * rows * columns);
            x.copy_from(pointers.1.0.add(i * rows * columns), rows * columns);
            solve_one(spec, pool, pointers.0.0.add(i * n * n), x, n);
        }
    });
}

/// Every case is a lower triangle times unknown columns, seen through the right strides.
unsafe fn solve_one<T: Field>(spec: &spec::TriangularSolve, pool: &Pool, a: *mut T, x: *mut T, n: usize) {
    let mut a = Matrix::new(a, n as isize, 1);
    let mut x = Matrix::new(x, spec.columns as isize, 1);
    let mut lower = spec.lower;
    if spec.transpose {
        (a, lower) = (a.transpose(), !lower);
    }
    if !spec.left_side {
        // x · a = b is aᵀ · xᵀ = bᵀ.
        (a, x, lower) = (a.transpose(), x.transpose(), !lower);
    }
    let others = if spec.left_side { spec.columns } else { spec.rows };
    if !lower && n > 0 {
        // Backwards, an upper triangle is a lower one.
        a = a.reversed(n, true);
        x = x.reversed(n, false);
    }
    let a = if spec.conjugate { a.conjugated() } else { a };
    // SAFETY: the caller's promise.
    unsafe { solve_lower(pool, a, x, (n, others), spec.unit_diagonal) };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::cpu::library::gemm::tests::Numbers;

    type C = Complex<f64>;

    fn random(count: usize, numbers: &mut Numbers) -> Vec<C> {
        let mut number = || numbers.below(200) as f64 / 100.0 - 1.0;
        (0..count).map(|_| C::new(number(), number())).collect()
    }

    /// Real matrices are tested as complex ones without imaginary parts.
    fn real(values: &[C]) -> Vec<f64> {
        values.iter().map(|x| x.re).collect()
    }

    fn product(n: usize, a: impl Fn(usize, usize) -> C, b: impl Fn(usize, usize) -> C) -> Vec<C> {
        (0..n * n).map(|i| (0..n).map(|k| a(i / n, k) * b(k, i % n)).sum()).collect()
    }

    #[test]
    fn cholesky_factors_give_the_matrix_back() {
        let mut numbers = Numbers::new(3);
        for n in [1, 2, 5, 31, 32, 33, 100] {
            for lower in [true, false] {
                let m = random(n * n, &mut numbers);
                let mut a = product(n, |i, k| m[i * n + k], |k, j| m[j * n + k].conj());
                (0..n).for_each(|i| a[i * n + i] += n as f64);
                let spec = spec::Cholesky { element_type: ElementType::C128, batch: 1, size: n, lower };
                let mut f = vec![C::default(); n * n];
                unsafe { cholesky(&spec, &Pool::new(2), a.as_ptr().cast(), f.as_mut_ptr().cast()) }.unwrap();
                let back = match lower {
                    true => product(n, |i, k| f[i * n + k], |k, j| f[j * n + k].conj()),
                    false => product(n, |i, k| f[k * n + i].conj(), |k, j| f[k * n + j]),
                };
                assert!(a.iter().zip(&back).all(|(a, b)| (a - b).norm() < 1e-9 * n as f64), "{n} {lower}");
                let outside = |i: usize| if lower { i % n > i / n } else { i % n < i / n };
                assert!((0..n * n).filter(|&i| outside(i)).all(|i| f[i] == C::default()));
            }
        }
    }

    #[test]
    fn real_batches_and_failure() {
        let a = [4.0f32, 9.0, 2.0, 5.0, -1.0, 0.0, 0.0, 1.0];
        let spec = spec::Cholesky { element_type: ElementType::F32, batch: 2, size: 2, lower: true };
        let mut f = [7f32; 8];
        unsafe { cholesky(&spec, &Pool::new(1), a.as_ptr().cast(), f.as_mut_ptr().cast()) }.unwrap();
        assert_eq!(f[..4], [2.0, 0.0, 1.0, 2.0]);
        assert!(f[4].is_nan());
    }

    #[test]
    fn triangular_systems_are_solved() {
        let mut numbers = Numbers::new(4);
        for (rows, columns) in [(1, 1), (5, 3), (3, 5), (33, 7), (70, 65), (4, 0), (0, 4)] {
            for bits in 0..32 {
                let flag = |bit: usize| bits >> bit & 1 == 1;
                let left_side = flag(0);
                let n = if left_side { rows } else { columns };
                let spec = spec::TriangularSolve {
                    element_type: ElementType::C128,
                    batch: 1,
                    rows,
                    columns,
                    left_side,
                    lower: flag(1),
                    unit_diagonal: flag(2),
                    transpose: flag(3),
                    conjugate: flag(3) && flag(4),
                };
                let mut a: Vec<C> = random(n * n, &mut numbers).iter().map(|x| x / n as f64).collect();
                (0..n).for_each(|i| a[i * n + i] += 2.0);
                let b = random(rows * columns, &mut numbers);
                let mut x = b.clone();
                unsafe {
                    triangular_solve(&spec, &Pool::new(2), a.as_ptr().cast(), b.as_ptr().cast(), x.as_mut_ptr().cast())
                }
                .unwrap();
                let seen = |i: usize, j: usize| {
                    let (i, j) = if spec.transpose { (j, i) } else { (i, j) };
                    let value = match i.cmp(&j) {
                        std::cmp::Ordering::Equal if spec.unit_diagonal => C::new(1.0, 0.0),
                        std::cmp::Ordering::Less if spec.lower => C::default(),
                        std::cmp::Ordering::Greater if !spec.lower => C::default(),
                        _ => a[i * n + j],
                    };
                    if spec.conjugate { value.conj() } else { value }
                };
                for r in 0..rows {
                    for c in 0..columns {
                        let sum: C = match left_side {
                            true => (0..n).map(|k| seen(r, k) * x[k * columns + c]).sum(),
                            false => (0..n).map(|k| x[r * columns + k] * seen(k, c)).sum(),
                        };
                        assert!((sum - b[r * columns + c]).norm() < 1e-9, "{spec:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn real_systems_are_solved() {
        let mut numbers = Numbers::new(5);
        let (n, columns) = (80, 9);
        let mut a = real(&random(n * n, &mut numbers));
        a.iter_mut().for_each(|x| *x /= n as f64);
        (0..n).for_each(|i| a[i * n + i] += 2.0);
        let b = real(&random(n * columns, &mut numbers));
        let spec = spec::TriangularSolve {
            element_type: ElementType::F64,
            batch: 1,
            rows: n,
            columns,
            left_side: true,
            lower: true,
            unit_diagonal: false,
            transpose: false,
            conjugate: false,
        };
        let mut x = b.clone();
        unsafe { triangular_solve(&spec, &Pool::new(2), a.as_ptr().cast(), b.as_ptr().cast(), x.as_mut_ptr().cast()) }
            .unwrap();
        for i in 0..n * columns {
            let sum: f64 = (0..=i / columns).map(|k| a[i / columns * n + k] * x[k * columns + i % columns]).sum();
            assert!((sum - b[i]).abs() < 1e-9);
        }
    }
}
