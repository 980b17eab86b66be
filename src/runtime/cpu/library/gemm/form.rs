//! How elements in memory become the units that tiles multiply.

use super::arithmetic::{Bf16Pair, IntegerPair};
use half::bf16;
use std::marker::PhantomData;

/// What tiles multiply.
pub(crate) trait Unit: Copy + Send + Sync + 'static {
    /// Neighbours along the contraction in a unit.
    const ELEMENTS: usize = 1;
}

impl Unit for f32 {}
impl Unit for f64 {}
impl Unit for i32 {}
impl Unit for i64 {}
impl Unit for IntegerPair {
    const ELEMENTS: usize = 2;
}
impl Unit for Bf16Pair {
    const ELEMENTS: usize = 2;
}

/// From elements of an operand to units of a tile.
pub(crate) trait Form: Send + Sync + 'static {
    type Element: Copy + Send + Sync;
    type Unit: Unit;
    /// Elements in a unit.
    const GROUP: usize = Self::Unit::ELEMENTS;
    /// The element that adds nothing.
    const ZERO: Self::Element;
    /// Whether dense elements in memory are dense units.
    const SAME: bool;
    /// `second` is ignored where a unit is one element.
    fn unit(first: Self::Element, second: Self::Element) -> Self::Unit;
}

/// Elements that are units already.
pub(crate) struct Plain<T>(PhantomData<T>);

macro_rules! plain {
    ($($type:ty, $zero:literal;)*) => {
        $(impl Form for Plain<$type> {
            type Element = $type;
            type Unit = $type;
            const ZERO: $type = $zero;
            const SAME: bool = true;
            fn unit(first: $type, _: $type) -> $type {
                first
            }
        })*
    };
}

plain! { f32, 0.0; f64, 0.0; i32, 0; i64, 0; }

/// bf16 numbers, widened one to a unit.
pub(crate) struct WidenBf16;

impl Form for WidenBf16 {
    type Element = bf16;
    type Unit = f32;
    const ZERO: bf16 = bf16::ZERO;
    const SAME: bool = false;
    #[inline(always)]
    fn unit(first: bf16, _: bf16) -> f32 {
        f32::from_bits(u32::from(first.to_bits()) << 16)
    }
}

/// Two elements to a unit.
pub(crate) struct Pair<T, P>(PhantomData<(T, P)>);

macro_rules! pair {
    ($($from:ty, $zero:expr, $pair:ty, $same:literal, |$x:ident| $convert:expr;)*) => {
        $(impl Form for Pair<$from, $pair> {
            type Element = $from;
            type Unit = $pair;
            const ZERO: $from = $zero;
            const SAME: bool = $same;
            #[inline(always)]
            fn unit(first: $from, second: $from) -> $pair {
                let convert = |$x: $from| $convert;
                [convert(first), convert(second)]
            }
        })*
    };
}

pair! {
    i8, 0, IntegerPair, false, |x| i16::from(x);
    u8, 0, IntegerPair, false, |x| i16::from(x);
    bf16, bf16::ZERO, Bf16Pair, true, |x| x.to_bits();
}
