//! The numbers that matrices are made of.

use crate::hlo::ElementType;
use rustfft::num_complex::Complex;
use std::ops::{Add, Div, Mul, Sub};

/// A real or complex number.
pub(super) trait Field:
    Copy + Send + Sync + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + 'static
{
    type Real: Copy + Sub<Output = Self::Real>;
    const ELEMENT: ElementType;
    const ZERO: Self;
    const ONE: Self;
    fn real(self) -> Self::Real;
    fn norm_squared(self) -> Self::Real;
    fn conjugate(self) -> Self;
    /// `self + a b`, in `f32` rounded once but for rare ties.
    fn plus_product(self, a: Self, b: Self) -> Self;
    /// The square root of a real number, NaN for a negative one.
    fn root(square: Self::Real) -> Self;
}

macro_rules! field {
    ($($real:ty, $element:expr, $complex_element:expr;)*) => {
        $(impl Field for $real {
            type Real = $real;
            const ELEMENT: ElementType = $element;
            const ZERO: $real = 0.0;
            const ONE: $real = 1.0;
            fn real(self) -> $real {
                self
            }
            fn norm_squared(self) -> $real {
                self * self
            }
            fn conjugate(self) -> $real {
                self
            }
            fn plus_product(self, a: $real, b: $real) -> $real {
                (f64::from(self) + f64::from(a) * f64::from(b)) as $real
            }
            fn root(square: $real) -> $real {
                square.sqrt()
            }
        }

        impl Field for Complex<$real> {
            type Real = $real;
            const ELEMENT: ElementType = $complex_element;
            const ZERO: Complex<$real> = Complex::new(0.0, 0.0);
            const ONE: Complex<$real> = Complex::new(1.0, 0.0);
            fn real(self) -> $real {
                self.re
            }
            fn norm_squared(self) -> $real {
                self.norm_sqr()
            }
            fn conjugate(self) -> Complex<$real> {
                self.conj()
            }
            fn plus_product(self, a: Complex<$real>, b: Complex<$real>) -> Complex<$real> {
                self + a * b
            }
            fn root(square: $real) -> Complex<$real> {
                Complex::new(square.sqrt(), 0.0)
            }
        })*
    };
}

field! {
    f32, ElementType::F32, ElementType::C64;
    f64, ElementType::F64, ElementType::C128;
}
