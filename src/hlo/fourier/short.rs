//! Short transforms, factor by factor.
//!
//! A factor's step transforms points that lie a part of the length apart, turns the results, and leaves each in front
//! of those of the next number (Stockham's order, so that nothing is left to be sorted).

use super::Part;
use super::radix::{Turn, transform};
use super::roots::Roots;
use rustfft::num_complex::Complex;
use rustfft::{Direction, Fft, FftDirection, Length};

/// What is known of the points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    None,
    /// The spectrum of real numbers: its second half is the mirror image of the first, conjugated.
    Hermitian,
}

/// A transform of up to [`super::SHORT`] points.
pub struct Short<T> {
    length: usize,
    direction: FftDirection,
    symmetry: Symmetry,
    steps: Vec<Step<T>>,
}

/// One factor's step.
struct Step<T> {
    radix: usize,
    /// Product of the factors before, and of those after.
    before: usize,
    after: usize,
    /// By which result number `j` at place `i` is turned, at `(j - 1) * after + i`.
    turns: Vec<Complex<T>>,
    /// Roots of unity of order `radix`.
    roots: Vec<Complex<T>>,
}

impl<T: Part> Short<T> {
    pub fn new(length: usize, direction: FftDirection, symmetry: Symmetry) -> Short<T> {
        let roots = Roots::new(length);
        let root = |k: usize| {
            let root = if symmetry == Symmetry::Hermitian { roots.balanced(k) } else { roots.get(k) };
            Complex::new(T::of(root.re), T::of(root.im))
        };
        let mut before = 1;
        let step = |radix: usize| {
            let after = length / (before * radix);
            let turn = |number: usize| root((number / after + 1) * before * (number % after));
            let turns = (0..(radix - 1) * after).map(turn).collect();
            let step =
                Step { radix, before, after, turns, roots: (0..radix).map(|k| root(k * length / radix)).collect() };
            before *= radix;
            step
        };
        let steps = factors(length, symmetry).into_iter().map(step).collect();
        Short { length, direction, symmetry, steps }
    }

    /// Transforms `points`, which hold the result; `aside` is as long.
    fn run(&self, points: &mut [Complex<T>], aside: &mut [Complex<T>]) {
        let turn = Turn::new(self.direction);
        let (mut from, mut to) = (&mut *points, &mut *aside);
        for step in &self.steps {
            step.run(from, to, self.symmetry, turn);
            std::mem::swap(&mut from, &mut to);
        }
        if !self.steps.len().is_multiple_of(2) {
            to.copy_from_slice(from);
        }
    }
}

impl<T: Part> Step<T> {
    fn run(&self, from: &[Complex<T>], to: &mut [Complex<T>], symmetry: Symmetry, turn: Turn<T>) {
        let mut points = [Complex::new(T::zero(), T::zero()); super::SHORT];
        let points = &mut points[..self.radix];
        let places = match symmetry {
            Symmetry::None => self.after,
            Symmetry::Hermitian => self.after / 2 + 1,
        };
        for (k, i) in (0..self.before).flat_map(|k| (0..places).map(move |i| (k, i))) {
            for (b, point) in points.iter_mut().enumerate() {
                *point = from[i + self.after * (b + self.radix * k)];
            }
            transform(points, &self.roots, turn);
            for (j, &point) in points.iter().enumerate() {
                let turned =
                    if i == 0 || j == 0 { point } else { turn.by(point, self.turns[(j - 1) * self.after + i]) };
                let row = self.after * (k + self.before * j);
                to[row + i] = turned;
                if symmetry == Symmetry::Hermitian && i > 0 {
                    to[row + self.after - i] = turned.conj();
                }
            }
        }
    }
}

/// Factors in the order of their steps: eights where points are of any kind, then fours; a two comes first; then odd
/// ones.
fn factors(mut length: usize, symmetry: Symmetry) -> Vec<usize> {
    let mut factors = Vec::new();
    let mut take = |factor: usize, length: &mut usize| {
        while length.is_multiple_of(factor) {
            factors.push(factor);
            *length /= factor;
        }
    };
    if symmetry == Symmetry::None {
        take(8, &mut length);
    }
    take(4, &mut length);
    let has_two = length.is_multiple_of(2);
    take(2, &mut length);
    let mut odd = 3;
    while length > 1 {
        take(odd, &mut length);
        odd += 2;
    }
    if has_two {
        let two = factors.iter().position(|&factor| factor == 2).unwrap_or(0);
        factors.swap(0, two);
    }
    factors
}

impl<T: Part> Fft<T> for Short<T> {
    fn process_with_scratch(&self, buffer: &mut [Complex<T>], scratch: &mut [Complex<T>]) {
        buffer.chunks_exact_mut(self.length).for_each(|row| self.run(row, &mut scratch[..self.length]));
    }

    fn process_outofplace_with_scratch(
        &self,
        input: &mut [Complex<T>],
        output: &mut [Complex<T>],
        scratch: &mut [Complex<T>],
    ) {
        self.process_immutable_with_scratch(input, output, scratch);
    }

    fn process_immutable_with_scratch(
        &self,
        input: &[Complex<T>],
        output: &mut [Complex<T>],
        scratch: &mut [Complex<T>],
    ) {
        output.copy_from_slice(input);
        self.process_with_scratch(output, scratch);
    }

    fn get_inplace_scratch_len(&self) -> usize {
        self.length
    }

    fn get_outofplace_scratch_len(&self) -> usize {
        self.length
    }

    fn get_immutable_scratch_len(&self) -> usize {
        self.length
    }
}

impl<T> Length for Short<T> {
    fn len(&self) -> usize {
        self.length
    }
}

impl<T> Direction for Short<T> {
    fn fft_direction(&self) -> FftDirection {
        self.direction
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type C = Complex<f64>;

    fn numbers(count: usize) -> Vec<C> {
        (0..count).map(|i| C::new((i as f64 * 0.7).sin(), (i as f64 * 1.3).cos())).collect()
    }

    fn naive(points: &[C], sign: f64) -> Vec<C> {
        let n = points.len();
        let root = |k: usize| C::from_polar(1.0, sign * std::f64::consts::TAU * (k % n) as f64 / n as f64);
        (0..n).map(|k| points.iter().enumerate().map(|(j, &x)| x * root(j * k)).sum()).collect()
    }

    #[test]
    fn every_length_follows_the_definition() {
        for n in 1..=super::super::SHORT {
            for (direction, sign) in [(FftDirection::Forward, -1.0), (FftDirection::Inverse, 1.0)] {
                let mut points = numbers(n);
                let expected = naive(&points, sign);
                Short::new(n, direction, Symmetry::None).process(&mut points);
                let far = points.iter().zip(&expected).find(|(a, b)| (*a - *b).norm() > 1e-13 * n as f64);
                assert!(far.is_none(), "{n} {direction:?} {far:?}");
            }
        }
    }

    #[test]
    fn spectra_of_real_numbers_give_real_numbers() {
        for n in 1..=super::super::SHORT {
            let real: Vec<C> = numbers(n).iter().map(|z| C::new(z.re, 0.0)).collect();
            let mut points = naive(&real, -1.0);
            (n / 2 + 1..n).for_each(|k| points[k] = points[n - k].conj());
            points[0].im = 0.0;
            points[n / 2].im = if n.is_multiple_of(2) { 0.0 } else { points[n / 2].im };
            Short::new(n, FftDirection::Inverse, Symmetry::Hermitian).process(&mut points);
            let far = points.iter().zip(&real).find(|(a, b)| (*a / n as f64 - *b).norm() > 1e-13 * n as f64);
            assert!(far.is_none(), "{n} {far:?}");
        }
    }

    /// To the last bit, as NumPy has it.
    #[test]
    fn results_are_those_of_fftpack() {
        let mut points: Vec<C> = (1..=15).map(|i| C::new(1.0 / i as f64, (i * i) as f64 / 7.0)).collect();
        Short::new(15, FftDirection::Forward, Symmetry::None).process(&mut points);
        assert_eq!(
            [points[1], points[7]],
            [C::new(-84.38776921868457, 5.826449138166499), C::new(-1.252234357797997, -17.16828303815081)]
        );
        let half: Vec<C> =
            (0..=16).map(|i| C::new(1.0 / (i + 1) as f64, if i % 16 == 0 { 0.0 } else { i as f64 / 7.0 })).collect();
        let mut points: Vec<C> = (0..32).map(|k| if k <= 16 { half[k] } else { half[32 - k].conj() }).collect();
        Short::new(32, FftDirection::Inverse, Symmetry::Hermitian).process(&mut points);
        assert_eq!(
            [points[1].re, points[5].re, points[30].re],
            [-20.302027899253616, -3.407329554568575, -9.7410825961544]
        );
    }
}
