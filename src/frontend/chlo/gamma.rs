//! The logarithm of the gamma function and its derivatives, in 64 bits.

use super::value::Value;
use std::f64::consts::PI;

/// Lanczos' approximation with g = 7 and nine terms.
const LANCZOS_G: f64 = 7.0;
const LANCZOS_FIRST: f64 = 0.999_999_999_999_809_9;
const LANCZOS: [f64; 8] = [
    676.520_368_121_885_1,
    -1_259.139_216_722_402_8,
    771.323_428_777_653_1,
    -176.615_029_162_140_6,
    12.507_343_278_686_905,
    -0.138_571_095_265_720_12,
    9.984_369_578_019_572e-6,
    1.505_632_735_149_311_6e-7,
];

/// `log |gamma(x)|`; by reflection below 1/2, where `gamma(x) gamma(1 - x) = pi / sin(pi x)`.
pub fn lgamma<'f, 'b>(x: Value<'f, 'b>) -> Value<'f, 'b> {
    let reflects = x.lt(0.5);
    let z = reflects.select(-x, x - 1.0);
    let mut sum = z.constant(LANCZOS_FIRST);
    for (i, &coefficient) in LANCZOS.iter().enumerate() {
        sum = sum + z.constant(coefficient) / (z + (i + 1) as f64);
    }
    // log(t^(z + 1/2) e^-t sqrt(2 pi) sum), with log(t) = log(g + 1/2) + log1p(z / (g + 1/2)).
    let t = z + (LANCZOS_G + 0.5);
    let log_t = (z / (LANCZOS_G + 0.5)).log_1p() + (LANCZOS_G + 0.5).ln();
    let log_gamma = (z + 0.5 - t / log_t) * log_t + (2.0 * PI).ln() / 2.0 + sum.log();
    let sine = sine_of_pi(x.abs());
    let reflected = PI.ln() - sine.log() - log_gamma;
    let reflected = sine.eq(0.0).select(x.constant(f64::INFINITY), reflected);
    let value = reflects.select(reflected, log_gamma);
    x.abs().eq(f64::INFINITY).select(x.constant(f64::INFINITY), value)
}

/// `|sin(pi a)|` of a number that is not negative, exactly zero at integers.
fn sine_of_pi<'f, 'b>(a: Value<'f, 'b>) -> Value<'f, 'b> {
    let fraction = a - a.floor();
    let folded = fraction.gt(0.5).select(1.0 - fraction, fraction);
    (folded * PI).sin()
}

/// Steps of `digamma(x) = digamma(x + 1) - 1 / x` before the series at infinity is taken.
const DIGAMMA_STEPS: usize = 10;

/// `B(2k) / 2k`, from k = 7 to 1: coefficients of the series at infinity in `1 / x²`.
const DIGAMMA_SERIES: [f64; 7] =
    [1.0 / 12.0, -691.0 / 32760.0, 1.0 / 132.0, -1.0 / 240.0, 1.0 / 252.0, -1.0 / 120.0, 1.0 / 12.0];

/// The derivative of `log gamma(x)`; by reflection below 1/2: `digamma(x) = digamma(1 - x) - pi / tan(pi x)`.
/// NaN at the poles below zero, an infinity of the opposite sign at a zero.
pub fn digamma<'f, 'b>(x: Value<'f, 'b>) -> Value<'f, 'b> {
    let reflects = x.lt(0.5);
    let mut z = reflects.select(1.0 - x, x);
    let mut steps = z.constant(0.0);
    for _ in 0..DIGAMMA_STEPS {
        steps = steps + 1.0 / z;
        z = z + 1.0;
    }
    let inverse_square = 1.0 / z.square();
    let series = inverse_square * inverse_square.polynomial(&DIGAMMA_SERIES);
    let beyond = z.log() - 0.5 / z - series - steps;
    // tan(pi x) has period 1: of the nearest integer's distance nothing is lost to a large x.
    let distance = x - (x + 0.5).floor();
    let reflected = beyond - PI / (distance * PI).tan();
    let is_pole = x.lt(0.0) & x.equals(x.floor());
    let reflected = is_pole.select(x.constant(f64::NAN), reflected);
    let reflected = x.eq(0.0).select(-(x.constant(f64::INFINITY).copy_sign(x)), reflected);
    reflects.select(reflected, beyond)
}
