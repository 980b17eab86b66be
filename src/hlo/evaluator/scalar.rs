//! A single value of any domain, and the elementwise operations on it by element type.

use super::domain::{Complex, Domain};
use super::element::{Element, with_element};
use crate::hlo::{BinaryOp, ComparisonDirection, ComparisonOrder, ElementType, UnaryOp};

/// A value in its domain.
#[derive(Clone, Copy, Debug)]
pub enum Scalar {
    Pred(bool),
    Signed(i64),
    Unsigned(u64),
    Float(f64),
    Complex(Complex),
}

macro_rules! scalar_from {
    ($($domain:ty => $variant:ident)*) => {
        $(impl From<$domain> for Scalar {
            fn from(value: $domain) -> Scalar {
                Scalar::$variant(value)
            }
        })*
    };
}

scalar_from! { bool => Pred i64 => Signed u64 => Unsigned f64 => Float Complex => Complex }

impl Scalar {
    /// A pred, or an integer that is not zero.
    pub fn is_true(self) -> bool {
        matches!(self.convert(ElementType::Pred), Scalar::Pred(true))
    }

    /// As an index or a count; unsigned values above `i64::MAX` become `i64::MAX`.
    pub fn to_index(self) -> i64 {
        match self {
            Scalar::Unsigned(value) => i64::try_from(value).unwrap_or(i64::MAX),
            other => i64::of_scalar(other.convert(ElementType::S64)),
        }
    }

    /// `operand` is of type `element_type`; the result may have another one (`real`, `is-finite`, …).
    pub fn unary(self, op: UnaryOp, element_type: ElementType) -> Option<Scalar> {
        match (op, self) {
            (UnaryOp::IsFinite, _) => Some(Scalar::Pred(self.is_finite())),
            (UnaryOp::Abs | UnaryOp::Real | UnaryOp::Imag, Scalar::Complex(z)) => {
                Some(Scalar::Float(part(op, z)).round(element_type.real_part()))
            }
            _ => with_element!(element_type, T => {
                <T as Element>::Domain::of_scalar(self).unary(op, T::bits()).map(|v| T::store(v).load().into())
            }),
        }
    }

    /// Both operands are of type `element_type`.
    pub fn binary(self, op: BinaryOp, other: Scalar, element_type: ElementType) -> Option<Scalar> {
        if let (BinaryOp::Complex, Scalar::Float(re), Scalar::Float(im)) = (op, self, other) {
            return Some(Scalar::Complex(Complex::new(re, im)));
        }
        with_element!(element_type, T => {
            let (a, b) = (<T as Element>::Domain::of_scalar(self), <T as Element>::Domain::of_scalar(other));
            a.binary(op, b, T::bits()).map(|v| T::store(v).load().into())
        })
    }

    /// # Panics
    /// When the operands are of different domains: a bug in the caller.
    pub fn compare(self, other: Scalar, direction: ComparisonDirection, order: ComparisonOrder) -> bool {
        match self {
            Scalar::Pred(value) => value.compare(bool::of_scalar(other), direction, order),
            Scalar::Signed(value) => value.compare(i64::of_scalar(other), direction, order),
            Scalar::Unsigned(value) => value.compare(u64::of_scalar(other), direction, order),
            Scalar::Float(value) => value.compare(f64::of_scalar(other), direction, order),
            Scalar::Complex(value) => value.compare(Complex::of_scalar(other), direction, order),
        }
    }

    fn is_finite(self) -> bool {
        match self {
            Scalar::Pred(value) => value.is_finite(),
            Scalar::Signed(value) => Domain::is_finite(value),
            Scalar::Unsigned(value) => Domain::is_finite(value),
            Scalar::Float(value) => value.is_finite(),
            Scalar::Complex(value) => Domain::is_finite(value),
        }
    }

    /// What storing in an element type leaves of a value.
    pub fn round(self, element_type: ElementType) -> Scalar {
        with_element!(element_type, T => T::store(<T as Element>::Domain::of_scalar(self)).load().into())
    }

    /// Converts to another type: integers wrap, floats round once to nearest even, float to integer saturates with
    /// NaN going to 0, complex numbers lose their imaginary part, and anything but zero is true.
    pub fn convert(self, to: ElementType) -> Scalar {
        let real = match self {
            Scalar::Complex(z) if !to.is_complex() => Scalar::Float(z.re),
            other => other,
        };
        let value = match to {
            ElementType::Pred => Scalar::Pred(real.is_nonzero()),
            _ if to.is_signed_integer() => Scalar::Signed(real.to_signed(to.bit_width())),
            _ if to.is_unsigned_integer() => Scalar::Unsigned(real.to_unsigned(to.bit_width())),
            _ if to.is_float() => Scalar::Float(real.to_float(to)),
            _ => match real {
                Scalar::Complex(z) => Scalar::Complex(z),
                other => Scalar::Complex(Complex::new(other.to_float(to.real_part()), 0.0)),
            },
        };
        value.round(to)
    }

    fn is_nonzero(self) -> bool {
        match self {
            Scalar::Pred(value) => value,
            Scalar::Signed(value) => value != 0,
            Scalar::Unsigned(value) => value != 0,
            Scalar::Float(value) => value != 0.0,
            Scalar::Complex(value) => value.re != 0.0,
        }
    }

    fn to_signed(self, bits: usize) -> i64 {
        let max = i64::MAX >> (64 - bits);
        match self {
            Scalar::Pred(value) => value.into(),
            Scalar::Signed(value) => value,
            Scalar::Unsigned(value) => value as i64,
            Scalar::Float(value) | Scalar::Complex(Complex { re: value, .. }) => (value as i64).clamp(!max, max),
        }
    }

    fn to_unsigned(self, bits: usize) -> u64 {
        match self {
            Scalar::Pred(value) => value.into(),
            Scalar::Signed(value) => value as u64,
            Scalar::Unsigned(value) => value,
            Scalar::Float(value) | Scalar::Complex(Complex { re: value, .. }) => {
                (value as u64).min(u64::MAX >> (64 - bits))
            }
        }
    }

    /// Not yet rounded to the target, but such that rounding to it is right.
    fn to_float(self, to: ElementType) -> f64 {
        match self {
            Scalar::Pred(value) => f64::from(u8::from(value)),
            Scalar::Signed(value) if to == ElementType::F64 => value as f64,
            Scalar::Signed(value) => round_to_odd(value.unsigned_abs()).copysign(value.signum() as f64),
            Scalar::Unsigned(value) if to == ElementType::F64 => value as f64,
            Scalar::Unsigned(value) => round_to_odd(value),
            Scalar::Float(value) | Scalar::Complex(Complex { re: value, .. }) => value,
        }
    }
}

/// The part of a complex number that a real-valued operation takes.
pub fn part(op: UnaryOp, z: Complex) -> f64 {
    match op {
        UnaryOp::Real => z.re,
        UnaryOp::Imag => z.im,
        _ => z.re.hypot(z.im),
    }
}

/// Rounds to 53 bits so that a later rounding to fewer is as if there had been one: a lost bit makes the last odd.
fn round_to_odd(value: u64) -> f64 {
    let excess = 11u32.saturating_sub(value.leading_zeros());
    let kept = value >> excess;
    let sticky = u64::from(kept << excess != value);
    (((kept | sticky) << excess) as f64).abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn float(value: impl Into<Scalar>, to: ElementType) -> f64 {
        f64::of_scalar(value.into().convert(to))
    }

    #[test]
    fn integers_round_to_floats_once() {
        let above_tie = (1u64 << 63) | (1 << 39) | 1;
        assert_eq!(float(above_tie, ElementType::F32), f64::from(above_tie as f32));
        let tie = (1i64 << 60) + (1 << 36);
        for value in [tie, tie + 1, tie - 1, -tie, i64::MIN, i64::MAX, 0] {
            assert_eq!(float(value, ElementType::F32), f64::from(value as f32), "{value}");
            assert_eq!(float(value, ElementType::F64), value as f64);
        }
    }

    #[test]
    fn floats_saturate_to_integers() {
        let signed = |x: f64, to| i64::of_scalar(Scalar::Float(x).convert(to));
        let unsigned = |x: f64, to| u64::of_scalar(Scalar::Float(x).convert(to));
        assert_eq!(signed(1e30, ElementType::S8), 127);
        assert_eq!(signed(f64::NEG_INFINITY, ElementType::S4), -8);
        assert_eq!(signed(f64::NAN, ElementType::S32), 0);
        assert_eq!(signed(-1e30, ElementType::S64), i64::MIN);
        assert_eq!(unsigned(-3.5, ElementType::U8), 0);
        assert_eq!(unsigned(300.0, ElementType::U8), 255);
        assert_eq!(unsigned(2.9, ElementType::U2), 2);
    }

    #[test]
    fn integers_wrap_and_zero_is_false() {
        assert_eq!(i64::of_scalar(Scalar::Signed(200).convert(ElementType::S8)), -56);
        assert_eq!(u64::of_scalar(Scalar::Signed(-1).convert(ElementType::U4)), 15);
        assert!(Scalar::Float(f64::NAN).is_true());
        assert!(!Scalar::Float(-0.0).is_true());
    }
}
