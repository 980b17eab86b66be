//! Functions of complex numbers. Parts of 32 bits are computed in 64, where nothing overflows.

use super::value::Value;
use crate::hlo::{ElementType, UnaryOp};

/// A complex number in parts of 64 bits.
#[derive(Clone, Copy)]
struct Parts<'f, 'b> {
    re: Value<'f, 'b>,
    im: Value<'f, 'b>,
}

/// Applies a function to the parts in 64 bits.
fn in_double<'f, 'b>(z: Value<'f, 'b>, f: impl Fn(Parts<'f, 'b>) -> Parts<'f, 'b>) -> Value<'f, 'b> {
    let part = z.element_type().real_part();
    let wide = Parts { re: z.real().convert(ElementType::F64), im: z.imag().convert(ElementType::F64) };
    let result = f(wide);
    result.re.convert(part).with_imaginary(result.im.convert(part))
}

/// `atan(z) = -i atanh(iz)`
pub fn atan<'f, 'b>(z: Value<'f, 'b>) -> Value<'f, 'b> {
    let turned = z.imag().with_imaginary(z.real()).unary(UnaryOp::Atanh);
    turned.imag().with_imaginary(turned.real())
}

/// `sinh(a + bi) = sinh(a) cos(b) + i cosh(a) sin(b)`
pub fn sinh<'f, 'b>(z: Value<'f, 'b>) -> Value<'f, 'b> {
    in_double(z, |z| {
        let [sinh, cosh] = scaled(z.re);
        let im = z.im.eq(0.0).select(z.im, cosh.times(z.im.sin()));
        let re = z.re.eq(0.0).select(z.re * z.im.cos(), sinh.times(z.im.cos()));
        Parts { re, im }
    })
}

/// `cosh(a + bi) = cosh(a) cos(b) + i sinh(a) sin(b)`
pub fn cosh<'f, 'b>(z: Value<'f, 'b>) -> Value<'f, 'b> {
    in_double(z, |z| {
        let [sinh, cosh] = scaled(z.re);
        let im = (z.im.eq(0.0) | z.re.eq(0.0)).select(z.re.copy_sign(z.re) * z.im.sin(), sinh.times(z.im.sin()));
        let im = (z.im.eq(0.0) & im.is_nan()).select(z.im, im);
        Parts { re: cosh.times(z.im.cos()), im }
    })
}

/// A number in two factors, which do not overflow where only their product would.
struct Scaled<'f, 'b>(Value<'f, 'b>, Value<'f, 'b>);

impl<'f, 'b> Scaled<'f, 'b> {
    fn times(&self, factor: Value<'f, 'b>) -> Value<'f, 'b> {
        self.0 * factor * self.1
    }
}

/// `sinh` and `cosh` of a real number: `(t + t / (t + 1)) / 2` and `(e + 1 / e) / 2` with `t = e - 1`, `e = exp(|x|)`.
fn scaled<'f, 'b>(x: Value<'f, 'b>) -> [Scaled<'f, 'b>; 2] {
    let a = x.abs();
    let is_large = a.gt(700.0);
    let root = (a * 0.5).exp();
    let factor = is_large.select(root, a.constant(1.0));
    let (e, t) = (a.exp(), a.exp_m1());
    let sinh = is_large.select(root, t + t / (t + 1.0)).copy_sign(x) * 0.5;
    let cosh = is_large.select(root, e + 1.0 / e) * 0.5;
    [Scaled(sinh, factor), Scaled(cosh, factor)]
}

/// `z² = (a - b)(a + b) + 2abi`; the real part is zero where `|a| = |b|`, also where the sum overflows.
pub fn square<'f, 'b>(z: Value<'f, 'b>) -> Value<'f, 'b> {
    let (a, b) = (z.real(), z.imag());
    let is_zero = a.abs().equals(b.abs()) & a.abs().lt(f64::INFINITY);
    let difference = is_zero.select(a.constant(0.0), (a - b) * (a + b));
    difference.with_imaginary(a * b * 2.0)
}

pub fn conjugate<'f, 'b>(z: Value<'f, 'b>) -> Value<'f, 'b> {
    z.real().with_imaginary(-z.imag())
}
