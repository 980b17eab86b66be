//! Shapes: element type, dimensions and layout of a value, or a tuple of such.

use super::ElementType;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Order of dimensions in memory, the fastest-varying first.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Layout {
    pub minor_to_major: Vec<usize>,
    /// Tiles, memory spaces and the like, as HLO text has them (`T(8,128)S(1)`): other machines' ways to lie in memory,
    /// kept for other readers of the program. `layout-normalization` drops them.
    #[serde(skip)]
    pub marks: Option<Box<str>>,
}

impl Layout {
    /// The last dimension is contiguous: C order, XLA's default.
    pub fn row_major(rank: usize) -> Layout {
        Layout::new((0..rank).rev().collect())
    }

    /// An order without marks.
    pub fn new(minor_to_major: Vec<usize>) -> Layout {
        Layout { minor_to_major, marks: None }
    }

    pub fn is_row_major(&self) -> bool {
        self.minor_to_major.iter().rev().copied().eq(0..self.minor_to_major.len())
    }
}

/// An array's element type, dimensions and layout.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ArrayShape {
    pub element_type: ElementType,
    pub dims: Vec<usize>,
    pub layout: Layout,
}

impl ArrayShape {
    /// A row-major array.
    pub fn new(element_type: ElementType, dims: impl Into<Vec<usize>>) -> ArrayShape {
        let dims = dims.into();
        let layout = Layout::row_major(dims.len());
        ArrayShape { element_type, dims, layout }
    }

    pub fn scalar(element_type: ElementType) -> ArrayShape {
        ArrayShape::new(element_type, [])
    }

    pub fn rank(&self) -> usize {
        self.dims.len()
    }

    /// Number of elements; 1 for a scalar. The verifier has made sure that it fits.
    pub fn element_count(&self) -> usize {
        if self.dims.contains(&0) { 0 } else { self.dims.iter().product() }
    }

    /// Bytes in memory; `None` when they do not fit `isize`.
    pub fn checked_byte_size(&self) -> Option<usize> {
        if self.dims.contains(&0) {
            return Some(0);
        }
        let count = self.dims.iter().try_fold(1usize, |n, &d| n.checked_mul(d))?;
        count.checked_mul(self.element_type.byte_width()).filter(|&n| isize::try_from(n).is_ok())
    }

    pub fn byte_size(&self) -> usize {
        self.element_count() * self.element_type.byte_width()
    }

    pub fn is_scalar(&self) -> bool {
        self.dims.is_empty()
    }

    /// Distance in elements between neighbours along each dimension.
    pub fn strides(&self) -> Vec<usize> {
        let mut strides = vec![0; self.rank()];
        let mut step = 1;
        for &dim in &self.layout.minor_to_major {
            strides[dim] = step;
            step *= self.dims[dim];
        }
        strides
    }

    /// The same dimensions and layout with another element type.
    pub fn with_element_type(&self, element_type: ElementType) -> ArrayShape {
        ArrayShape { element_type, ..self.clone() }
    }

    /// Equal up to layout.
    pub fn same_type(&self, other: &ArrayShape) -> bool {
        self.element_type == other.element_type && self.dims == other.dims
    }
}

/// The shape of a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Shape {
    Array(ArrayShape),
    Tuple(Vec<Shape>),
    Token,
}

/// Path to a leaf in nested tuples; empty for the value itself.
pub type ShapeIndex = Vec<usize>;

impl Shape {
    /// Whether all arrays in it are.
    pub fn is_row_major(&self) -> bool {
        self.leaves().into_iter().all(|(_, leaf)| leaf.as_array().is_none_or(|array| array.layout.is_row_major()))
    }

    /// A row-major array.
    pub fn array(element_type: ElementType, dims: impl Into<Vec<usize>>) -> Shape {
        Shape::Array(ArrayShape::new(element_type, dims))
    }

    pub fn scalar(element_type: ElementType) -> Shape {
        Shape::array(element_type, [])
    }

    pub fn as_array(&self) -> Option<&ArrayShape> {
        match self {
            Shape::Array(array) => Some(array),
            Shape::Tuple(_) | Shape::Token => None,
        }
    }

    pub fn as_tuple(&self) -> Option<&[Shape]> {
        match self {
            Shape::Tuple(parts) => Some(parts),
            Shape::Array(_) | Shape::Token => None,
        }
    }

    /// The array shape of a value that the verifier has shown to be an array.
    ///
    /// # Panics
    /// On a tuple or token: a bug in the caller.
    pub fn expect_array(&self) -> &ArrayShape {
        self.as_array().expect("the verifier admits only an array here")
    }

    /// Equal up to layout.
    pub fn same_type(&self, other: &Shape) -> bool {
        match (self, other) {
            (Shape::Array(a), Shape::Array(b)) => a.same_type(b),
            (Shape::Tuple(a), Shape::Tuple(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same_type(b)),
            (Shape::Token, Shape::Token) => true,
            (Shape::Array(_) | Shape::Tuple(_) | Shape::Token, _) => false,
        }
    }

    /// Arrays and tokens inside, with the path to each, depth first.
    pub fn leaves(&self) -> Vec<(ShapeIndex, &Shape)> {
        let mut out = Vec::new();
        self.collect_leaves(&mut Vec::new(), &mut out);
        out
    }

    fn collect_leaves<'a>(&'a self, path: &mut ShapeIndex, out: &mut Vec<(ShapeIndex, &'a Shape)>) {
        match self {
            Shape::Tuple(parts) => {
                for (i, part) in parts.iter().enumerate() {
                    path.push(i);
                    part.collect_leaves(path, out);
                    path.pop();
                }
            }
            Shape::Array(_) | Shape::Token => out.push((path.clone(), self)),
        }
    }

    /// The shape at a path.
    pub fn at(&self, index: &[usize]) -> Option<&Shape> {
        match index.split_first() {
            None => Some(self),
            Some((&first, rest)) => self.as_tuple()?.get(first)?.at(rest),
        }
    }

    /// Bytes of all arrays inside.
    pub fn byte_size(&self) -> usize {
        match self {
            Shape::Array(array) => array.byte_size(),
            Shape::Tuple(parts) => parts.iter().map(Shape::byte_size).sum(),
            Shape::Token => 0,
        }
    }
}

impl From<ArrayShape> for Shape {
    fn from(array: ArrayShape) -> Shape {
        Shape::Array(array)
    }
}

/// Writes items with a separator between them.
pub(crate) fn join<T: fmt::Display>(items: impl IntoIterator<Item = T>, separator: &str) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(separator)
}

impl ArrayShape {
    /// As MLIR has it inside `tensor<…>`, and the command line in inputs: `2x3xf32`.
    pub fn mlir_text(&self) -> String {
        let dims: String = self.dims.iter().map(|d| format!("{d}x")).collect();
        dims + self.element_type.mlir_name()
    }
}

/// HLO text without layout: `f32[2,3]`.
impl fmt::Display for ArrayShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]", self.element_type, join(&self.dims, ","))
    }
}

/// HLO text without layouts: `(f32[2], token[])`.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shape::Array(array) => array.fmt(f),
            Shape::Tuple(parts) => write!(f, "({})", join(parts, ", ")),
            Shape::Token => f.write_str("token[]"),
        }
    }
}

/// Where a permutation takes each place.
pub(crate) fn inverse_permutation(permutation: &[usize]) -> Vec<usize> {
    let mut inverse = vec![0; permutation.len()];
    permutation.iter().enumerate().for_each(|(to, &from)| inverse[from] = to);
    inverse
}
