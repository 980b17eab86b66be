//! Convolutions as matrix products whose patch matrix is never written down.
//!
//! Either patches are the left operand, a row a position (features dense in memory: NHWC), or the right one, a column
//! a position (positions dense: NCHW, and weight gradients); whichever moves less. Inputs with holes are taken apart
//! first ([`phase`]). Convolutions of one feature a group have templates of their own: one with channels dense in memory
//! ([`depthwise`]) and one with positions ([`lines`]), for few features too.

mod complex;
mod depthwise;
mod lines;
mod patches;
mod phase;

#[cfg(test)]
mod tests;

use super::gemm::AfterRows;
use super::gemm::dispatch::{Family, Sides};
use super::gemm::driver::after_all_rows;
use super::gemm::operand::Offsets;
use super::gemm::output::{Places, in_order};
use crate::codegen::spec;
use crate::hlo::ElementType;
use crate::runtime::cpu::pool::Pool;
use complex::ComplexConvolution;
use depthwise::Depthwise;
use lines::Lines;
use patches::{Input, PatchTable};
use phase::Phase;

/// A convolution that is ready to run.
pub struct Convolution {
    method: Method,
    row_elements: usize,
    rows: usize,
}

/// With one entry a phase.
enum Method {
    Products { family: Family, types: (ElementType, ElementType), phases: Vec<Product> },
    Depthwise { family: Family, phases: Vec<Depthwise> },
    Lines { family: Family, phases: Vec<Lines> },
    Complex(ComplexConvolution),
}

/// The matrix product of one phase.
struct Product {
    patches_left: bool,
    patches: PatchTable,
    weights: Offsets,
    output: Places,
}

impl Convolution {
    /// Prepares a convolution; `None` where no template takes its element types.
    pub fn new(spec: &spec::Convolution) -> Option<Convolution> {
        let elements = output_elements(spec);
        if let Some(complex) = ComplexConvolution::new(spec, elements) {
            return Some(Convolution { method: Method::Complex(complex), row_elements: 1, rows: elements });
        }
        let family = Family::of(spec.lhs, spec.rhs, spec.output)?;
        let mut spec = spec.clone();
        // The order of spatial dimensions is free: the densest comes last.
        spec.spatial.sort_by_key(|d| std::cmp::Reverse(d.lhs_stride));
        let (method, row_elements) = if Depthwise::serves(&spec, &family) {
            let phases = Phase::all(&spec).iter().map(|phase| Depthwise::new(&spec, phase)).collect();
            (Method::Depthwise { family, phases }, spec.groups.size)
        } else if Lines::serves(&spec, &family) {
            (Method::Lines { family, phases: Lines::all(&spec) }, 1)
        } else {
            let phases: Vec<_> =
                Phase::all(&spec).iter().map(|phase| Product::new(&spec, phase, family.group())).collect();
            // The columns of one of several products need not divide the result.
            let row_elements = if let [only] = &phases[..] { only.output.columns.len().max(1) } else { 1 };
            (Method::Products { family, types: (spec.lhs, spec.rhs), phases }, row_elements)
        };
        Some(Convolution { method, row_elements, rows: elements / row_elements })
    }

    /// Elements in a row, as `after_rows` counts them: the result's memory is taken as rows of so many elements.
    pub fn row_elements(&self) -> usize {
        self.row_elements
    }

    /// Computes the result. `after_rows(begin, end)` is called once for every row (see [`Convolution::row_elements`]).
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
        let called = unsafe {
            match &self.method {
                Method::Products { family, types, phases } => {
                    let in_order = matches!(&phases[..], [only] if only.rows_in_order());
                    let during = after_rows.filter(|_| in_order);
                    phases.iter().for_each(|phase| phase.run(family, *types, pool, (lhs, rhs, output), during));
                    in_order
                }
                Method::Depthwise { family, phases } => {
                    phases.iter().for_each(|phase| phase.run(family, pool, lhs, rhs, output));
                    false
                }
                Method::Lines { family, phases } => {
                    phases.iter().for_each(|phase| phase.run(family, pool, lhs, rhs, output));
                    false
                }
                Method::Complex(complex) => {
                    complex.run(pool, lhs, rhs, output);
                    false
                }
            }
        };
        if !called {
            after_all_rows(pool, self.rows, after_rows);
        }
    }
}

fn output_elements(spec: &spec::Convolution) -> usize {
    let spatial: usize = spec.spatial.iter().map(|d| d.output_size).product();
    spec.groups.size * spec.batch.size * spec.output_feature.size * spatial
}

fn multiples(count: usize, stride: isize) -> Vec<isize> {
    (0..count as isize).map(|i| i * stride).collect()
}

/// Each of the outer offsets with each of the inner ones.
fn sums(outer: &[isize], inner: &[isize]) -> Vec<isize> {
    outer.iter().flat_map(|outer| inner.iter().map(move |inner| outer + inner)).collect()
}

/// Whether operands and result have the one type, of floats, that their products are summed in.
fn is_of_one_float(spec: &spec::Convolution, family: &Family) -> bool {
    let one_type = spec.lhs == spec.rhs && spec.rhs == spec.output && spec.lhs.bit_width() >= 32;
    match family {
        Family::F32(..) | Family::F64(..) => one_type,
        Family::Bf16(..) | Family::Pairs(..) | Family::I32(..) | Family::I64(..) => false,
    }
}

impl Product {
    unsafe fn run(
        &self,
        family: &Family,
        types: (ElementType, ElementType),
        pool: &Pool,
        (lhs, rhs, output): (*const u8, *const u8, *mut u8),
        after_rows: Option<&AfterRows>,
    ) {
        let (patches, weights) = ((&self.patches, types.0, lhs), (&self.weights, types.1, rhs));
        let places = (output, &self.output);
        // SAFETY: the caller's promise.
        unsafe {
            if self.patches_left {
                family.run(pool, &Sides { left: patches, right: weights }, places, after_rows);
            } else {
                family.run(pool, &Sides { left: weights, right: patches }, places, after_rows);
            }
        }
    }

    fn new(spec: &spec::Convolution, phase: &Phase, group: usize) -> Product {
        let left = Product::patches_left(spec, phase);
        let right = Product::patches_right(spec, phase, group);
        if right.cost() < left.cost() { right } else { left }
    }

    /// Rows are positions of all images, columns output features, products groups.
    fn patches_left(spec: &spec::Convolution, phase: &Phase) -> Product {
        let taps = phase.taps(spec);
        let positions = phase.positions(spec).of_images(&spec.batch, true);
        let weights = Offsets::new(
            multiples(spec.groups.size, spec.groups.rhs_stride),
            multiples(spec.output_feature.size, spec.output_feature.rhs_stride),
            taps.other.clone(),
            spec.input_feature.rhs_stride,
            spec.input_feature.size,
        );
        let output = Places::new(
            multiples(spec.groups.size, spec.groups.output_stride),
            positions.other.clone(),
            multiples(spec.output_feature.size, spec.output_feature.output_stride),
        );
        let batch = multiples(spec.groups.size, spec.groups.lhs_stride);
        let features = (spec.input_feature.size, spec.input_feature.lhs_stride);
        let patches = PatchTable::new(batch, (positions, taps), input(spec), features, false);
        Product { patches_left: true, patches, weights, output }
    }

    /// Rows are output features, columns positions. Each image is a product of its own unless images are what is dense.
    fn patches_right(spec: &spec::Convolution, phase: &Phase, group: usize) -> Product {
        let taps = phase.taps(spec);
        let apart = spec.spatial.last().is_none_or(|d| d.lhs_stride < spec.batch.lhs_stride);
        let positions = phase.positions(spec);
        let positions = if apart { positions } else { positions.of_images(&spec.batch, false) };
        let images = if apart { spec.batch.size } else { 1 };
        let batch = |group_stride: isize, image_stride: isize| {
            sums(&multiples(spec.groups.size, group_stride), &multiples(images, image_stride))
        };
        let feature = spec.input_feature;
        // Where all taps of a feature are dense in rhs, in order, the contraction is one segment.
        let evenly = (0..taps.len()).all(|t| taps.other[t] == t as isize);
        let taps_inside = group == 1 && evenly && feature.rhs_stride == taps.len() as isize && taps.len() > 1;
        let (segments, step, length) = match taps_inside {
            true => (vec![0], 1, taps.len() * feature.size),
            false => (taps.other.clone(), feature.rhs_stride, feature.size),
        };
        let columns = positions.other.clone();
        let weights = Offsets::new(
            batch(spec.groups.rhs_stride, 0),
            multiples(spec.output_feature.size, spec.output_feature.rhs_stride),
            segments,
            step,
            length,
        );
        let output = Places::new(
            batch(spec.groups.output_stride, spec.batch.output_stride),
            multiples(spec.output_feature.size, spec.output_feature.output_stride),
            columns,
        );
        let lhs_batch = batch(spec.groups.lhs_stride, spec.batch.lhs_stride);
        let features = (feature.size, feature.lhs_stride);
        let patches = PatchTable::new(lhs_batch, (positions, taps), input(spec), features, taps_inside);
        Product { patches_left: false, patches, weights, output }
    }

    /// What moving elements to and from packed form costs, in moves of one element from a dense run to a dense run.
    fn cost(&self) -> f64 {
        let depth = (self.patches.taps.len() * self.patches.features) as f64;
        let dense_output = if self.output.is_dense() { 0.0 } else { 8.0 };
        let (rows, columns) = (self.output.rows.len() as f64, self.output.columns.len() as f64);
        let batch = self.output.batch.len() as f64;
        let weights_left = if self.weights.step == 1 {
            0.5
        } else if self.weights.dense {
            3.0
        } else {
            8.0
        };
        let weights_right = if self.weights.dense {
            1.0
        } else if self.weights.step == 1 {
            3.0
        } else {
            8.0
        };
        let (left, right) = match self.patches_left {
            true => (self.patches.cost_of_lines(), weights_right),
            false => (weights_left, self.patches.cost_across_lines()),
        };
        batch * (depth * (rows * left + columns * right) + rows * columns * dense_output)
    }

    /// Whether the rows of the product are the rows of the result's memory, one after the other.
    fn rows_in_order(&self) -> bool {
        in_order(&self.output.batch, &self.output.rows, &self.output.columns)
    }
}

fn input(spec: &spec::Convolution) -> Input {
    let reach = |size: usize, stride: isize| (size.max(1) as isize - 1) * stride;
    let spatial: isize = spec.spatial.iter().map(|d| reach(d.input_size, d.lhs_stride)).sum();
    let images = reach(spec.batch.size, spec.batch.lhs_stride);
    let features = reach(spec.input_feature.size, spec.input_feature.lhs_stride);
    let last = spatial + images + features + reach(spec.groups.size, spec.groups.lhs_stride);
    Input { sizes: spec.spatial.iter().map(|d| d.input_size as i32).collect(), span: last as usize + 1 }
}
