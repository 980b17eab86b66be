//! Types of arrays, quantized ones and those with open dimensions, and constants.

use pjrt::hlo::{ArrayLiteral, ArrayShape, ElementType};

/// A type as the program has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Type {
    /// Elements as they are stored.
    pub shape: ArrayShape,
    pub quantized: Option<Quantized>,
    /// Dimensions that the program leaves open.
    pub open: Vec<bool>,
    /// How much larger than they are the program says that open dimensions may be, if it says so.
    pub slack: Option<usize>,
}

/// What stored integers stand for.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantized {
    pub min: i64,
    pub max: i64,
    pub expressed: ElementType,
    pub axis: Option<usize>,
    pub scales: Vec<f64>,
    pub zero_points: Vec<i64>,
}

impl Type {
    pub fn closed(shape: ArrayShape) -> Type {
        Type { open: vec![false; shape.rank()], quantized: None, slack: None, shape }
    }

    pub fn of_dims(element_type: ElementType, dims: impl Into<Vec<usize>>) -> Type {
        Type::closed(ArrayShape::new(element_type, dims.into()))
    }

    pub fn with_quantized(self, quantized: Option<Quantized>) -> Type {
        Type { quantized, ..self }
    }

    /// The type of one element.
    pub fn scalar(&self) -> Type {
        Type::of_dims(self.shape.element_type, []).with_quantized(self.quantized.clone())
    }

    pub fn is_like(&self, other: &Type) -> bool {
        self.shape == other.shape && self.quantized == other.quantized
    }

    /// Whether both are quantized as a whole, and differ in scale and zero point at most.
    pub fn is_rescaled(&self, other: &Type) -> bool {
        match (&self.quantized, &other.quantized) {
            (Some(a), Some(b)) => {
                let of = |q: &Quantized| (q.min, q.max, q.expressed, q.axis.is_none());
                of(a) == of(b) && a.axis.is_none() && self.shape.element_type == other.shape.element_type
            }
            _ => false,
        }
    }

    pub fn text(&self) -> String {
        let size = |(&size, &open): (&usize, &bool)| if open { "?x".to_string() } else { format!("{size}x") };
        let dims: String = self.shape.dims.iter().zip(&self.open).map(size).collect();
        let element = match &self.quantized {
            Some(quantized) => quantized.text(self.shape.element_type),
            None => self.shape.element_type.mlir_name().to_string(),
        };
        format!("tensor<{dims}{element}{}>", self.bounds_text())
    }

    fn bounds_text(&self) -> String {
        let Some(slack) = self.slack.filter(|_| self.open.contains(&true)) else { return String::new() };
        let bound = |(&size, &open): (&usize, &bool)| if open { (size + slack).to_string() } else { "?".to_string() };
        let bounds: Vec<String> = self.shape.dims.iter().zip(&self.open).map(bound).collect();
        format!(", #stablehlo.bounds<{}>", bounds.join(", "))
    }

    /// The type of the stored elements, with all its dimensions.
    pub fn plain_text(&self) -> String {
        plain_text(self.shape.element_type, &self.shape.dims)
    }
}

pub fn plain_text(element_type: ElementType, dims: &[usize]) -> String {
    let dims: String = dims.iter().map(|size| format!("{size}x")).collect();
    format!("tensor<{dims}{}>", element_type.mlir_name())
}

impl Quantized {
    fn text(&self, storage: ElementType) -> String {
        let name = storage.mlir_name().replace("ui", "u");
        let bounds = match (self.min, self.max) == range(storage) {
            true => String::new(),
            false => format!("<{}:{}>", self.min, self.max),
        };
        let pairs = self.scales.iter().zip(&self.zero_points).map(|(scale, point)| format!("{scale:?}:{point}"));
        let pairs: Vec<String> = pairs.collect();
        let expressed = self.expressed.mlir_name();
        match self.axis {
            Some(axis) => format!("!quant.uniform<{name}{bounds}:{expressed}:{axis}, {{{}}}>", pairs.join(", ")),
            None => format!("!quant.uniform<{name}{bounds}:{expressed}, {}>", pairs[0]),
        }
    }

    /// Elements within the bounds, which those of an array have to keep.
    pub fn confined(&self, literal: &ArrayLiteral) -> ArrayLiteral {
        let of = literal.element_type();
        let elements = literal.bytes().chunks_exact(of.byte_width());
        let bytes: Vec<u8> = elements
            .flat_map(|bytes| of.encode_integer((of.decode_integer(bytes) as i64).clamp(self.min, self.max)))
            .collect();
        ArrayLiteral::from_slice(of, literal.dims(), &bytes)
    }
}

/// Least and greatest integer of a storage type of up to 32 bits.
pub fn range(storage: ElementType) -> (i64, i64) {
    let bits = storage.bit_width() as u32;
    match storage.is_signed_integer() {
        true => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        false => (0, (1 << bits) - 1),
    }
}

/// The elements of a constant as MLIR writes them: hexadecimal bytes where it takes them, else numbers.
pub fn dense(literal: &ArrayLiteral) -> String {
    let of = literal.element_type();
    let count = literal.shape().element_count();
    let hexadecimal =
        |bytes: &[u8]| format!("dense<\"0x{}\">", bytes.iter().map(|b| format!("{b:02X}")).collect::<String>());
    match of {
        _ if count == 0 => "dense<>".to_string(),
        ElementType::Pred => {
            // A splat: packed bits have an order of their own.
            format!("dense<{}>", literal.bytes()[0] != 0)
        }
        _ if of.bit_width() < 8 && of.is_integer() => {
            format!("dense<{}>", of.decode_integer(literal.element_bytes(0)))
        }
        _ if of.bit_width() < 8 => "dense<1.0>".to_string(),
        _ => hexadecimal(literal.bytes()),
    }
}
