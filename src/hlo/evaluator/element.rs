//! One Rust type an element type, and the domain that its arithmetic is done in.
//!
//! Arithmetic takes three steps: load into the domain, compute, store back with one rounding or wrap. The domains
//! are `bool`, `i64`, `u64`, `f64` and complex `f64`: wide enough that storing is the only place where a narrow type
//! shows. (`f32` sums, products, quotients and square roots taken in `f64` and rounded are those of `f32` itself.)

use super::domain::{Complex, Domain};
use crate::hlo::ElementType;
use crate::hlo::float_format::{FloatFormat, e8m0};
use bytemuck::{Pod, Zeroable};

/// An element in its memory form.
pub trait Element: Pod {
    type Domain: Domain;
    const TYPE: ElementType;
    fn load(self) -> Self::Domain;
    /// Wraps integers to the type's width; rounds floats to nearest even.
    fn store(value: Self::Domain) -> Self;
    /// Bits of information, for operations that look at them.
    fn bits() -> u32 {
        Self::TYPE.bit_width() as u32
    }
}

/// Declares the elements: name, memory form, domain, and how to load and store it.
macro_rules! elements {
    ($($name:ident($memory:ty): $domain:ty, $load:expr, $store:expr;)*) => {
        $(
            #[derive(Clone, Copy)]
            #[repr(transparent)]
            pub struct $name(pub $memory);

            // SAFETY: a transparent wrapper of a plain type.
            unsafe impl Zeroable for $name {}
            // SAFETY: as above; every bit pattern is valid.
            unsafe impl Pod for $name {}

            impl Element for $name {
                type Domain = $domain;
                const TYPE: ElementType = ElementType::$name;
                #[inline]
                fn load(self) -> $domain {
                    let load: fn($memory) -> $domain = $load;
                    load(self.0)
                }
                #[inline]
                fn store(value: $domain) -> $name {
                    let store: fn($domain) -> $memory = $store;
                    $name(store(value))
                }
            }
        )*
    };
}

/// A float of at most eight bits, through its format.
macro_rules! minifloats {
    ($($name:ident)*) => {
        elements! {
            $($name(u8): f64,
                |code| FloatFormat::$name.decode(code.into()), |value| FloatFormat::$name.encode(value) as u8;)*
        }
    };
}

elements! {
    Pred(u8): bool, |x| x != 0, u8::from;
    S2(i8): i64, i64::from, |x| ((x << 62) >> 62) as i8;
    S4(i8): i64, i64::from, |x| ((x << 60) >> 60) as i8;
    S8(i8): i64, i64::from, |x| x as i8;
    S16(i16): i64, i64::from, |x| x as i16;
    S32(i32): i64, i64::from, |x| x as i32;
    S64(i64): i64, |x| x, |x| x;
    U2(u8): u64, u64::from, |x| (x & 3) as u8;
    U4(u8): u64, u64::from, |x| (x & 15) as u8;
    U8(u8): u64, u64::from, |x| x as u8;
    U16(u16): u64, u64::from, |x| x as u16;
    U32(u32): u64, u64::from, |x| x as u32;
    U64(u64): u64, |x| x, |x| x;
    F8E8M0FNU(u8): f64, e8m0::decode, e8m0::encode;
    F16(u16): f64, |code| FloatFormat::F16.decode(code), |value| FloatFormat::F16.encode(value);
    BF16(u16): f64, |code| widened(f32::from_bits(u32::from(code) << 16)), |value| FloatFormat::BF16.encode(value);
    F32(f32): f64, widened, narrowed;
    F64(f64): f64, |x| x, |x| x;
    C64([f32; 2]): Complex, |[re, im]| Complex::new(widened(re), widened(im)), |z| [narrowed(z.re), narrowed(z.im)];
    C128([f64; 2]): Complex, |[re, im]| Complex::new(re, im), |z| [z.re, z.im];
}

/// The same number in double precision. The bits of NaN move along: the processor's conversion would quiet it, and
/// with that move it in the total order.
fn widened(x: f32) -> f64 {
    if !x.is_nan() {
        return x.into();
    }
    let bits = u64::from(x.to_bits());
    f64::from_bits((bits >> 31) << 63 | 0x7FF << 52 | (bits & 0x7F_FFFF) << 29)
}

/// The nearest number in single precision, with the highest bits of a NaN.
fn narrowed(x: f64) -> f32 {
    let bits = x.to_bits();
    let payload = bits >> 29 & 0x7F_FFFF;
    if !x.is_nan() || payload == 0 {
        return x as f32;
    }
    f32::from_bits((bits >> 63 << 31) as u32 | 0x7F80_0000 | payload as u32)
}

minifloats! { F4E2M1FN F6E2M3FN F6E3M2FN F8E3M4 F8E4M3 F8E4M3B11FNUZ F8E4M3FN F8E4M3FNUZ F8E5M2 F8E5M2FNUZ }

/// Evaluates an expression with a name bound to the Rust type of an element type:
/// `with_element!(element_type, T => expression)`.
macro_rules! with_element {
    ($type:expr, $T:ident => $body:expr) => {
        $crate::hlo::evaluator::element::with_element!(@arms $type, $T, $body;
            Pred S2 S4 S8 S16 S32 S64 U2 U4 U8 U16 U32 U64 F4E2M1FN F6E2M3FN F6E3M2FN F8E3M4 F8E4M3 F8E4M3B11FNUZ
            F8E4M3FN F8E4M3FNUZ F8E5M2 F8E5M2FNUZ F8E8M0FNU F16 BF16 F32 F64 C64 C128)
    };
    (@arms $type:expr, $T:ident, $body:expr; $($name:ident)*) => {
        match $type {
            $($crate::hlo::ElementType::$name => {
                type $T = $crate::hlo::evaluator::element::$name;
                $body
            })*
        }
    };
}
pub(crate) use with_element;

/// Like `with_element!` for the real floats, with another expression for all other types:
/// `with_float!(element_type, T => expression, else other)`.
macro_rules! with_float {
    ($type:expr, $T:ident => $body:expr, else $other:expr) => {
        $crate::hlo::evaluator::element::with_float!(@arms $type, $T, $body, $other;
            F4E2M1FN F6E2M3FN F6E3M2FN F8E3M4 F8E4M3 F8E4M3B11FNUZ F8E4M3FN F8E4M3FNUZ F8E5M2 F8E5M2FNUZ F8E8M0FNU
            F16 BF16 F32 F64)
    };
    (@arms $type:expr, $T:ident, $body:expr, $other:expr; $($name:ident)*) => {
        match $type {
            $($crate::hlo::ElementType::$name => {
                type $T = $crate::hlo::evaluator::element::$name;
                $body
            })*
            _ => $other,
        }
    };
}
pub(crate) use with_float;
