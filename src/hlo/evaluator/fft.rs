//! `fft` of any length, in `f64`.

use super::array::collect;
use super::domain::Complex;
use super::element::{C64, C128, Element, F32, F64};
use super::elementwise::not_defined;
use super::error::Result;
use super::strided::{for_each_index, linear_index};
use crate::hlo::{ArrayLiteral, ArrayShape, ElementType, FftType, Literal};
use rustfft::{FftDirection, FftPlanner};

/// Transforms the last `length.len()` dimensions. The inverse ones divide by the number of points.
pub fn fft(operand: &ArrayLiteral, fft_type: FftType, length: &[usize], shape: &ArrayShape) -> Result<Literal> {
    let mut grid = Grid { dims: operand.dims().to_vec(), values: load(operand)? };
    let last = grid.dims.len() - 1;
    let first = last + 1 - length.len();
    match fft_type {
        FftType::Fft => grid.transform_all(first..=last, FftDirection::Forward),
        FftType::Ifft => grid.transform_all(first..=last, FftDirection::Inverse),
        FftType::Rfft => {
            grid.transform_all(first..=last, FftDirection::Forward);
            grid = grid.resized(length[length.len() - 1] / 2 + 1);
        }
        FftType::Irfft => {
            (first..last).for_each(|dim| grid.transform(dim, FftDirection::Inverse));
            grid = grid.with_mirrored_half(length[length.len() - 1]);
            grid.transform(last, FftDirection::Inverse);
        }
    }
    store(&grid, shape)
}

fn load(operand: &ArrayLiteral) -> Result<Vec<Complex>> {
    Ok(match operand.element_type() {
        ElementType::F32 => operand.elements::<F32>().iter().map(|x| x.load().into()).collect(),
        ElementType::F64 => operand.elements::<F64>().iter().map(|x| x.load().into()).collect(),
        ElementType::C64 => operand.elements::<C64>().iter().map(|x| x.load()).collect(),
        ElementType::C128 => operand.elements::<C128>().iter().map(|x| x.load()).collect(),
        other => return Err(not_defined("fft", other)),
    })
}

fn store(grid: &Grid, shape: &ArrayShape) -> Result<Literal> {
    Ok(match shape.element_type {
        ElementType::F32 => collect(&grid.dims, grid.values.iter().map(|z| F32::store(z.re))),
        ElementType::F64 => collect(&grid.dims, grid.values.iter().map(|z| F64::store(z.re))),
        ElementType::C64 => collect(&grid.dims, grid.values.iter().map(|&z| C64::store(z))),
        ElementType::C128 => collect(&grid.dims, grid.values.iter().map(|&z| C128::store(z))),
        other => return Err(not_defined("fft", other)),
    })
}

struct Grid {
    dims: Vec<usize>,
    values: Vec<Complex>,
}

impl Grid {
    fn transform_all(&mut self, dims: impl Iterator<Item = usize>, direction: FftDirection) {
        dims.for_each(|dim| self.transform(dim, direction));
    }

    /// One-dimensional transforms along a dimension.
    fn transform(&mut self, dim: usize, direction: FftDirection) {
        let length = self.dims[dim];
        if self.values.is_empty() {
            return;
        }
        let plan = FftPlanner::new().plan_fft(length, direction);
        let scale = if direction == FftDirection::Inverse { 1.0 / length as f64 } else { 1.0 };
        let stride: usize = self.dims[dim + 1..].iter().product();
        for start in (0..self.values.len()).filter(|i| (i / stride).is_multiple_of(length)) {
            let mut line: Vec<Complex> = (0..length).map(|i| self.values[start + i * stride]).collect();
            plan.process(&mut line);
            line.iter().enumerate().for_each(|(i, &value)| self.values[start + i * stride] = value * scale);
        }
    }

    /// The first `size` points along the last dimension.
    fn resized(&self, size: usize) -> Grid {
        self.with_last_dim(size, |index, _| self.at(index))
    }

    /// Completes a half spectrum along the last dimension: point `size - k` is the conjugate of point `k`.
    fn with_mirrored_half(&self, size: usize) -> Grid {
        self.with_last_dim(size, |index, k| {
            let mut index = index.to_vec();
            if k < self.dims[self.dims.len() - 1] && k <= size / 2 {
                return self.at(&index);
            }
            index[self.dims.len() - 1] = size - k;
            self.at(&index).conj()
        })
    }

    fn at(&self, index: &[usize]) -> Complex {
        self.values[linear_index(index, &self.dims)]
    }

    fn with_last_dim(&self, size: usize, value: impl Fn(&[usize], usize) -> Complex) -> Grid {
        let mut dims = self.dims.clone();
        let last = dims.len() - 1;
        dims[last] = size;
        let mut values = Vec::new();
        for_each_index(&dims, |index| values.push(value(index, index[last])));
        Grid { dims, values }
    }
}
