//! Shapes of which not every dimension is known: what a program declares where it is written for inputs of several
//! shapes.
//!
//! A declaration says less than a shape, and never more: whoever works a shape out asks [`PartialShape::admits`]
//! whether the declaration allows it.

use super::shape::join;
use super::{ArrayShape, ElementType, Shape};
use std::fmt;

/// One declared dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    Known(usize),
    /// Any size.
    Unknown,
    /// Any size up to this one.
    AtMost(usize),
}

impl Dimension {
    pub fn size(self) -> Option<usize> {
        match self {
            Dimension::Known(size) => Some(size),
            Dimension::Unknown | Dimension::AtMost(_) => None,
        }
    }

    pub fn admits(self, size: usize) -> bool {
        match self {
            Dimension::Known(known) => known == size,
            Dimension::Unknown => true,
            Dimension::AtMost(bound) => size <= bound,
        }
    }
}

/// `4`, `?`, or `at most 4`.
impl fmt::Display for Dimension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Dimension::Known(size) => size.fmt(f),
            Dimension::Unknown => f.write_str("?"),
            Dimension::AtMost(bound) => write!(f, "at most {bound}"),
        }
    }
}

/// A declared array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartialArray {
    pub element_type: ElementType,
    /// None where not even their number is known.
    pub dims: Option<Vec<Dimension>>,
}

impl PartialArray {
    /// The shape, where all of it is known.
    pub fn complete(&self) -> Option<ArrayShape> {
        let sizes = self.dims.as_ref()?.iter().map(|dimension| dimension.size());
        Some(ArrayShape::new(self.element_type, sizes.collect::<Option<Vec<_>>>()?))
    }

    /// # Errors
    /// Says which dimension, or what else, an array of these dimensions has wrong.
    pub fn admits_dims(&self, found: &[usize]) -> Result<(), String> {
        let Some(dims) = &self.dims else { return Ok(()) };
        if dims.len() != found.len() {
            return Err(format!("expected rank {}, found rank {}", dims.len(), found.len()));
        }
        for (i, (&expected, &found)) in dims.iter().zip(found).enumerate() {
            if !expected.admits(found) {
                return Err(format!("dimension {i}: expected {expected}, found {found}"));
            }
        }
        Ok(())
    }
}

impl From<&ArrayShape> for PartialArray {
    fn from(shape: &ArrayShape) -> PartialArray {
        let dims = shape.dims.iter().map(|&size| Dimension::Known(size)).collect();
        PartialArray { element_type: shape.element_type, dims: Some(dims) }
    }
}

/// As MLIR's text has it: `tensor<2x?xf32>`, `tensor<?xf32, #stablehlo.bounds<4>>`, `tensor<*xf32>`.
impl fmt::Display for PartialArray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let element_type = self.element_type.mlir_name();
        let Some(dims) = &self.dims else { return write!(f, "tensor<*x{element_type}>") };
        let size = |dimension: &Dimension| dimension.size().map_or("?".to_owned(), |size| size.to_string());
        let sizes: String = dims.iter().map(|dimension| size(dimension) + "x").collect();
        write!(f, "tensor<{sizes}{element_type}")?;
        if dims.iter().any(|dimension| matches!(dimension, Dimension::AtMost(_))) {
            let bound = |dimension: &Dimension| match dimension {
                Dimension::AtMost(bound) => bound.to_string(),
                Dimension::Known(_) | Dimension::Unknown => "?".to_owned(),
            };
            write!(f, ", #stablehlo.bounds<{}>", join(dims.iter().map(bound), ", "))?;
        }
        f.write_str(">")
    }
}

/// What is declared of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartialShape {
    Array(PartialArray),
    Tuple(Vec<PartialShape>),
    Token,
}

impl PartialShape {
    /// The shape, where all of it is known.
    pub fn complete(&self) -> Option<Shape> {
        match self {
            PartialShape::Array(array) => array.complete().map(Shape::Array),
            PartialShape::Tuple(parts) => {
                parts.iter().map(PartialShape::complete).collect::<Option<_>>().map(Shape::Tuple)
            }
            PartialShape::Token => Some(Shape::Token),
        }
    }

    pub fn as_array(&self) -> Option<&PartialArray> {
        match self {
            PartialShape::Array(array) => Some(array),
            PartialShape::Tuple(_) | PartialShape::Token => None,
        }
    }

    /// Whether a value of this shape is as declared, up to layout.
    ///
    /// # Errors
    /// Says what differs: a dimension, the rank, the element type, or the kind of value.
    pub fn admits(&self, found: &Shape) -> Result<(), String> {
        match (self, found) {
            (PartialShape::Array(expected), Shape::Array(array)) => {
                if expected.element_type != array.element_type {
                    let (expected, found) = (expected.element_type.mlir_name(), array.element_type.mlir_name());
                    return Err(format!("expected elements of type {expected}, found {found}"));
                }
                expected.admits_dims(&array.dims)
            }
            (PartialShape::Tuple(expected), Shape::Tuple(parts)) if expected.len() == parts.len() => {
                expected.iter().zip(parts).try_for_each(|(expected, part)| expected.admits(part))
            }
            (PartialShape::Token, Shape::Token) => Ok(()),
            (PartialShape::Array(_) | PartialShape::Tuple(_) | PartialShape::Token, _) => {
                Err(format!("expected {self}, found {found}"))
            }
        }
    }
}

impl fmt::Display for PartialShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PartialShape::Array(array) => array.fmt(f),
            PartialShape::Tuple(parts) => write!(f, "tuple<{}>", join(parts, ", ")),
            PartialShape::Token => f.write_str("!stablehlo.token"),
        }
    }
}

impl From<&Shape> for PartialShape {
    fn from(shape: &Shape) -> PartialShape {
        match shape {
            Shape::Array(array) => PartialShape::Array(array.into()),
            Shape::Tuple(parts) => PartialShape::Tuple(parts.iter().map(PartialShape::from).collect()),
            Shape::Token => PartialShape::Token,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declared(dims: &[Dimension]) -> PartialArray {
        PartialArray { element_type: ElementType::F32, dims: Some(dims.to_vec()) }
    }

    #[test]
    fn declarations_are_written_as_in_mlir() {
        use Dimension::*;
        assert_eq!(declared(&[Known(2), Unknown]).to_string(), "tensor<2x?xf32>");
        assert_eq!(declared(&[AtMost(4), Unknown]).to_string(), "tensor<?x?xf32, #stablehlo.bounds<4, ?>>");
        assert_eq!(PartialArray { element_type: ElementType::S32, dims: None }.to_string(), "tensor<*xi32>");
    }

    #[test]
    fn a_bound_admits_what_is_under_it() {
        let shape = PartialShape::Array(declared(&[Dimension::AtMost(4), Dimension::Known(3)]));
        let of = |dims: [usize; 2]| shape.admits(&Shape::array(ElementType::F32, dims));
        assert_eq!(of([0, 3]), Ok(()));
        assert_eq!(of([4, 3]), Ok(()));
        assert_eq!(of([5, 3]), Err("dimension 0: expected at most 4, found 5".to_owned()));
        assert_eq!(of([4, 2]), Err("dimension 1: expected 3, found 2".to_owned()));
        let other = shape.admits(&Shape::array(ElementType::F16, [4, 3]));
        assert_eq!(other, Err("expected elements of type f32, found f16".to_owned()));
    }

    #[test]
    fn only_what_is_known_is_complete() {
        let known = declared(&[Dimension::Known(2)]);
        assert_eq!(known.complete(), Some(ArrayShape::new(ElementType::F32, [2])));
        assert_eq!(declared(&[Dimension::AtMost(2)]).complete(), None);
        assert_eq!(PartialShape::Tuple(vec![PartialShape::Token]).complete(), Some(Shape::Tuple(vec![Shape::Token])));
    }
}
