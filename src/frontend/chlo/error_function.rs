//! The complementary error function and the inverse of the error function.

use super::value::Value;
use crate::hlo::ElementType;

/// `erfc(x)`, in 64 bits: `1 - erf(x)` below 1, else `exp(-x²)` times a rational function (Cephes, `ndtr`).
pub fn erfc<'f, 'b>(x: Value<'f, 'b>) -> Value<'f, 'b> {
    let a = x.abs();
    let near = a.polynomial(&P) / a.polynomial(&Q);
    let far = a.polynomial(&R) / a.polynomial(&S);
    let tail = exp_of_negative_square(a) * a.lt(8.0).select(near, far);
    let tail = a.gt(27.5).select(a.constant(0.0), tail);
    let reflected = x.lt(0.0).select(2.0 - tail, tail);
    a.lt(1.0).select(1.0 - x.erf(), reflected)
}

/// `exp(-a²)` as `exp(-h²) exp(-(a - h)(a + h))`, where `h` is `a` with half the digits, so that `h²` is exact.
fn exp_of_negative_square<'f, 'b>(a: Value<'f, 'b>) -> Value<'f, 'b> {
    let mask = a.bits().integer(!0 << 32);
    let h = (a.bits() & mask).bitcast(ElementType::F64);
    (-h.square()).exp() * (-(a - h) * (a + h)).exp()
}

const P: [f64; 9] = [
    2.461969814735305e-10,
    0.5641895648310689,
    7.463210564422699,
    48.63719709856814,
    196.5208329560771,
    526.4451949954773,
    934.5285271719576,
    1027.5518868951572,
    557.5353353693994,
];
const Q: [f64; 9] = [
    1.0,
    13.228195115474499,
    86.70721408859897,
    354.9377788878199,
    975.7085017432055,
    1823.9091668790973,
    2246.3376081871097,
    1656.6630919416134,
    557.5353408177277,
];
const R: [f64; 6] = [
    0.5641895835477551,
    1.275366707599781,
    5.019050422511805,
    6.160210979930536,
    7.4097426995044895,
    2.9788666537210022,
];
const S: [f64; 7] = [
    1.0,
    2.2605286322011726,
    9.396035249380015,
    12.048953980809666,
    17.08144507475659,
    9.608968090632859,
    3.369076451000815,
];

/// `erf_inv(x) = x p(w)` with `w = -log(1 - x²)`; polynomials of Giles, "Approximating the erfinv function" (2010).
///
/// `1 - x²` is a product, since next to 1 the square's rounding is all that would be left of it; next to 0 only the
/// absolute error of `w` counts.
pub fn erf_inv<'f, 'b>(x: Value<'f, 'b>) -> Value<'f, 'b> {
    let w = -((1.0 - x) * (1.0 + x)).log();
    let factor = if x.element_type() == ElementType::F64 { double_factor(w) } else { single_factor(w) };
    x.abs().eq(1.0).select(x * f64::INFINITY, factor * x)
}

fn single_factor<'f, 'b>(w: Value<'f, 'b>) -> Value<'f, 'b> {
    let near = (w - 2.5).polynomial(&SINGLE_NEAR);
    let far = (w.sqrt() - 3.0).polynomial(&SINGLE_FAR);
    w.lt(5.0).select(near, far)
}

fn double_factor<'f, 'b>(w: Value<'f, 'b>) -> Value<'f, 'b> {
    let near = (w - 3.125).polynomial(&DOUBLE_NEAR);
    let middle = (w.sqrt() - 3.25).polynomial(&DOUBLE_MIDDLE);
    let far = (w.sqrt() - 5.0).polynomial(&DOUBLE_FAR);
    w.lt(6.25).select(near, w.lt(16.0).select(middle, far))
}

const SINGLE_NEAR: [f64; 9] = [
    2.81022636e-08,
    3.43273939e-07,
    -3.5233877e-06,
    -4.39150654e-06,
    0.00021858087,
    -0.00125372503,
    -0.00417768164,
    0.246640727,
    1.50140941,
];
const SINGLE_FAR: [f64; 9] = [
    -0.000200214257,
    0.000100950558,
    0.00134934322,
    -0.00367342844,
    0.00573950773,
    -0.0076224613,
    0.00943887047,
    1.00167406,
    2.83297682,
];
const DOUBLE_NEAR: [f64; 23] = [
    -3.64441206401782e-21,
    -1.6850591381820166e-19,
    1.28584807152564e-18,
    1.1157877678025181e-17,
    -1.333171662854621e-16,
    2.0972767875968562e-17,
    6.637638134358324e-15,
    -4.054566272975207e-14,
    -8.151934197605472e-14,
    2.6335093153082323e-12,
    -1.2975133253453532e-11,
    -5.415412054294628e-11,
    1.0512122733215323e-9,
    -4.112633980346984e-9,
    -2.9070369957882005e-8,
    4.2347877827932404e-7,
    -1.3654692000834679e-6,
    -1.3882523362786469e-5,
    0.00018673420803405714,
    -0.000740702534166267,
    -0.006033670871430149,
    0.24015818242558962,
    1.6536545626831027,
];
const DOUBLE_MIDDLE: [f64; 19] = [
    2.2137376921775787e-9,
    9.075656193888539e-8,
    -2.7517406297064545e-7,
    1.8239629214389228e-8,
    1.5027403968909828e-6,
    -4.013867526981546e-6,
    2.9234449089955446e-6,
    1.2475304481671779e-5,
    -4.7318229009055734e-5,
    6.828485145957318e-5,
    2.4031110387097894e-5,
    -0.0003550375203628475,
    0.0009532893797373805,
    -0.0016882755560235047,
    0.002491442096107851,
    -0.003751208507569241,
    0.005370914553590064,
    1.0052589676941592,
    3.0838856104922208,
];
const DOUBLE_FAR: [f64; 17] = [
    -2.7109920616438573e-11,
    -2.555641816996525e-10,
    1.5076572693500548e-9,
    -3.789465440126737e-9,
    7.61570120807834e-9,
    -1.496002662714924e-8,
    2.914795345090108e-8,
    -6.771199775845234e-8,
    2.2900482228026655e-7,
    -9.9298272942317e-7,
    4.526062597223154e-6,
    -1.968177810553167e-5,
    7.599527703001776e-5,
    -0.00021503011930044477,
    -0.00013871931833623122,
    1.0103004648645344,
    4.849906401408584,
];
