//! Literals: values with their shapes, in shared memory.

use super::bytes::{AlignedBytes, Bytes};
use super::{ArrayShape, ElementType, Shape};

/// A value: row-major elements in the memory form of [`ElementType`], or a tuple of values.
///
/// Cloning shares the memory.
#[derive(Clone, Debug)]
pub enum Literal {
    Array(ArrayLiteral),
    Tuple(Vec<Literal>),
    Token,
}

/// An array's value. Its shape is row-major whatever layout the instruction has.
#[derive(Clone, Debug)]
pub struct ArrayLiteral {
    shape: ArrayShape,
    bytes: Bytes,
}

/// A Rust type that holds one element in the memory form of some element types.
pub trait Native: Copy + bytemuck::Pod {}
impl<T: bytemuck::Pod> Native for T {}

impl ArrayLiteral {
    /// # Panics
    /// When the number of bytes is not the shape's.
    pub fn new(element_type: ElementType, dims: impl Into<Vec<usize>>, bytes: impl Into<Bytes>) -> ArrayLiteral {
        let shape = ArrayShape::new(element_type, dims);
        let bytes = bytes.into();
        assert_eq!(bytes.len(), shape.byte_size(), "bytes of {shape}");
        ArrayLiteral { shape, bytes }
    }

    /// From bytes of another program's: elements under eight bits may have any upper bits.
    ///
    /// # Panics
    /// When the number of bytes is not the shape's.
    pub fn of_foreign(element_type: ElementType, dims: impl Into<Vec<usize>>, bytes: Bytes) -> ArrayLiteral {
        let is_narrow = element_type.bit_width() < 8;
        if !is_narrow || bytes.iter().all(|&byte| element_type.canonical_byte(byte) == byte) {
            return ArrayLiteral::new(element_type, dims, bytes);
        }
        let mut canonical = AlignedBytes::copy_of(&bytes);
        element_type.canonicalize(&mut canonical);
        ArrayLiteral::new(element_type, dims, canonical)
    }

    /// From elements in row-major order.
    pub fn from_slice<T: Native>(element_type: ElementType, dims: impl Into<Vec<usize>>, items: &[T]) -> ArrayLiteral {
        ArrayLiteral::new(element_type, dims, Bytes::copy_of(bytemuck::cast_slice(items)))
    }

    pub fn zeros(shape: &ArrayShape) -> ArrayLiteral {
        let bytes = AlignedBytes::zeroed(shape.byte_size());
        ArrayLiteral::new(shape.element_type, shape.dims.clone(), bytes)
    }

    pub fn shape(&self) -> &ArrayShape {
        &self.shape
    }

    pub fn element_type(&self) -> ElementType {
        self.shape.element_type
    }

    pub fn dims(&self) -> &[usize] {
        &self.shape.dims
    }

    pub fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// The elements as native values; complex ones as `[re, im]` pairs.
    ///
    /// # Panics
    /// When `T` has another size than the element type.
    pub fn elements<T: Native>(&self) -> &[T] {
        assert_eq!(size_of::<T>(), self.element_type().byte_width(), "native type of {}", self.element_type());
        bytemuck::cast_slice(&self.bytes)
    }

    /// The same elements under other dimensions.
    ///
    /// # Panics
    /// When the element counts differ.
    pub fn reshape(&self, dims: impl Into<Vec<usize>>) -> ArrayLiteral {
        ArrayLiteral::new(self.element_type(), dims, self.bytes.clone())
    }

    /// The bytes of element `index` (row-major).
    pub fn element_bytes(&self, index: usize) -> &[u8] {
        let width = self.element_type().byte_width();
        &self.bytes[index * width..][..width]
    }

    /// Whether all elements have the same bytes; false without elements.
    pub fn is_splat(&self) -> bool {
        let mut elements = self.bytes.chunks_exact(self.element_type().byte_width());
        elements.next().is_some_and(|first| elements.all(|e| e == first))
    }
}

/// Bit-for-bit equality of shape and elements.
impl PartialEq for ArrayLiteral {
    fn eq(&self, other: &ArrayLiteral) -> bool {
        self.shape == other.shape && self.bytes[..] == other.bytes[..]
    }
}

impl Literal {
    pub fn zeros(shape: &Shape) -> Literal {
        match shape {
            Shape::Array(array) => ArrayLiteral::zeros(array).into(),
            Shape::Tuple(parts) => Literal::Tuple(parts.iter().map(Literal::zeros).collect()),
            Shape::Token => Literal::Token,
        }
    }

    pub fn shape(&self) -> Shape {
        match self {
            Literal::Array(array) => Shape::Array(array.shape.clone()),
            Literal::Tuple(parts) => Shape::Tuple(parts.iter().map(Literal::shape).collect()),
            Literal::Token => Shape::Token,
        }
    }

    pub fn as_array(&self) -> Option<&ArrayLiteral> {
        match self {
            Literal::Array(array) => Some(array),
            Literal::Tuple(_) | Literal::Token => None,
        }
    }

    /// The arrays in it, in order.
    pub fn leaves(&self) -> Vec<&ArrayLiteral> {
        match self {
            Literal::Array(array) => vec![array],
            Literal::Tuple(parts) => parts.iter().flat_map(Literal::leaves).collect(),
            Literal::Token => Vec::new(),
        }
    }

    /// The array of a value that the verifier has shown to be one.
    ///
    /// # Panics
    /// On a tuple or token: a bug in the caller.
    pub fn expect_array(&self) -> &ArrayLiteral {
        self.as_array().expect("the verifier admits only an array here")
    }
}

impl From<ArrayLiteral> for Literal {
    fn from(array: ArrayLiteral) -> Literal {
        Literal::Array(array)
    }
}

/// Bit-for-bit equality.
impl PartialEq for Literal {
    fn eq(&self, other: &Literal) -> bool {
        match (self, other) {
            (Literal::Array(a), Literal::Array(b)) => a == b,
            (Literal::Tuple(a), Literal::Tuple(b)) => a == b,
            (Literal::Token, Literal::Token) => true,
            (Literal::Array(_) | Literal::Tuple(_) | Literal::Token, _) => false,
        }
    }
}
