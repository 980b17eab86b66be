//! How far a compiled program's result may be from the interpreter's.
//!
//! The reference run carries a bound beside every number: what a right implementation may be off by. Operations that
//! IEEE or the specification settle add nothing to it; sums may be taken in any order; functions have the errors of
//! `docs/numerics.md`. Bounds travel through later operations: data movement moves them, elementwise operations are
//! evaluated at the ends of the interval. Where a bound says nothing any more (a comparison that may fall either
//! way, a sort of inexact keys) the element is left out of the comparison.

mod elementwise;
mod number;
mod run;
mod sums;
mod whole;

pub use number::parts;
pub use run::{Run, Tracked};

use pjrt::hlo::{ArrayLiteral, ArrayShape, ElementType, Shape};

/// Bounds of a value's real parts, in order: 0 where the bits are settled, NaN for a NaN of any bits, infinite where
/// nothing is known.
#[derive(Clone, Debug)]
pub enum Bound {
    /// Every bit is settled.
    Exact,
    Parts(Vec<f64>),
    Tuple(Vec<Bound>),
}

impl Bound {
    /// Nothing is known of a value of this shape.
    pub fn unknown(shape: &Shape) -> Bound {
        match shape {
            Shape::Array(array) => Bound::uniform(array, f64::INFINITY),
            Shape::Tuple(parts) => Bound::Tuple(parts.iter().map(Bound::unknown).collect()),
            Shape::Token => Bound::Exact,
        }
    }

    pub fn uniform(shape: &ArrayShape, bound: f64) -> Bound {
        Bound::of(vec![bound; part_count(shape)])
    }

    /// Drops bounds that are all zero.
    pub fn of(parts: Vec<f64>) -> Bound {
        if parts.iter().all(|&bound| bound == 0.0) { Bound::Exact } else { Bound::Parts(parts) }
    }

    pub fn is_exact(&self) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Parts(_) => false,
            Bound::Tuple(bounds) => bounds.iter().all(Bound::is_exact),
        }
    }

    /// The bounds of an array of this shape, one a part.
    pub fn to_parts(&self, shape: &ArrayShape) -> Vec<f64> {
        match self {
            Bound::Parts(parts) => parts.clone(),
            Bound::Exact | Bound::Tuple(_) => vec![0.0; part_count(shape)],
        }
    }

    /// The bounds as an array of an array's dimensions, of `f64` or, for complex elements, `c128`.
    pub fn to_array(&self, shape: &ArrayShape) -> ArrayLiteral {
        array_of_parts(shape, &self.to_parts(shape))
    }
}

pub fn part_count(shape: &ArrayShape) -> usize {
    shape.element_count() * if shape.element_type.is_complex() { 2 } else { 1 }
}

/// The type that holds bounds of elements of a type.
pub fn wide(element_type: ElementType) -> ElementType {
    if element_type.is_complex() { ElementType::C128 } else { ElementType::F64 }
}

/// Numbers as an array of the dimensions of `shape`.
pub fn array_of_parts(shape: &ArrayShape, parts: &[f64]) -> ArrayLiteral {
    ArrayLiteral::from_slice(wide(shape.element_type), shape.dims.clone(), parts)
}
