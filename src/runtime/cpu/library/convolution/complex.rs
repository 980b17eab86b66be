//! Complex convolutions as four real ones, of the real and imaginary parts where they lie.

use super::Convolution;
use crate::codegen::spec;
use crate::hlo::ElementType;
use crate::runtime::cpu::library::Shared;
use crate::runtime::cpu::library::scratch::Scratch;
use crate::runtime::cpu::pool::Pool;
use std::ops::{Add, Sub};

/// Elements that a task puts together.
const TASK: usize = 1 << 14;

/// A complex convolution that is ready to run.
pub(super) struct ComplexConvolution {
    /// Of parts; its result is dense where the complex one is.
    parts: Box<Convolution>,
    real: ElementType,
    elements: usize,
}

impl ComplexConvolution {
    /// `None` for convolutions of real numbers.
    pub(super) fn new(spec: &spec::Convolution, elements: usize) -> Option<ComplexConvolution> {
        if !(spec.lhs.is_complex() && spec.rhs == spec.lhs && spec.output == spec.lhs) {
            return None;
        }
        let parts = Box::new(Convolution::new(&of_parts(spec))?);
        Some(ComplexConvolution { parts, real: spec.lhs.real_part(), elements })
    }

    /// # Safety
    /// As for [`Convolution::run`].
    pub(super) unsafe fn run(&self, pool: &Pool, lhs: *const u8, rhs: *const u8, output: *mut u8) {
        // SAFETY: the caller's promise.
        unsafe {
            match self.real {
                ElementType::F32 => self.run_as::<f32>(pool, lhs.cast(), rhs.cast(), output.cast()),
                _ => self.run_as::<f64>(pool, lhs.cast(), rhs.cast(), output.cast()),
            }
        }
    }

    unsafe fn run_as<T: Copy + Add<Output = T> + Sub<Output = T>>(
        &self,
        pool: &Pool,
        lhs: *const T,
        rhs: *const T,
        output: *mut [T; 2],
    ) {
        let product = |left: usize, right: usize| {
            let memory = Scratch::of::<T>(self.elements);
            // SAFETY: parts are neighbours; the scratch has room for a result of parts.
            unsafe { self.parts.run(pool, lhs.add(left).cast(), rhs.add(right).cast(), memory.as_mut_ptr(), None) };
            memory
        };
        let products = [product(0, 0), product(1, 1), product(0, 1), product(1, 0)];
        let [rr, ii, ri, ir] = [0, 1, 2, 3].map(|i| Shared(products[i].as_mut_ptr::<T>()));
        let all = (rr, ii, ri, ir, Shared(output));
        let all = &all;
        pool.parallel_for(self.elements.div_ceil(TASK), &|task| {
            for i in task * TASK..self.elements.min((task + 1) * TASK) {
                // SAFETY: tasks write different elements.
                unsafe {
                    let re = *all.0.0.add(i) - *all.1.0.add(i);
                    *all.4.0.add(i) = [re, *all.2.0.add(i) + *all.3.0.add(i)];
                }
            }
        });
    }
}

/// The convolution of one part of lhs with one of rhs.
fn of_parts(spec: &spec::Convolution) -> spec::Convolution {
    let real = spec.lhs.real_part();
    let mut parts = spec::Convolution { lhs: real, rhs: real, output: real, ..spec.clone() };
    let lhs_strides = [&mut parts.groups.lhs_stride, &mut parts.batch.lhs_stride, &mut parts.input_feature.lhs_stride];
    lhs_strides.into_iter().for_each(|stride| *stride *= 2);
    let features = [&mut parts.input_feature.rhs_stride, &mut parts.output_feature.rhs_stride];
    features.into_iter().chain([&mut parts.groups.rhs_stride]).for_each(|stride| *stride *= 2);
    for d in &mut parts.spatial {
        d.lhs_stride *= 2;
        d.rhs_stride *= 2;
    }
    parts
}
