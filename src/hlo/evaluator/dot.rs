//! `dot`: products of matrices with any batch, contracting and free dimensions.
//!
//! Products and sums are taken in the order of the contracting dimensions, in `f32` for floats up to 32 bits and in
//! the widest type of their kind for all others; narrower results are rounded once. So precision and algorithm
//! attributes, which permit less, need no look.

use super::array::build;
use super::element::{C64, C128, Element, F32, F64, Pred, S64, U64};
use super::elementwise::convert;
use super::movement::transpose;
use crate::hlo::{ArrayLiteral, ArrayShape, DotDimensionNumbers, ElementType, Literal};

/// An element type that sums are taken in.
pub trait Accumulator: Element {
    /// `self + a * b`
    fn plus_product(self, a: Self, b: Self) -> Self;
}

impl Accumulator for Pred {
    fn plus_product(self, a: Pred, b: Pred) -> Pred {
        Pred(self.0 | (a.0 & b.0))
    }
}

impl Accumulator for S64 {
    fn plus_product(self, a: S64, b: S64) -> S64 {
        S64(self.0.wrapping_add(a.0.wrapping_mul(b.0)))
    }
}

impl Accumulator for U64 {
    fn plus_product(self, a: U64, b: U64) -> U64 {
        U64(self.0.wrapping_add(a.0.wrapping_mul(b.0)))
    }
}

impl Accumulator for F64 {
    fn plus_product(self, a: F64, b: F64) -> F64 {
        F64(self.0 + a.0 * b.0)
    }
}

impl Accumulator for F32 {
    fn plus_product(self, a: F32, b: F32) -> F32 {
        F32(self.0 + a.0 * b.0)
    }
}

impl Accumulator for C64 {
    fn plus_product(self, C64([a, b]): C64, C64([c, d]): C64) -> C64 {
        C64([self.0[0] + (a * c - b * d), self.0[1] + (a * d + b * c)])
    }
}

impl Accumulator for C128 {
    fn plus_product(self, a: C128, b: C128) -> C128 {
        C128::store(self.load() + a.load() * b.load())
    }
}

/// The type that sums of this type's elements are taken in.
pub fn accumulator_type(element_type: ElementType) -> ElementType {
    match element_type {
        ElementType::Pred => ElementType::Pred,
        t if t.is_signed_integer() => ElementType::S64,
        t if t.is_unsigned_integer() => ElementType::U64,
        ElementType::F64 | ElementType::C64 | ElementType::C128 => element_type,
        _ => ElementType::F32,
    }
}

/// Evaluates an expression with a name bound to the accumulator of an element type.
macro_rules! with_accumulator {
    ($type:expr, $T:ident => $body:expr) => {
        match $crate::hlo::evaluator::dot::accumulator_type($type) {
            $crate::hlo::ElementType::Pred => {
                type $T = $crate::hlo::evaluator::element::Pred;
                $body
            }
            $crate::hlo::ElementType::S64 => {
                type $T = $crate::hlo::evaluator::element::S64;
                $body
            }
            $crate::hlo::ElementType::U64 => {
                type $T = $crate::hlo::evaluator::element::U64;
                $body
            }
            $crate::hlo::ElementType::F32 => {
                type $T = $crate::hlo::evaluator::element::F32;
                $body
            }
            $crate::hlo::ElementType::C64 => {
                type $T = $crate::hlo::evaluator::element::C64;
                $body
            }
            $crate::hlo::ElementType::F64 => {
                type $T = $crate::hlo::evaluator::element::F64;
                $body
            }
            _ => {
                type $T = $crate::hlo::evaluator::element::C128;
                $body
            }
        }
    };
}
pub(super) use with_accumulator;

/// An operand in the accumulator type of the result.
pub fn widened(operand: &ArrayLiteral, result_type: ElementType) -> ArrayLiteral {
    convert(operand, accumulator_type(result_type)).expect_array().clone()
}

pub fn dot(lhs: &ArrayLiteral, rhs: &ArrayLiteral, dims: &DotDimensionNumbers, shape: &ArrayShape) -> Literal {
    let (lhs, rhs) = (widened(lhs, shape.element_type), widened(rhs, shape.element_type));
    let lhs_free = DotDimensionNumbers::free(lhs.dims().len(), &dims.lhs_batch, &dims.lhs_contracting);
    let rhs_free = DotDimensionNumbers::free(rhs.dims().len(), &dims.rhs_batch, &dims.rhs_contracting);
    let size = |operand: &ArrayLiteral, of: &[usize]| of.iter().map(|&dim| operand.dims()[dim]).product();
    let (rows, columns): (usize, usize) = (size(&lhs, &lhs_free), size(&rhs, &rhs_free));
    let depth: usize = size(&lhs, &dims.lhs_contracting);
    let lhs = transpose(&lhs, &[&dims.lhs_batch[..], &lhs_free, &dims.lhs_contracting].concat());
    let rhs = transpose(&rhs, &[&dims.rhs_batch[..], &dims.rhs_contracting, &rhs_free].concat());
    let product = with_accumulator!(shape.element_type, T => {
        let (lhs, rhs) = (lhs.expect_array().elements::<T>(), rhs.expect_array().elements::<T>());
        build::<T>(&shape.dims, |out| {
            for (batch, out) in chunks(out, rows * columns).enumerate() {
                let lhs = &lhs[batch * rows * depth..][..rows * depth];
                let rhs = &rhs[batch * depth * columns..][..depth * columns];
                multiply_add(lhs, rhs, out, depth);
            }
        })
    });
    convert(&product, shape.element_type)
}

fn chunks<T>(items: &mut [T], size: usize) -> std::slice::ChunksExactMut<'_, T> {
    items.chunks_exact_mut(size.max(1))
}

/// Adds to a row-major matrix the product of two, the first with rows of `depth` elements.
pub fn multiply_add<T: Accumulator>(lhs: &[T], rhs: &[T], out: &mut [T], depth: usize) {
    if depth == 0 || out.is_empty() {
        return;
    }
    let columns = rhs.len() / depth;
    for (row, sums) in lhs.chunks_exact(depth).zip(out.chunks_exact_mut(columns)) {
        for (&a, terms) in row.iter().zip(rhs.chunks_exact(columns)) {
            for (sum, &b) in sums.iter_mut().zip(terms) {
                *sum = sum.plus_product(a, b);
            }
        }
    }
}
