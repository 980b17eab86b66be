//! Complex powers.
//!
//! `z^w = e^(w log z)`, where an error of the product is one of the result, however large it is: so logarithm and angle
//! are sums of two floats, by their series.

use super::complex::Complex;
use super::complex_functions::scaled_exp;
use super::double_double::DoubleDouble;

const LN_2: DoubleDouble = DoubleDouble::of_parts(std::f64::consts::LN_2, 2.3190468138462996e-17);
const PI: DoubleDouble = DoubleDouble::of_parts(std::f64::consts::PI, 1.2246467991473532e-16);

/// `z^0 = 1`, and other powers of 0 with a positive real part are 0.
pub fn power(z: Complex, w: Complex) -> Complex {
    if w == Complex::ZERO {
        return Complex::ONE;
    }
    if z == Complex::ZERO && w.re > 0.0 {
        return Complex::ZERO;
    }
    if z == Complex::ZERO || !(z.re.is_finite() && z.im.is_finite()) {
        return limit(z, w);
    }
    let (log_radius, angle) = (log_magnitude(z), argument(z));
    let growth = log_radius.times(w.re.into()).minus(angle.times(w.im.into()));
    let turn = angle.times(w.re.into()).plus(log_radius.times(w.im.into()));
    let is_real = w.im == 0.0 && z.im == 0.0 && z.re > 0.0;
    // Beyond 2^53 not even a turn is known; what is infinite has no lower part.
    let is_known = |x: DoubleDouble| x.parts().1.abs() < 1.0;
    if !(is_known(growth) && is_known(turn)) {
        limit(z, w)
    } else if is_real {
        Complex::new(stretched(growth, 1.0), w.re * z.im)
    } else {
        let (angle, tail) = turn.parts();
        let (sine, cosine) = angle.sin_cos();
        Complex::new(stretched(growth, cosine - sine * tail), stretched(growth, sine + cosine * tail))
    }
}

/// What the formula gives for an infinite logarithm or a NaN.
fn limit(z: Complex, w: Complex) -> Complex {
    let (log_radius, angle) = (z.re.hypot(z.im).ln(), z.im.atan2(z.re));
    let real = |x: f64, y: f64| if w.im == 0.0 { x } else { x + y };
    let radius = real(w.re * log_radius, -(w.im * angle)).exp();
    let turn = real(w.re * angle, w.im * log_radius);
    if turn == 0.0 { Complex::new(radius, turn) } else { Complex::new(radius * turn.cos(), radius * turn.sin()) }
}

/// `e^growth factor`
fn stretched(growth: DoubleDouble, factor: f64) -> f64 {
    let (exponent, tail) = growth.parts();
    scaled_exp(exponent, factor + factor * tail, 1.0)
}

/// `log |z|` of a finite number that is not zero: with z = 2^k u and |u|² = 2^j m, m near 1, it is
/// `k log 2 + (j log 2 + log m) / 2`.
fn log_magnitude(z: Complex) -> DoubleDouble {
    let k = libm::ilogb(z.re.abs().max(z.im.abs()));
    let (x, y) = (libm::scalbn(z.re, -k), libm::scalbn(z.im, -k));
    let square = DoubleDouble::product(x, x).plus(DoubleDouble::product(y, y));
    let j = (square.value() * std::f64::consts::FRAC_1_SQRT_2).log2().round() as i32;
    let log = log_near_one(square.scaled(-j)).scaled(-1);
    log.plus(LN_2.times((f64::from(k) + f64::from(j) / 2.0).into()))
}

/// `log m = 2 artanh((m - 1) / (m + 1))`
fn log_near_one(m: DoubleDouble) -> DoubleDouble {
    let t = m.plus((-1.0).into()).divided_by(m.plus(1.0.into()));
    odd_series(t, 1.0).scaled(1)
}

/// The angle of a number that is not zero, in (-π, π].
fn argument(z: Complex) -> DoubleDouble {
    let (x, y) = (z.re.abs(), z.im.abs());
    let from_axis = arctangent(x.min(y), x.max(y));
    let half = PI.scaled(-1);
    let first_quadrant = if y > x { half.minus(from_axis) } else { from_axis };
    let upper = if z.re.is_sign_negative() { PI.minus(first_quadrant) } else { first_quadrant };
    if z.im.is_sign_negative() { upper.negated() } else { upper }
}

/// `arctan(small / large)` by halving the angle twice: the tangent of half of it is `t / (1 + sqrt(1 + t²))`.
fn arctangent(small: f64, large: f64) -> DoubleDouble {
    let mut t = DoubleDouble::from(small).divided_by(large.into());
    for _ in 0..2 {
        let secant = t.times(t).plus(1.0.into()).square_root();
        t = t.divided_by(secant.plus(1.0.into()));
    }
    odd_series(t, -1.0).scaled(2)
}

/// `t + s t³/3 + s² t⁵/5 + …` for |t| < 0.2: artanh for s = 1, arctan for s = -1.
fn odd_series(t: DoubleDouble, sign: f64) -> DoubleDouble {
    let square = t.times(t).times(sign.into());
    let term = |k: i32| DoubleDouble::from(1.0).divided_by(f64::from(2 * k + 1).into());
    (0..24).rev().fold(DoubleDouble::from(0.0), |sum, k| sum.times(square).plus(term(k))).times(t)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(actual: Complex, expected: Complex) -> bool {
        (actual - expected).norm() <= 2.0 * f64::EPSILON * expected.norm()
    }

    /// Base, exponent and power, from an arbitrary precision library.
    const POWERS: [[f64; 6]; 9] = [
        [1.01, 0.02, 1000.0, 0.0, 14835.088941194323, 20737.969461308894],
        [0.3, -0.7, 500.0, 20.0, -5.824785603611953e-50, 7.6767715459592225e-50],
        [-1.5, 2.25, -300.0, 7.5, 1.736846824383441e-137, 1.4813312156350187e-137],
        [0.999, 0.001, 30000.0, -1000.0, 2.3590043159637893e-13, -9.584129321399211e-14],
        [3.0, 4.0, 2.0, 0.0, -7.0, 24.0],
        [1e-200, 1e-190, 1.5, 0.25, 6.61441955378463e-286, -1.3576696009673523e-286],
        [1e150, -3e155, 0.9, 4.0, -1.8224572118795434e+142, -4.170724756458913e+142],
        [-2.0, 0.0, 0.5, 100.0, -1.0240557584869811e-137, 5.060149749913974e-137],
        [0.6, 0.8, 123456.0, 3.0, 0.05367091526083428, 0.03088238441547088],
    ];

    #[test]
    fn large_exponents_cost_no_accuracy() {
        for [a, b, c, d, re, im] in POWERS {
            let actual = power(Complex::new(a, b), Complex::new(c, d));
            assert!(close(actual, Complex::new(re, im)), "({a} + {b}i)^({c} + {d}i) = {actual}, expected {re} + {im}i");
        }
    }

    #[test]
    fn exponents_beyond_the_turns_of_a_float_give_their_limits() {
        assert_eq!(power(Complex::new(-6e-256, -1e193), Complex::new(-6e-256, -1e193)).norm(), 0.0);
        assert!(power(Complex::new(2.0, 1.0), Complex::new(1e200, -3e200)).norm().is_infinite());
    }

    #[test]
    fn real_powers_stay_real() {
        assert_eq!(power(Complex::new(2.0, 0.0), Complex::new(10.0, 0.0)), Complex::new(1024.0, 0.0));
        assert!(power(Complex::new(2.0, -0.0), Complex::new(3.0, 0.0)).im.is_sign_negative());
    }
}
