//! Complex products as real ones of twice the size.
//!
//! With real and imaginary parts as neighbours, lhs and the result are real matrices as they lie in memory: a row of
//! `(re, im)` pairs along the contraction, and along the columns. What has to be made is the right operand: each
//! element `z` of rhs becomes the two by two matrix `[re z, im z; -im z, re z]`.

use super::dimensions::offsets;
use crate::codegen::spec::{BatchDimension, ContractionDimension, FreeDimension, Gemm};
use crate::hlo::ElementType;
use crate::runtime::cpu::library::Shared;
use crate::runtime::cpu::library::scratch::Scratch;
use crate::runtime::cpu::pool::Pool;
use std::ops::Neg;

/// How the right operand is made.
pub(super) struct Expansion {
    real: ElementType,
    /// Offsets in complex elements.
    batch: Vec<isize>,
    depth: Vec<isize>,
    columns: Vec<isize>,
}

impl Expansion {
    /// For a complex product: the expansion, and the real product to run on its result.
    pub(super) fn of(spec: &Gemm) -> Option<(Expansion, Gemm)> {
        let complex = spec.lhs.is_complex() && spec.rhs == spec.lhs && spec.output == spec.lhs;
        if !complex {
            return None;
        }
        let expansion = Expansion {
            real: spec.lhs.real_part(),
            batch: offsets(&spec.batch.iter().map(|d| (d.size, [d.rhs_stride])).collect::<Vec<_>>(), 0),
            depth: offsets(&spec.contraction.iter().map(|d| (d.size, [d.rhs_stride])).collect::<Vec<_>>(), 0),
            columns: offsets(&spec.columns.iter().map(|d| (d.size, [d.operand_stride])).collect::<Vec<_>>(), 0),
        };
        Some((expansion, real_product(spec)))
    }

    /// `[batch, depth, 2, columns, 2]` real numbers.
    ///
    /// # Safety
    /// `rhs` reaches what the specification says.
    pub(super) unsafe fn expand(&self, pool: &Pool, rhs: *const u8) -> Scratch {
        // SAFETY: the caller's promise.
        unsafe {
            match self.real {
                ElementType::F32 => self.expand_as::<f32>(pool, rhs.cast()),
                _ => self.expand_as::<f64>(pool, rhs.cast()),
            }
        }
    }

    unsafe fn expand_as<T: Copy + Neg<Output = T> + 'static>(&self, pool: &Pool, rhs: *const [T; 2]) -> Scratch {
        let (depth, columns) = (self.depth.len(), self.columns.len());
        let memory = Scratch::of::<T>(self.batch.len() * depth * columns * 4);
        let pointers = (Shared(rhs.cast_mut()), Shared(memory.as_mut_ptr::<[T; 2]>()));
        let pointers = &pointers;
        pool.parallel_for(self.batch.len() * depth, &|i| {
            let start = self.batch[i / depth] + self.depth[i % depth];
            // SAFETY: tasks write different rows.
            unsafe {
                let to = pointers.1.0.add(i * 2 * columns);
                for (c, &offset) in self.columns.iter().enumerate() {
                    let [re, im] = *pointers.0.0.offset(start + offset);
                    *to.add(c) = [re, im];
                    *to.add(columns + c) = [-im, re];
                }
            }
        });
        memory
    }
}

fn real_product(spec: &Gemm) -> Gemm {
    let columns: usize = spec.columns.iter().map(|d| d.size).product();
    let depth: usize = spec.contraction.iter().map(|d| d.size).product();
    let dense = |sizes: Vec<usize>, step: usize| -> Vec<isize> {
        let inside = |i: usize| sizes[i + 1..].iter().product::<usize>();
        (0..sizes.len()).map(|i| (step * inside(i)) as isize).collect()
    };
    let batch_steps = dense(spec.batch.iter().map(|d| d.size).collect(), depth * columns * 4);
    let depth_steps = dense(spec.contraction.iter().map(|d| d.size).collect(), columns * 4);
    let column_steps = dense(spec.columns.iter().map(|d| d.size).collect(), 2);
    let real = spec.lhs.real_part();
    let mut product = Gemm { lhs: real, rhs: real, output: real, ..spec.clone() };
    for (d, &rhs_stride) in product.batch.iter_mut().zip(&batch_steps) {
        *d = BatchDimension { lhs_stride: 2 * d.lhs_stride, rhs_stride, output_stride: 2 * d.output_stride, ..*d };
    }
    for d in &mut product.rows {
        *d = FreeDimension { operand_stride: 2 * d.operand_stride, output_stride: 2 * d.output_stride, ..*d };
    }
    for (d, &operand_stride) in product.columns.iter_mut().zip(&column_steps) {
        *d = FreeDimension { operand_stride, output_stride: 2 * d.output_stride, ..*d };
    }
    for (d, &rhs_stride) in product.contraction.iter_mut().zip(&depth_steps) {
        *d = ContractionDimension { lhs_stride: 2 * d.lhs_stride, rhs_stride, ..*d };
    }
    product.columns.push(FreeDimension { size: 2, operand_stride: 1, output_stride: 1 });
    product.contraction.push(ContractionDimension { size: 2, lhs_stride: 1, rhs_stride: 2 * columns as isize });
    product
}
