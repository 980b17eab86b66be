//! Fourier transforms of any length and up to any rank, over one-dimensional ones.
//!
//! The last dimension is transformed first (last, for a result of real numbers), row by row; every other one in groups
//! of neighbouring columns, which are brought together, transformed, and put back.

use super::Shared;
use super::scratch::Scratch;
use crate::codegen::spec::{self, FftKind};
use crate::hlo::ElementType;
use crate::hlo::fourier::{Part, SHORT, Symmetry, plan};
use crate::runtime::cpu::pool::Pool;
use rustfft::num_complex::Complex;
use rustfft::{FftDirection, FftPlanner};
use std::sync::Arc;

/// Neighbouring columns that are transformed together: a cache line of them, or two.
const COLUMNS: usize = 8;
/// Elements of a task.
const TASK: usize = 1 << 13;

/// A transform that is ready to run.
pub struct Fft(Precision);

enum Precision {
    F32(Transform<f32>),
    F64(Transform<f64>),
}

impl Fft {
    /// Prepares a transform; `None` where no template takes its type.
    pub fn new(spec: &spec::Fft) -> Option<Fft> {
        match spec.real {
            ElementType::F32 => Some(Fft(Precision::F32(Transform::new(spec)))),
            ElementType::F64 => Some(Fft(Precision::F64(Transform::new(spec)))),
            _ => None,
        }
    }

    /// Transforms.
    ///
    /// # Safety
    /// `input` and `output` are row-major arrays of the specification's sizes, aligned, and do not overlap.
    pub unsafe fn run(&self, pool: &Pool, input: *const u8, output: *mut u8) {
        // SAFETY: the caller's promise.
        unsafe {
            match &self.0 {
                Precision::F32(transform) => transform.run(pool, input, output),
                Precision::F64(transform) => transform.run(pool, input, output),
            }
        }
    }
}

struct Transform<T: Part> {
    kind: FftKind,
    batch: usize,
    lengths: Vec<usize>,
    /// The last dimension.
    row: RowPlan<T>,
    /// The others, outermost first.
    columns: Vec<Arc<dyn rustfft::Fft<T>>>,
    /// What an inverse is multiplied by.
    scale: T,
}

/// One row of the last dimension.
enum RowPlan<T> {
    Complex(Arc<dyn rustfft::Fft<T>>),
    /// An even number of real numbers, as half as many complex ones; with the roots of unity that take them apart.
    HalfLength(Arc<dyn rustfft::Fft<T>>, Vec<Complex<T>>),
    /// An odd or a small number of real numbers, as complex ones.
    FullLength(Arc<dyn rustfft::Fft<T>>),
}

impl<T: Part> Transform<T> {
    fn new(spec: &spec::Fft) -> Transform<T> {
        let direction = match spec.kind {
            FftKind::Forward | FftKind::RealForward => FftDirection::Forward,
            FftKind::Inverse | FftKind::RealInverse => FftDirection::Inverse,
        };
        let mut planner = FftPlanner::new();
        let (&last, outer) = spec.lengths.split_last().unwrap_or((&1, &[]));
        let row = match spec.kind {
            FftKind::Forward | FftKind::Inverse => {
                RowPlan::Complex(plan(&mut planner, last, direction, Symmetry::None))
            }
            FftKind::RealForward | FftKind::RealInverse if last.is_multiple_of(2) && last > SHORT => {
                let angle = |k: usize| -std::f64::consts::TAU * k as f64 / last as f64;
                let root = |k: usize| Complex::new(T::of(angle(k).cos()), T::of(angle(k).sin()));
                RowPlan::HalfLength(planner.plan_fft(last / 2, direction), (0..=last / 2).map(root).collect())
            }
            FftKind::RealForward => RowPlan::FullLength(plan(&mut planner, last, direction, Symmetry::None)),
            FftKind::RealInverse => RowPlan::FullLength(plan(&mut planner, last, direction, Symmetry::Hermitian)),
        };
        let column = |&length: &usize| plan(&mut planner, length, direction, Symmetry::None);
        let columns = outer.iter().map(column).collect();
        let total: usize = spec.lengths.iter().product();
        let scale = match direction {
            FftDirection::Forward => T::of(1.0),
            FftDirection::Inverse => T::of(1.0 / total as f64),
        };
        Transform { kind: spec.kind, batch: spec.batch, lengths: spec.lengths.clone(), row, columns, scale }
    }

    /// Complex elements in a row of the last dimension.
    fn row_length(&self) -> usize {
        let last = self.lengths.last().copied().unwrap_or(1);
        match self.kind {
            FftKind::Forward | FftKind::Inverse => last,
            FftKind::RealForward | FftKind::RealInverse => last / 2 + 1,
        }
    }

    /// Rows of the last dimension.
    fn rows(&self) -> usize {
        let outer = self.lengths.len().saturating_sub(1);
        self.batch * self.lengths[..outer].iter().product::<usize>()
    }

    unsafe fn run(&self, pool: &Pool, input: *const u8, output: *mut u8) {
        let count = self.rows() * self.row_length();
        if count == 0 || self.lengths.contains(&0) {
            return;
        }
        // SAFETY: the caller's promise; columns work on complex elements.
        unsafe {
            match self.kind {
                FftKind::Forward | FftKind::Inverse | FftKind::RealForward => {
                    self.all_rows(pool, input, output);
                    self.all_columns(pool, output.cast());
                }
                FftKind::RealInverse if self.columns.is_empty() => self.all_rows(pool, input, output),
                FftKind::RealInverse => {
                    let aside = Scratch::of::<Complex<T>>(count);
                    aside.as_mut_ptr::<Complex<T>>().copy_from_nonoverlapping(input.cast(), count);
                    self.all_columns(pool, aside.as_mut_ptr());
                    self.all_rows(pool, aside.as_mut_ptr(), output);
                }
            }
        }
    }

    unsafe fn all_rows(&self, pool: &Pool, input: *const u8, output: *mut u8) {
        let (complex, real) = (self.row_length(), self.lengths.last().copied().unwrap_or(1));
        let chunk = (TASK / complex).max(1);
        let buffers = (Shared(input.cast_mut()), Shared(output));
        let buffers = &buffers;
        let task = |i: usize| {
            for row in i * chunk..self.rows().min((i + 1) * chunk) {
                // SAFETY: the caller's promise; tasks write different rows.
                unsafe {
                    let complex_row =
                        |p: *mut u8| std::slice::from_raw_parts_mut(p.cast::<Complex<T>>().add(row * complex), complex);
                    let real_row = |p: *mut u8| std::slice::from_raw_parts_mut(p.cast::<T>().add(row * real), real);
                    match self.kind {
                        FftKind::Forward | FftKind::Inverse => {
                            let to = complex_row(buffers.1.0);
                            to.as_mut_ptr()
                                .copy_from_nonoverlapping(buffers.0.0.cast::<Complex<T>>().add(row * complex), complex);
                            self.complex_row(to);
                        }
                        FftKind::RealForward => self.transform_real(real_row(buffers.0.0), complex_row(buffers.1.0)),
                        FftKind::RealInverse => self.to_real(complex_row(buffers.0.0), real_row(buffers.1.0)),
                    }
                }
            }
        };
        pool.parallel_for(self.rows().div_ceil(chunk), &task);
    }

    fn plan(&self) -> &dyn rustfft::Fft<T> {
        let (RowPlan::Complex(plan) | RowPlan::HalfLength(plan, _) | RowPlan::FullLength(plan)) = &self.row;
        &**plan
    }

    /// Transforms a row in place and scales it.
    fn complex_row(&self, row: &mut [Complex<T>]) {
        transform(self.plan(), row);
        if self.scale != T::of(1.0) {
            row.iter_mut().for_each(|x| *x = x.scale(self.scale));
        }
    }

    fn transform_real(&self, input: &[T], output: &mut [Complex<T>]) {
        match &self.row {
            RowPlan::HalfLength(plan, roots) => {
                let half = input.len() / 2;
                for (i, pair) in output[..half].iter_mut().enumerate() {
                    *pair = Complex::new(input[2 * i], input[2 * i + 1]);
                }
                transform(&**plan, &mut output[..half]);
                split_halves(output, roots);
            }
            RowPlan::Complex(plan) | RowPlan::FullLength(plan) => {
                let mut row: Vec<Complex<T>> = input.iter().map(|&x| Complex::new(x, T::zero())).collect();
                plan.process(&mut row);
                output.copy_from_slice(&row[..output.len()]);
            }
        }
    }

    fn to_real(&self, input: &[Complex<T>], output: &mut [T]) {
        match &self.row {
            RowPlan::HalfLength(plan, roots) => {
                let half = output.len() / 2;
                // SAFETY: twice as many numbers as pairs, and a pair has the layout of two of them.
                let pairs = unsafe { std::slice::from_raw_parts_mut(output.as_mut_ptr().cast::<Complex<T>>(), half) };
                join_halves(input, roots, self.scale, pairs);
                transform(&**plan, pairs);
            }
            RowPlan::Complex(plan) | RowPlan::FullLength(plan) => {
                let length = output.len();
                let at = |k: usize| if k < input.len() { input[k] } else { input[length - k].conj() };
                let mut row: Vec<Complex<T>> = (0..length).map(at).collect();
                // What a real signal cannot have is not looked at.
                row[0].im = T::zero();
                if length.is_multiple_of(2) {
                    row[length / 2].im = T::zero();
                }
                plan.process(&mut row);
                output.iter_mut().zip(row).for_each(|(x, y)| *x = y.re * self.scale);
            }
        }
    }

    /// Transforms every dimension but the last, in place.
    unsafe fn all_columns(&self, pool: &Pool, data: *mut Complex<T>) {
        for (dimension, plan) in self.columns.iter().enumerate() {
            let length = self.lengths[dimension];
            let between: usize = self.lengths[dimension + 1..self.columns.len()].iter().product();
            let inner = between * self.row_length();
            let outer = self.rows() * self.row_length() / (length * inner);
            let groups = inner.div_ceil(COLUMNS);
            let data = Shared(data);
            let data = &data;
            pool.parallel_for(outer * groups, &|i| {
                let first = i % groups * COLUMNS;
                let start = i / groups * length * inner + first;
                // SAFETY: tasks work on different columns.
                unsafe { self.columns(&**plan, data.0.add(start), length, inner, COLUMNS.min(inner - first)) };
            });
        }
    }

    /// Transforms `count` neighbouring columns of `length` elements, `step` apart.
    unsafe fn columns(
        &self,
        plan: &dyn rustfft::Fft<T>,
        data: *mut Complex<T>,
        length: usize,
        step: usize,
        count: usize,
    ) {
        let aside = Scratch::of::<Complex<T>>(length * count);
        // SAFETY: room for as many; every element is written before it is read.
        unsafe {
            let start = aside.as_mut_ptr::<Complex<T>>();
            for i in 0..length {
                (0..count).for_each(|c| *start.add(c * length + i) = *data.add(i * step + c));
            }
            transform(plan, std::slice::from_raw_parts_mut(start, length * count));
            for i in 0..length {
                (0..count).for_each(|c| *data.add(i * step + c) = *start.add(c * length + i));
            }
        }
    }
}

/// One or more transforms in place, in this thread's scratch memory.
fn transform<T: Part>(plan: &dyn rustfft::Fft<T>, rows: &mut [Complex<T>]) {
    let length = plan.get_inplace_scratch_len();
    let scratch = Scratch::of::<Complex<T>>(length);
    let start = scratch.as_mut_ptr::<Complex<T>>();
    // SAFETY: room for as many; zeroed, as a slice must hold values.
    let scratch = unsafe {
        start.write_bytes(0, length);
        std::slice::from_raw_parts_mut(start, length)
    };
    plan.process_with_scratch(rows, scratch);
}

/// From the transform `z` of pairs (even element, odd element) to that of the whole: with `e[k] = (z[k] + z̄[h-k]) / 2`
/// and `o[k] = (z[k] - z̄[h-k]) / 2i`, it is `e[k] + roots[k] o[k]`. `output` holds `z` and one more element.
fn split_halves<T: Part>(output: &mut [Complex<T>], roots: &[Complex<T>]) {
    let half = output.len() - 1;
    output[half] = output[0];
    let two = T::of(0.5);
    for k in 0..=half / 2 {
        let (a, b) = (output[k], output[half - k]);
        let combine = |z: Complex<T>, mirrored: Complex<T>, root: Complex<T>| {
            let even = (z + mirrored.conj()).scale(two);
            let odd = (z - mirrored.conj()).scale(two);
            even + root * Complex::new(odd.im, -odd.re)
        };
        output[k] = combine(a, b, roots[k]);
        output[half - k] = combine(b, a, roots[half - k]);
    }
}

/// The reverse of [`split_halves`], times twice `scale` (half as many elements are transformed).
fn join_halves<T: Part>(input: &[Complex<T>], roots: &[Complex<T>], scale: T, pairs: &mut [Complex<T>]) {
    let half = pairs.len();
    let real = |k: usize| if k == 0 || k == half { Complex::new(input[k].re, T::zero()) } else { input[k] };
    for (k, pair) in pairs.iter_mut().enumerate() {
        let (a, b) = (real(k), real(half - k).conj());
        let odd = (a - b) * roots[k].conj();
        *pair = (a + b + Complex::new(-odd.im, odd.re)).scale(scale);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::cpu::library::gemm::tests::Numbers;

    type C = Complex<f64>;

    /// The definition, over all dimensions.
    fn naive(input: &[C], lengths: &[usize], sign: f64) -> Vec<C> {
        let total: usize = lengths.iter().product();
        let index = |mut i: usize| -> Vec<usize> {
            let mut index = vec![0; lengths.len()];
            for d in (0..lengths.len()).rev() {
                (index[d], i) = (i % lengths[d], i / lengths[d]);
            }
            index
        };
        let phase = |a: &[usize], b: &[usize]| -> f64 {
            (0..lengths.len()).map(|d| (a[d] * b[d] % lengths[d]) as f64 / lengths[d] as f64).sum()
        };
        let term = |k: usize, j: usize| {
            input[j] * C::from_polar(1.0, sign * std::f64::consts::TAU * phase(&index(k), &index(j)))
        };
        (0..total).map(|k| (0..total).map(|j| term(k, j)).sum()).collect()
    }

    fn run<I, O: Clone + Default>(
        kind: FftKind,
        batch: usize,
        lengths: &[usize],
        input: &[I],
        outputs: usize,
    ) -> Vec<O> {
        let spec = spec::Fft { kind, real: ElementType::F64, batch, lengths: lengths.to_vec() };
        let mut output = vec![O::default(); outputs];
        unsafe { Fft::new(&spec).unwrap().run(&Pool::new(2), input.as_ptr().cast(), output.as_mut_ptr().cast()) };
        output
    }

    fn close(a: &[C], b: &[C]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).norm() < 1e-9)
    }

    #[test]
    fn all_kinds_follow_the_definition() {
        let mut numbers = Numbers::new(9);
        for lengths in [&[1][..], &[2], &[7], &[8], &[30], &[4, 6], &[3, 5], &[2, 3, 4], &[3, 20, 9]] {
            let total: usize = lengths.iter().product();
            let last = lengths[lengths.len() - 1];
            let kept = last / 2 + 1;
            let batch = 2;
            let mut number = || numbers.below(100) as f64 / 50.0 - 1.0;
            let input: Vec<C> = (0..batch * total).map(|_| C::new(number(), number())).collect();
            let real: Vec<f64> = (0..batch * total).map(|_| number()).collect();
            let (mut forward, mut inverse, mut half) = (Vec::new(), Vec::new(), Vec::new());
            for b in 0..batch {
                let part = &input[b * total..(b + 1) * total];
                forward.extend(naive(part, lengths, -1.0));
                inverse.extend(naive(part, lengths, 1.0).iter().map(|x| x / total as f64));
                let part: Vec<C> = real[b * total..(b + 1) * total].iter().map(|&x| C::new(x, 0.0)).collect();
                half.extend(naive(&part, lengths, -1.0).chunks(last).flat_map(|row| row[..kept].to_vec()));
            }
            assert!(close(&run(FftKind::Forward, batch, lengths, &input, batch * total), &forward), "{lengths:?}");
            assert!(close(&run(FftKind::Inverse, batch, lengths, &input, batch * total), &inverse), "{lengths:?}");
            let got: Vec<C> = run(FftKind::RealForward, batch, lengths, &real, batch * total / last * kept);
            assert!(close(&got, &half), "{lengths:?}");
            let back: Vec<f64> = run(FftKind::RealInverse, batch, lengths, &got, batch * total);
            assert!(back.iter().zip(&real).all(|(a, b)| (a - b).abs() < 1e-9), "{lengths:?}");
        }
    }

    #[test]
    fn nothing_is_done_for_empty_arrays() {
        assert!(run::<C, C>(FftKind::Forward, 0, &[4], &[], 0).is_empty());
    }
}
