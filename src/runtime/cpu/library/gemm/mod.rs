//! Matrix products of any layout and element type.
//!
//! One blocked product serves all: what differs is the tile in the middle ([`tile`]), how operands are packed for it
//! ([`operand`], [`form`]) and how sums are stored ([`output`]). Strides say where elements lie; nothing is transposed
//! beforehand.

mod arithmetic;
mod complex;
mod dimensions;
mod direct;
pub(super) mod dispatch;
pub(super) mod driver;
pub(super) mod form;
pub(super) mod operand;
pub(super) mod output;
pub(super) mod tile;
pub(super) mod transpose;
mod widen;

#[cfg(test)]
pub(super) mod tests;

use crate::codegen::spec;
use crate::runtime::cpu::pool::Pool;
use complex::Expansion;
use dimensions::Dimensions;
use dispatch::{Family, Sides};

/// Called with ranges of finished rows, from any thread, while they are in a cache.
pub type AfterRows<'a> = dyn Fn(usize, usize) + Sync + 'a;

/// A product that is ready to run.
pub struct Gemm {
    dimensions: Dimensions,
    family: Family,
    /// For complex numbers, how rhs becomes a matrix of real ones.
    expansion: Option<Expansion>,
    /// Small enough for tiles alone.
    direct: bool,
}

impl Gemm {
    /// Prepares a product; `None` where no template takes its element types.
    pub fn new(spec: &spec::Gemm) -> Option<Gemm> {
        let (expansion, real) = Expansion::of(spec).unzip();
        let spec = real.as_ref().unwrap_or(spec);
        let family = Family::of(spec.lhs, spec.rhs, spec.output)?;
        let dimensions = Dimensions::new(spec);
        let direct = !dimensions.swapped && family.serves_directly(&dimensions);
        Some(Gemm { dimensions, family, expansion, direct })
    }

    /// Elements in a row of the result, as `after_rows` counts them; `None` where rows do not lie in memory one after
    /// the other.
    pub fn row_elements(&self) -> Option<usize> {
        let places = &self.dimensions.output;
        let (rows, columns) = match self.dimensions.swapped {
            false => (&places.rows, &places.columns),
            true => (&places.columns, &places.rows),
        };
        let parts = if self.expansion.is_some() { 2 } else { 1 };
        output::in_order(&places.batch, rows, columns).then_some(columns.len() / parts)
    }

    /// Computes the result. `after_rows(begin, end)` is called once for every row of the result, batch and row
    /// dimensions taken as one index in the order of the specification.
    ///
    /// # Safety
    /// The pointers are aligned for their elements and reach what the specification says; the result overlaps no operand.
    pub unsafe fn run(
        &self,
        pool: &Pool,
        lhs: *const u8,
        rhs: *const u8,
        output: *mut u8,
        after_rows: Option<&AfterRows>,
    ) {
        // SAFETY: the caller's promise.
        let expanded = self.expansion.as_ref().map(|expansion| unsafe { expansion.expand(pool, rhs) });
        let rhs = expanded.as_ref().map_or(rhs, |memory| memory.as_mut_ptr::<u8>().cast_const());
        let d = &self.dimensions;
        let (left, right) = if d.swapped { (rhs, lhs) } else { (lhs, rhs) };
        // SAFETY: the caller's promise.
        if self.direct && unsafe { self.family.run_directly(d, left, right, output) } {
            return driver::after_all_rows(pool, d.output.batch.len() * d.output.rows.len(), after_rows);
        }
        let sides = Sides { left: (&d.left, d.left_type, left), right: (&d.right, d.right_type, right) };
        // Rows of a swapped product are columns of the result: they end together.
        let during = after_rows.filter(|_| !d.swapped);
        // SAFETY: the caller's promise.
        unsafe { self.family.run(pool, &sides, (output, &d.output), during) };
        if d.swapped {
            driver::after_all_rows(pool, d.output.batch.len() * d.output.columns.len(), after_rows);
        }
    }
}
