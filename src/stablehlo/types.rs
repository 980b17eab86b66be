//! Types of StableHLO values, and their text.

use crate::hlo::{ArrayShape, ElementType, Shape};
use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

/// A type of a value or of an attribute.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    Tensor(Tensor),
    /// A tensor of unknown rank.
    Unranked(Element),
    /// A tensor that is written in place.
    Buffer(Tensor),
    Token,
    Tuple(Vec<Type>),
    Future(Vec<Type>),
    Function(Vec<Type>, Vec<Type>),
    /// An element type by itself, which is an attribute's.
    Scalar(Element),
    None,
}

/// A tensor of known rank.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    /// Sizes; none where dynamic.
    pub dims: Vec<Option<u64>>,
    pub element: Element,
    /// Upper bounds of dynamic dimensions, where they have some.
    pub bounds: Option<Vec<Option<u64>>>,
}

/// What a tensor is made of.
#[derive(Clone, Debug, PartialEq)]
pub enum Element {
    Plain(ElementType),
    Index,
    /// Only as a precision of a dot algorithm.
    Tf32,
    Quantized(Arc<Quantized>),
}

/// A quantized element type.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantized {
    pub storage: ElementType,
    pub expressed: ElementType,
    /// The storage values in use.
    pub storage_range: (i64, i64),
    /// The axis along which parameters vary.
    pub axis: Option<u64>,
    /// Scale and zero point: one, or as many as the axis has elements.
    pub parameters: Vec<(f64, i64)>,
}

impl Tensor {
    /// A tensor of static size.
    pub fn of(element_type: ElementType, dims: &[usize]) -> Tensor {
        let dims = dims.iter().map(|&size| Some(size as u64)).collect();
        Tensor { dims, element: Element::Plain(element_type), bounds: None }
    }

    /// Number of elements; none where it is dynamic or does not fit.
    pub fn element_count(&self) -> Option<usize> {
        let sizes = self.dims.iter().map(|size| size.and_then(|size| usize::try_from(size).ok()));
        let sizes = sizes.collect::<Option<Vec<usize>>>()?;
        if sizes.contains(&0) {
            return Some(0);
        }
        sizes.into_iter().try_fold(1usize, usize::checked_mul)
    }
}

impl Element {
    /// The type whose memory form a constant's elements have.
    pub fn stored(&self) -> Option<ElementType> {
        match self {
            Element::Plain(element_type) => Some(*element_type),
            Element::Index => Some(ElementType::S64),
            Element::Quantized(quantized) => Some(quantized.storage),
            Element::Tf32 => None,
        }
    }
}

impl From<&ArrayShape> for Type {
    fn from(shape: &ArrayShape) -> Type {
        Type::Tensor(Tensor::of(shape.element_type, &shape.dims))
    }
}

/// Layouts are dropped: StableHLO has none.
impl From<&Shape> for Type {
    fn from(shape: &Shape) -> Type {
        match shape {
            Shape::Array(array) => Type::from(array),
            Shape::Tuple(parts) => Type::Tuple(parts.iter().map(Type::from).collect()),
            Shape::Token => Type::Token,
        }
    }
}

impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Type::Tensor(tensor) => write!(f, "tensor<{tensor}>"),
            Type::Unranked(element) => write!(f, "tensor<*x{element}>"),
            Type::Buffer(tensor) => write!(f, "memref<{tensor}>"),
            Type::Token => f.write_str("!stablehlo.token"),
            Type::Tuple(parts) => write!(f, "tuple<{}>", List(parts)),
            Type::Future(parts) => write!(f, "!stablehlo.future<{}>", List(parts)),
            Type::Function(inputs, results) => write!(f, "({}) -> {}", List(inputs), Results(results)),
            Type::Scalar(element) => element.fmt(f),
            Type::None => f.write_str("none"),
        }
    }
}

/// Types with commas between them.
pub struct List<'t, T>(pub &'t [T]);

impl<T: Display> Display for List<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, item) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            item.fmt(f)?;
        }
        Ok(())
    }
}

/// What stands behind an arrow: one type, or a list in parentheses.
pub struct Results<'t>(pub &'t [Type]);

impl Display for Results<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            [Type::Function(..)] => write!(f, "({})", List(self.0)),
            [only] => only.fmt(f),
            several => write!(f, "({})", List(several)),
        }
    }
}

/// What stands inside of `tensor<…>`.
impl Display for Tensor {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for size in &self.dims {
            write!(f, "{}x", Size(*size))?;
        }
        self.element.fmt(f)?;
        match &self.bounds {
            None => Ok(()),
            Some(bounds) => {
                let bounds: Vec<Size> = bounds.iter().copied().map(Size).collect();
                write!(f, ", #stablehlo.bounds<{}>", List(&bounds))
            }
        }
    }
}

/// A size, or `?`.
struct Size(Option<u64>);

impl Display for Size {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(size) => size.fmt(f),
            None => f.write_str("?"),
        }
    }
}

impl Display for Element {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Element::Plain(element_type) => f.write_str(element_type.mlir_name()),
            Element::Index => f.write_str("index"),
            Element::Tf32 => f.write_str("tf32"),
            Element::Quantized(quantized) => quantized.fmt(f),
        }
    }
}

impl Quantized {
    /// All values of the storage type.
    fn whole_range(&self) -> (i64, i64) {
        let bits = self.storage.bit_width() as u32;
        match self.storage.is_unsigned_integer() {
            true => (0, (1i64 << bits.min(62)) - 1),
            false => (-(1i64 << (bits.min(63) - 1)), (1i64 << (bits.min(63) - 1)) - 1),
        }
    }
}

/// `!quant.uniform<i8<-127:127>:f32:0, {0.1:-30, 0.5}>`
impl Display for Quantized {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let storage = self.storage.mlir_name().trim_start_matches("ui");
        let prefix = if self.storage.is_unsigned_integer() { "u" } else { "" };
        write!(f, "!quant.uniform<{prefix}{storage}")?;
        let (least, greatest) = self.storage_range;
        if self.storage_range != self.whole_range() {
            write!(f, "<{least}:{greatest}>")?;
        }
        write!(f, ":{}", self.expressed.mlir_name())?;
        let parameter = |(scale, zero): &(f64, i64)| match zero {
            0 => float(*scale),
            zero => format!("{}:{zero}", float(*scale)),
        };
        let parameters: Vec<String> = self.parameters.iter().map(parameter).collect();
        match self.axis {
            Some(axis) => write!(f, ":{axis}, {{{}}}>", parameters.join(",")),
            None => write!(f, ", {}>", parameters.join(",")),
        }
    }
}

/// A scale, which has a decimal point.
fn float(value: f64) -> String {
    format!("{value:?}")
}
