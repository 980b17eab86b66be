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

/// Taylor's coefficients of `log gamma(2 + z) / z`, from z^27 down: `(-1)^k (zeta(k) - 1) / k`, at last `1 - gamma`.
const LGAMMA_AT_TWO: [f64; 28] = [
    1.330476437424449e-10,
    -2.7595228851242334e-10,
    5.731367241678862e-10,
    -1.1921401405860912e-09,
    2.4836745438024785e-09,
    -5.183475041970047e-09,
    1.0838659214896955e-08,
    -2.2711094608943164e-08,
    4.7698101693639804e-08,
    -1.0043224823968099e-07,
    2.1207184805554665e-07,
    -4.492469198764566e-07,
    9.55141213040742e-07,
    -2.039215753801366e-06,
    4.374866789907488e-06,
    -9.439488275268397e-06,
    2.050721277567069e-05,
    -4.492623673813314e-05,
    9.945751278180853e-05,
    -0.00022315475845357939,
    0.0005096695247430425,
    -0.001192753911703261,
    0.0028905103307415234,
    -0.007385551028673986,
    0.020580808427784546,
    -0.0673523010531981,
    0.3224670334241132,
    0.42278433509846713,
];

/// `log |gamma(x)|`. Around its zeros at 1 and 2 by their series, so that it is small where it should be; by reflection below 1/2, where `gamma(x) gamma(1 - x) = pi / sin(pi x)`.
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
    let elsewhere = reflects.select(reflected, log_gamma);
    let is_near = x.gt(0.5) & x.lt(2.5);
    let value = is_near.select(lgamma_near_its_zeros(x), elsewhere);
    x.abs().eq(f64::INFINITY).select(x.constant(f64::INFINITY), value)
}

/// `log gamma(x)` between 1/2 and 5/2: the series at 2, and below 3/2 that of `x + 1` less `log(x)`.
fn lgamma_near_its_zeros<'f, 'b>(x: Value<'f, 'b>) -> Value<'f, 'b> {
    let is_lower = x.lt(1.5);
    let z = is_lower.select(x - 1.0, x - 2.0);
    let series = z * z.polynomial(&LGAMMA_AT_TWO);
    is_lower.select(series - z.log_1p(), series)
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

/// The positive zero of digamma, as a number and the rest.
const DIGAMMA_ZERO: [f64; 2] = [1.4616321449683622, 9.549995429965697e-17];

/// Taylor's coefficients of digamma at its positive zero, over the distance, from the 25th power down.
const DIGAMMA_AT_ZERO: [f64; 26] = [
    -3.5430070947659604e-05,
    5.178575795222081e-05,
    -7.569179582195066e-05,
    0.0001106337276874741,
    -0.00016170622091974803,
    0.00023635601564027053,
    -0.0003454680251063077,
    0.000504953265834602,
    -0.0007380709389960052,
    0.0010788252019162967,
    -0.0015769367714301972,
    0.002305126326734928,
    -0.003369801655439328,
    0.004926781395729853,
    -0.007204534386356869,
    0.010538791616612175,
    -0.01542476590494896,
    0.022597648232218104,
    -0.03316112647484736,
    0.04880428816414311,
    -0.07219956125645471,
    0.10782405069126237,
    -0.16394270544240652,
    0.258499760955651,
    -0.4427631689835921,
    0.9676722454476212,
];

/// The derivative of `log gamma(x)`. Around its positive zero by the series there; by reflection below 1/2:
/// `digamma(x) = digamma(1 - x) - pi / tan(pi x)`. NaN at the poles below zero, an infinity of the opposite sign at a
/// zero.
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
    let elsewhere = reflects.select(reflected, beyond);
    let distance = (x - DIGAMMA_ZERO[0]) - DIGAMMA_ZERO[1];
    let near = distance * distance.polynomial(&DIGAMMA_AT_ZERO);
    distance.abs().lt(0.3).select(near, elsewhere)
}
