//! `fft` of any length: short ones in the element's type, in the order of operations that NumPy has; longer ones in
//! `f64`, rounded once.

use super::array::collect;
use super::domain::Complex;
use super::element::{C64, C128, Element, F32, F64};
use super::elementwise::not_defined;
use super::error::Result;
use super::strided::{for_each_index, linear_index};
use crate::hlo::fourier::{Part, SHORT, Symmetry, plan};
use crate::hlo::{ArrayLiteral, ArrayShape, ElementType, FftType, Literal};
use rustfft::num_traits::ToPrimitive;
use rustfft::{FftDirection, FftPlanner, num_complex};

/// Transforms the last `length.len()` dimensions. The inverse ones divide by the number of points.
pub fn fft(operand: &ArrayLiteral, fft_type: FftType, length: &[usize], shape: &ArrayShape) -> Result<Literal> {
    if shape.element_count() == 0 {
        return Ok(ArrayLiteral::zeros(shape).into());
    }
    let values = load(operand)?;
    let is_short = length.iter().all(|&length| length <= SHORT);
    let (dims, values) = match operand.element_type().real_part() {
        ElementType::F32 if is_short => transformed::<f32>(operand.dims(), &values, fft_type, length),
        _ => transformed::<f64>(operand.dims(), &values, fft_type, length),
    };
    store(&dims, &values, shape)
}

/// The result's dimensions and values.
fn transformed<T: Part + ToPrimitive>(
    dims: &[usize],
    values: &[Complex],
    fft_type: FftType,
    length: &[usize],
) -> (Vec<usize>, Vec<Complex>) {
    let values = values.iter().map(|z| num_complex::Complex::new(T::of(z.re), T::of(z.im))).collect();
    let mut grid = Grid { dims: dims.to_vec(), values };
    let last = dims.len() - 1;
    let outer = last + 1 - length.len()..last;
    let points = length[length.len() - 1];
    match fft_type {
        FftType::Fft | FftType::Ifft | FftType::Rfft => {
            let direction = if fft_type == FftType::Ifft { FftDirection::Inverse } else { FftDirection::Forward };
            grid.transform(last, direction, Symmetry::None);
            if fft_type == FftType::Rfft {
                grid = grid.resized(points / 2 + 1);
            }
            outer.for_each(|dim| grid.transform(dim, direction, Symmetry::None));
        }
        FftType::Irfft => {
            outer.for_each(|dim| grid.transform(dim, FftDirection::Inverse, Symmetry::None));
            grid = grid.with_mirrored_half(points);
            grid.transform(last, FftDirection::Inverse, Symmetry::Hermitian);
        }
    }
    if matches!(fft_type, FftType::Ifft | FftType::Irfft) {
        let scale = T::of(1.0 / length.iter().product::<usize>() as f64);
        grid.values.iter_mut().for_each(|value| *value = value.scale(scale));
    }
    let wide = |part: T| part.to_f64().unwrap_or(f64::NAN);
    (grid.dims, grid.values.iter().map(|z| Complex::new(wide(z.re), wide(z.im))).collect())
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

fn store(dims: &[usize], values: &[Complex], shape: &ArrayShape) -> Result<Literal> {
    Ok(match shape.element_type {
        ElementType::F32 => collect(dims, values.iter().map(|z| F32::store(z.re))),
        ElementType::F64 => collect(dims, values.iter().map(|z| F64::store(z.re))),
        ElementType::C64 => collect(dims, values.iter().map(|&z| C64::store(z))),
        ElementType::C128 => collect(dims, values.iter().map(|&z| C128::store(z))),
        other => return Err(not_defined("fft", other)),
    })
}

struct Grid<T> {
    dims: Vec<usize>,
    values: Vec<num_complex::Complex<T>>,
}

impl<T: Part> Grid<T> {
    /// One-dimensional transforms along a dimension, without scaling.
    fn transform(&mut self, dim: usize, direction: FftDirection, symmetry: Symmetry) {
        let length = self.dims[dim];
        if self.values.is_empty() {
            return;
        }
        let plan = plan(&mut FftPlanner::new(), length, direction, symmetry);
        let stride: usize = self.dims[dim + 1..].iter().product();
        for start in (0..self.values.len()).filter(|i| (i / stride).is_multiple_of(length)) {
            let mut line: Vec<_> = (0..length).map(|i| self.values[start + i * stride]).collect();
            plan.process(&mut line);
            line.iter().enumerate().for_each(|(i, &value)| self.values[start + i * stride] = value);
        }
    }

    /// The first `size` points along the last dimension.
    fn resized(&self, size: usize) -> Grid<T> {
        self.with_last_dim(size, |index, _| self.at(index))
    }

    /// Completes a half spectrum along the last dimension: point `size - k` is the conjugate of point `k`. Points that
    /// are their own mirror images are real.
    fn with_mirrored_half(&self, size: usize) -> Grid<T> {
        self.with_last_dim(size, |index, k| {
            let mut index = index.to_vec();
            let own_image = (size - k) % size == k;
            if k < self.dims[self.dims.len() - 1] && k <= size / 2 {
                let value = self.at(&index);
                return if own_image { value.re.into() } else { value };
            }
            index[self.dims.len() - 1] = size - k;
            self.at(&index).conj()
        })
    }

    fn at(&self, index: &[usize]) -> num_complex::Complex<T> {
        self.values[linear_index(index, &self.dims)]
    }

    fn with_last_dim(&self, size: usize, value: impl Fn(&[usize], usize) -> num_complex::Complex<T>) -> Grid<T> {
        let mut dims = self.dims.clone();
        let last = dims.len() - 1;
        dims[last] = size;
        let mut values = Vec::new();
        for_each_index(&dims, |index| values.push(value(index, index[last])));
        Grid { dims, values }
    }
}
