//! Transforms of a few points, the steps of a longer one.

use super::Part;
use rustfft::FftDirection;
use rustfft::num_complex::Complex;

/// Turns by the direction's sign.
#[derive(Clone, Copy)]
pub struct Turn<T> {
    is_inverse: bool,
    /// Sign of the angles.
    sign: T,
    half_root: T,
}

impl<T: Part> Turn<T> {
    pub fn new(direction: FftDirection) -> Turn<T> {
        let is_inverse = direction == FftDirection::Inverse;
        let sign = T::of(if is_inverse { 1.0 } else { -1.0 });
        Turn { is_inverse, sign, half_root: T::of(std::f64::consts::FRAC_1_SQRT_2) }
    }

    /// By the angle of `root`.
    pub fn by(self, z: Complex<T>, root: Complex<T>) -> Complex<T> {
        if self.is_inverse {
            Complex::new(z.re * root.re - z.im * root.im, z.re * root.im + z.im * root.re)
        } else {
            Complex::new(z.re * root.re + z.im * root.im, z.im * root.re - z.re * root.im)
        }
    }

    /// By a quarter of the circle.
    fn quarter(self, z: Complex<T>) -> Complex<T> {
        if self.is_inverse { Complex::new(-z.im, z.re) } else { Complex::new(z.im, -z.re) }
    }

    /// By an eighth.
    fn eighth(self, z: Complex<T>) -> Complex<T> {
        let h = self.half_root;
        if self.is_inverse {
            Complex::new(h * (z.re - z.im), h * (z.im + z.re))
        } else {
            Complex::new(h * (z.re + z.im), h * (z.im - z.re))
        }
    }

    /// By three eighths.
    fn three_eighths(self, z: Complex<T>) -> Complex<T> {
        let h = self.half_root;
        if self.is_inverse {
            Complex::new(h * (-z.re - z.im), h * (z.re - z.im))
        } else {
            Complex::new(h * (z.im - z.re), h * (-z.re - z.im))
        }
    }

    /// `re + i im` and `re - i im`, for the direction's i.
    fn pair(self, re: Complex<T>, im: Complex<T>) -> [Complex<T>; 2] {
        let turned = self.quarter(im);
        [re + turned, re - turned]
    }
}

/// Transforms as many points as there are, in place. `roots` are the roots of unity of that order.
pub fn transform<T: Part>(points: &mut [Complex<T>], roots: &[Complex<T>], turn: Turn<T>) {
    match *points {
        [a, b] => points.copy_from_slice(&[a + b, a - b]),
        [a, b, c] => points.copy_from_slice(&three([a, b, c], turn)),
        [a, b, c, d] => points.copy_from_slice(&four([a, b, c, d], turn)),
        [a, b, c, d, e] => points.copy_from_slice(&five([a, b, c, d, e], turn)),
        [a, b, c, d, e, f, g, h] => points.copy_from_slice(&eight([a, b, c, d, e, f, g, h], turn)),
        _ => odd(points, roots, turn),
    }
}

fn three<T: Part>([a, b, c]: [Complex<T>; 3], turn: Turn<T>) -> [Complex<T>; 3] {
    let (sine, cosine) = (turn.sign * T::of(0.866_025_403_784_438_6), T::of(-0.5));
    let (sum, difference) = (b + c, b - c);
    let even = Complex::new(a.re + sum.re * cosine, a.im + sum.im * cosine);
    let odd = Complex::new(-(difference.im * sine), difference.re * sine);
    [a + sum, even + odd, even - odd]
}

fn four<T: Part>([a, b, c, d]: [Complex<T>; 4], turn: Turn<T>) -> [Complex<T>; 4] {
    let (even, odd) = (a + c, b + d);
    let [second, fourth] = turn.pair(a - c, b - d);
    [even + odd, second, even - odd, fourth]
}

fn five<T: Part>([a, b, c, d, e]: [Complex<T>; 5], turn: Turn<T>) -> [Complex<T>; 5] {
    let cosines = [T::of(0.309_016_994_374_947_45), T::of(-0.809_016_994_374_947_5)];
    let sines = [turn.sign * T::of(0.951_056_516_295_153_5), turn.sign * T::of(0.587_785_252_292_473_1)];
    let (outer, inner) = ((b + e, b - e), (c + d, c - d));
    let even = |x: T, y: T| {
        let part = |a: T, outer: T, inner: T| a + x * outer + y * inner;
        Complex::new(part(a.re, outer.0.re, inner.0.re), part(a.im, outer.0.im, inner.0.im))
    };
    let odd = |x: T, y: T| {
        let part = |outer: T, inner: T| x * outer + y * inner;
        Complex::new(-part(outer.1.im, inner.1.im), part(outer.1.re, inner.1.re))
    };
    let (first, second) = (even(cosines[0], cosines[1]), even(cosines[1], cosines[0]));
    let (first_odd, second_odd) = (odd(sines[0], sines[1]), odd(sines[1], -sines[0]));
    let all = a + outer.0 + inner.0;
    [all, first + first_odd, second + second_odd, second - second_odd, first - first_odd]
}

fn eight<T: Part>(p: [Complex<T>; 8], turn: Turn<T>) -> [Complex<T>; 8] {
    let even = four([p[0], p[2], p[4], p[6]], turn);
    let (b1, b5, b3, b7) = (p[1] + p[5], p[1] - p[5], p[3] + p[7], p[3] - p[7]);
    let turned = turn.quarter(b7);
    let odd = [b1 + b3, turn.eighth(b5 + turned), turn.quarter(b1 - b3), turn.three_eighths(b5 - turned)];
    std::array::from_fn(|k| if k < 4 { even[k] + odd[k] } else { even[k - 4] - odd[k - 4] })
}

/// Any odd number of points from seven on: what lies symmetrically is added and subtracted first, then each sum has
/// half as many terms. Terms are added in groups of four, two and one.
fn odd<T: Part>(points: &mut [Complex<T>], roots: &[Complex<T>], turn: Turn<T>) {
    let count = points.len();
    let half = count.div_ceil(2);
    let mut sums = [Complex::new(T::zero(), T::zero()); super::SHORT];
    let mut differences = sums;
    for j in 1..half {
        sums[j] = points[j] + points[count - j];
        differences[j] = points[j] - points[count - j];
    }
    let first = points[0];
    points[0] = sums[1..half].iter().fold(first, |total, &sum| total + sum);
    for k in 1..half {
        let root = |j: usize| roots[j * k % count];
        let even = |j: usize| Complex::new(root(j).re * sums[j].re, root(j).re * sums[j].im);
        let odd = |j: usize| Complex::new(root(j).im * differences[j].re, root(j).im * differences[j].im);
        let mut total = (first + even(1) + even(2), odd(1) + odd(2));
        let mut j = 3;
        while j < half {
            let group = if j + 3 < half {
                4
            } else if j + 1 < half {
                2
            } else {
                1
            };
            let rest = |term: &dyn Fn(usize) -> Complex<T>| (j + 1..j + group).fold(term(j), |sum, i| sum + term(i));
            total = (total.0 + rest(&even), total.1 + rest(&odd));
            j += group;
        }
        [points[k], points[count - k]] = turn.pair(total.0, total.1);
    }
}
