//! Building array literals from typed elements, and reading them as scalars.

use super::domain::Domain;
use super::element::{Element, with_element};
use super::scalar::Scalar;
use crate::hlo::{AlignedBytes, ArrayLiteral, ElementType, Literal};

/// An array whose elements a function writes; they start as zero bytes.
pub fn build<T: Element>(dims: &[usize], write: impl FnOnce(&mut [T])) -> ArrayLiteral {
    let count: usize = dims.iter().product();
    let mut bytes = AlignedBytes::zeroed(count * size_of::<T>());
    write(bytemuck::cast_slice_mut(&mut bytes));
    ArrayLiteral::new(T::TYPE, dims, bytes)
}

/// An array of the elements that an iterator yields, in row-major order.
pub fn collect<T: Element>(dims: &[usize], items: impl Iterator<Item = T>) -> Literal {
    build::<T>(dims, |out| out.iter_mut().zip(items).for_each(|(slot, item)| *slot = item)).into()
}

/// Like [`collect`]; `None` where the iterator yields one.
pub fn try_collect<T: Element>(dims: &[usize], mut items: impl Iterator<Item = Option<T>>) -> Option<Literal> {
    let mut complete = true;
    let array = build::<T>(dims, |out| {
        complete = out.iter_mut().all(|slot| items.next().flatten().map(|item| *slot = item).is_some());
    });
    complete.then(|| array.into())
}

/// Random access to an array's elements as scalars, whatever their type.
#[derive(Clone, Copy)]
pub struct ScalarReader<'a> {
    bytes: &'a [u8],
    read: fn(&[u8], usize) -> Scalar,
}

impl<'a> ScalarReader<'a> {
    pub fn new(array: &'a ArrayLiteral) -> ScalarReader<'a> {
        let read = with_element!(array.element_type(), T => read::<T> as fn(&[u8], usize) -> Scalar);
        ScalarReader { bytes: array.bytes(), read }
    }

    pub fn get(&self, index: usize) -> Scalar {
        (self.read)(self.bytes, index)
    }
}

fn read<T: Element>(bytes: &[u8], index: usize) -> Scalar {
    bytemuck::cast_slice::<u8, T>(bytes)[index].load().into()
}

/// An array under construction, written scalar by scalar.
pub struct ScalarWriter {
    element_type: ElementType,
    dims: Vec<usize>,
    bytes: AlignedBytes,
    write: fn(&mut [u8], usize, Scalar),
    read: fn(&[u8], usize) -> Scalar,
}

impl ScalarWriter {
    /// All elements start as zero bytes.
    pub fn new(element_type: ElementType, dims: &[usize]) -> ScalarWriter {
        let count: usize = dims.iter().product();
        let bytes = AlignedBytes::zeroed(count * element_type.byte_width());
        ScalarWriter::of_bytes(element_type, dims, bytes)
    }

    /// Starts from a copy of an array.
    pub fn copy_of(array: &ArrayLiteral) -> ScalarWriter {
        ScalarWriter::of_bytes(array.element_type(), array.dims(), AlignedBytes::copy_of(array.bytes()))
    }

    fn of_bytes(element_type: ElementType, dims: &[usize], bytes: AlignedBytes) -> ScalarWriter {
        let write = with_element!(element_type, T => write::<T> as fn(&mut [u8], usize, Scalar));
        let read = with_element!(element_type, T => read::<T> as fn(&[u8], usize) -> Scalar);
        ScalarWriter { element_type, dims: dims.to_vec(), bytes, write, read }
    }

    pub fn get(&self, index: usize) -> Scalar {
        (self.read)(&self.bytes, index)
    }

    /// # Panics
    /// On a scalar of another domain: a bug in the caller.
    pub fn set(&mut self, index: usize, value: Scalar) {
        (self.write)(&mut self.bytes, index, value);
    }

    pub fn finish(self) -> ArrayLiteral {
        ArrayLiteral::new(self.element_type, self.dims, self.bytes)
    }
}

fn write<T: Element>(bytes: &mut [u8], index: usize, value: Scalar) {
    bytemuck::cast_slice_mut::<u8, T>(bytes)[index] = T::store(T::Domain::of_scalar(value));
}

/// A rank-0 array of one scalar.
pub fn scalar_literal(element_type: ElementType, value: Scalar) -> Literal {
    let mut writer = ScalarWriter::new(element_type, &[]);
    writer.set(0, value);
    writer.finish().into()
}
