//! Roots of unity.

use rustfft::num_complex::Complex;
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_4};

/// What `FRAC_PI_4` leaves of π/4.
const FRAC_PI_4_REST: f64 = 3.061616997868383e-17;

/// The `n`-th roots of unity, each the product of two of about `2 √n` that are tabulated.
pub struct Roots {
    n: usize,
    /// Low bits of an index: they choose from `near`.
    low_bits: u32,
    near: Vec<Complex<f64>>,
    far: Vec<Complex<f64>>,
}

impl Roots {
    pub fn new(n: usize) -> Roots {
        // Half of the circle, the other being its conjugate.
        let count = (n + 2) / 2;
        let low_bits = (1..).find(|bits| 1usize << (2 * bits) >= count).expect("numbers do not end");
        let step = 1 << low_bits;
        let near = (0..step).map(|k| root(k, n)).collect();
        let far = (0..count.div_ceil(step)).map(|k| root(k * step, n)).collect();
        Roots { n, low_bits, near, far }
    }

    /// `e^(2πi k / n)` for `k < n`.
    pub fn get(&self, k: usize) -> Complex<f64> {
        if 2 * k > self.n {
            return self.get(self.n - k).conj();
        }
        let (a, b) = (self.near[k & ((1 << self.low_bits) - 1)], self.far[k >> self.low_bits]);
        Complex::new(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re)
    }

    /// The same, but with parts of one size halfway between the axes.
    pub fn balanced(&self, k: usize) -> Complex<f64> {
        let root = self.get(k);
        let is_between = (8 * k).is_multiple_of(self.n) && !(8 * k / self.n).is_multiple_of(2);
        let part = |x: f64| FRAC_1_SQRT_2.copysign(x);
        if is_between { Complex::new(part(root.re), part(root.im)) } else { root }
    }
}

/// One root, by way of its place in an eighth of the circle.
fn root(k: usize, n: usize) -> Complex<f64> {
    if k == 0 {
        return Complex::new(1.0, 0.0);
    }
    let eighths = 8 * k;
    let is_lower = eighths >= 4 * n;
    let upper = if is_lower { 8 * n - eighths } else { eighths };
    let is_left = upper >= 2 * n;
    let right = if is_left { upper - 2 * n } else { upper };
    let angle = |places: usize| places as f64 * eighth_of_step(n);
    let (cosine, sine) = if right < n {
        (angle(right).cos(), angle(right).sin())
    } else {
        (angle(2 * n - right).sin(), angle(2 * n - right).cos())
    };
    let (re, im) = if is_left { (-sine, cosine) } else { (cosine, sine) };
    Complex::new(re, if is_lower { -im } else { im })
}

/// `π / 4n`, rounded once.
fn eighth_of_step(n: usize) -> f64 {
    let n = n as f64;
    let quotient = FRAC_PI_4 / n;
    quotient + ((-quotient).mul_add(n, FRAC_PI_4) + FRAC_PI_4_REST) / n
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_on_the_circle_in_order() {
        for n in [1, 2, 3, 8, 17, 60, 64] {
            let roots = Roots::new(n);
            for k in 0..n {
                let angle = std::f64::consts::TAU * k as f64 / n as f64;
                assert!((roots.get(k) - Complex::new(angle.cos(), angle.sin())).norm() < 2e-15, "{k} of {n}");
                assert!((roots.balanced(k) - roots.get(k)).norm() < 1e-15, "{k} of {n}");
            }
        }
        assert_eq!(Roots::new(8).balanced(3), Complex::new(-FRAC_1_SQRT_2, FRAC_1_SQRT_2));
    }
}
