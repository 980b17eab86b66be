//! Calls of the libraries that XLA compiles products, convolutions and sorts to on GPUs (cuBLAS, cuDNN, CUB), as the
//! operations that they perform.
//!
//! A backend config says which: factors, what is added, an activation. Beside the value, calls give a workspace, whose
//! bytes mean nothing: zeros here. What a call asks for beyond the forms here, and what does not fit together, which XLA
//! leaves to the library to find out, stays a call, by its name.

mod convolution;
mod cub_sort;
mod matmul;

use super::scaled_dot::{block_scaled_dot, dequantize};
use crate::frontend::hlo_text::cursor::Outcome;
use crate::frontend::hlo_text::site::Site;
use crate::frontend::hlo_text::sizes::{pad_to_static, slice_to_dynamic};
use crate::hlo::infer;
use crate::hlo::{ArrayShape, BinaryOp, Builder, ComparisonDirection, ElementType, InstructionId, Op, Shape, UnaryOp};
use serde_json::Value;

/// Reads a call of a target with its backend config; nothing where it is to stay a call.
pub type ReadCall = fn(&mut Site, &Config) -> Outcome<Option<Op>>;

const TARGETS: [(&str, ReadCall); 16] = [
    ("PadToStatic", |site, _| pad_to_static(site)),
    ("SliceToDynamic", |site, _| slice_to_dynamic(site)),
    ("__op$block_scaled_dot", block_scaled_dot),
    ("__op$dequantize", dequantize),
    ("__cublas$gemm", matmul::matmul),
    ("__cublas$lt$matmul", matmul::matmul),
    ("__cublas$lt$matmul$f8", matmul::scaled_matmul),
    ("__cudnn$convForward", convolution::forward),
    ("__cudnn$convBiasActivationForward", convolution::forward),
    ("__cudnn$convBackwardInput", convolution::backward_input),
    ("__cudnn$convBackwardFilter", convolution::backward_filter),
    ("xla.gpu.ext.cub_sort_keys", cub_sort::sort),
    ("xla.gpu.ext.cub_sort_pairs", cub_sort::sort),
    ("xla.gpu.ext.cub_sort_unassigned_scratch_size", cub_sort::sort),
    ("__xla_internal_call_marker_before", |site, _| call_marker(site)),
    ("__xla_internal_call_marker_after", |site, _| call_marker(site)),
];

/// The operation that a call performs; nothing where none here does.
pub fn read(target: &str, backend_config: &str, site: &mut Site) -> Outcome<Option<Op>> {
    let Some((_, read)) = TARGETS.iter().find(|(name, _)| *name == target) else { return Ok(None) };
    let Some(config) = Config::parse(backend_config) else { return Ok(None) };
    read(site, &config)
}

/// The border of what was a call: it gives what it is given.
fn call_marker(site: &mut Site) -> Outcome<Option<Op>> {
    let given: Vec<Shape> = site.operands.iter().map(|&id| site.computation.shape(id).clone()).collect();
    let stated = site.stated()?;
    Ok(match &given[..] {
        [one] if one.same_type(stated) => Some(Op::OptimizationBarrier),
        _ => Shape::Tuple(given).same_type(stated).then_some(Op::Tuple),
    })
}

/// A backend config: JSON, in which older versions of XLA write keys without quotes.
pub struct Config(Value);

impl Config {
    fn parse(text: &str) -> Option<Config> {
        let text = if text.trim().is_empty() { "{}" } else { text };
        let parsed = serde_json::from_str(text).or_else(|_| serde_json::from_str(&with_quoted_keys(text)));
        parsed.ok().filter(Value::is_object).map(Config)
    }

    /// The part of this name, or the whole where it has none.
    pub fn part(&self, name: &str) -> Config {
        Config(self.0.get(name).unwrap_or(&self.0).clone())
    }

    /// A field by its name in the proto, `snake_case`, which JSON may also have in `camelCase`.
    pub fn field(&self, name: &str) -> Option<&Value> {
        self.0.get(name).or_else(|| self.0.get(camel_case(name)))
    }

    /// A number, which may be in quotes; nothing for what is none.
    pub fn number(&self, name: &str, usual: f64) -> Option<f64> {
        self.field(name).map_or(Some(usual), |value| value.as_f64().or_else(|| value.as_str()?.parse().ok()))
    }

    /// A word, or a number as one.
    pub fn word(&self, name: &str) -> Option<String> {
        self.field(name).map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned))
    }
}

fn with_quoted_keys(text: &str) -> String {
    let mut quoted = String::new();
    let mut is_key = false;
    for letter in text.chars() {
        let begins = quoted.trim_end().ends_with(['{', ',']) && letter.is_ascii_alphabetic();
        let ends = is_key && letter == ':';
        if begins || ends {
            quoted.push('"');
            is_key = begins;
        }
        quoted.push(letter);
    }
    quoted
}

fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    let capitalized = words.map(|word| format!("{}{}", word[..1].to_ascii_uppercase(), &word[1..]));
    first + &capitalized.collect::<String>()
}

/// What the call computes: its result, or the first of a tuple that has workspaces beside it.
fn computed<'a>(site: &Site<'a, '_>) -> Outcome<Option<&'a ArrayShape>> {
    let is_bytes = |part: &Shape| {
        part.as_array().is_some_and(|array| matches!(array.element_type, ElementType::S8 | ElementType::U8))
    };
    Ok(match site.stated()? {
        Shape::Tuple(parts) => match parts.split_first() {
            Some((Shape::Array(value), rest)) if rest.iter().all(is_bytes) => Some(value),
            _ => None,
        },
        Shape::Array(value) => Some(value),
        Shape::Token => None,
    })
}

/// The instruction's result: the values, with zeros for workspaces where there are some.
fn result(site: &mut Site, values: &[InstructionId]) -> Outcome<Option<Op>> {
    let Shape::Tuple(parts) = site.stated()? else {
        site.operands = values.to_vec();
        return Ok(Some(Op::Copy));
    };
    let workspaces: Vec<&ArrayShape> = parts[values.len()..].iter().filter_map(Shape::as_array).collect();
    let zeros = |b: &mut Builder, array: &ArrayShape| {
        let zero = b.scalar_integer(array.element_type, 0);
        b.splat(zero, &array.dims)
    };
    let zeros = site.build(|b| workspaces.iter().map(|array| zeros(b, array)).collect::<Vec<_>>())?;
    site.operands = [values, &zeros].concat();
    Ok(Some(Op::Tuple))
}

/// What is done to a product, in the type of the product.
struct Epilogue {
    /// Of the product.
    factor: f64,
    /// Further factors, as operands: scalars.
    scales: Vec<InstructionId>,
    /// Added, with its factor: an operand of the shape of the product.
    addend: Option<(f64, InstructionId)>,
    /// Added along a dimension of the product.
    bias: Option<(InstructionId, usize)>,
    activation: Activation,
}

#[derive(Clone, Copy, PartialEq)]
enum Activation {
    None,
    Relu,
    Relu6,
    /// By the hyperbolic tangent.
    Gelu,
    /// `x` where it is positive, `e^x - 1` elsewhere.
    Elu,
}

impl Epilogue {
    /// Whether what is added has the dimensions of the product, or some of them.
    fn fits(&self, site: &Site, product: &ArrayShape) -> bool {
        let dims = |id: InstructionId| site.computation.shape(id).as_array().map(|array| &array.dims[..]);
        let are_scalars = self.scales.iter().all(|&scale| dims(scale) == Some(&[]));
        let addend_fits = self.addend.is_none_or(|(_, addend)| dims(addend) == Some(&product.dims));
        are_scalars
            && addend_fits
            && self.bias.is_none_or(|(bias, first)| {
                dims(bias).is_some_and(|dims| product.dims.get(first..first + dims.len()) == Some(dims))
            })
    }

    fn is_nothing(&self) -> bool {
        self.factor == 1.0
            && self.scales.is_empty()
            && self.addend.is_none()
            && self.bias.is_none()
            && self.activation == Activation::None
    }

    fn write(&self, b: &mut Builder, product: InstructionId) -> InstructionId {
        let element_type = b.element_type(product);
        let mut value = scaled(b, product, self.factor);
        for &scale in &self.scales {
            let scale = b.convert(scale, element_type);
            let dims = b.dims(value);
            let scale = b.splat(scale, &dims);
            value = b.multiply(value, scale);
        }
        if let Some((factor, addend)) = self.addend {
            let addend = b.convert(addend, element_type);
            let addend = scaled(b, addend, factor);
            value = b.add_values(value, addend);
        }
        if let Some((bias, dimension)) = self.bias {
            let bias = b.convert(bias, element_type);
            let (dims, rank) = (b.dims(value), b.dims(bias).len());
            let bias = b.broadcast(bias, &dims, &(dimension..dimension + rank).collect::<Vec<_>>());
            value = b.add_values(value, bias);
        }
        self.activation.write(b, value)
    }
}

/// Whether an operation of operands of these shapes has this result.
pub fn gives(op: &Op, operands: [&Shape; 2], result: &ArrayShape) -> bool {
    let result = Shape::Array(result.clone());
    infer::result_shape(op, &operands, &result, &[]).is_ok_and(|inferred| inferred.same_type(&result))
}

fn scaled(b: &mut Builder, value: InstructionId, factor: f64) -> InstructionId {
    if factor == 1.0 {
        return value;
    }
    let factor = b.full_like(value, factor);
    b.multiply(value, factor)
}

impl Activation {
    fn write(self, b: &mut Builder, x: InstructionId) -> InstructionId {
        let zero = b.full_like(x, 0.0);
        match self {
            Activation::None => x,
            Activation::Relu => b.binary(BinaryOp::Maximum, x, zero),
            Activation::Relu6 => {
                let six = b.full_like(x, 6.0);
                b.clamp(zero, x, six)
            }
            Activation::Gelu => gelu(b, x),
            Activation::Elu => {
                let is_positive = b.compare(ComparisonDirection::Gt, x, zero);
                let below = b.unary(UnaryOp::ExponentialMinusOne, x);
                b.select(is_positive, x, below)
            }
        }
    }
}

/// `x / 2 * (1 + tanh(√(2/π) * (x + 0.044715 x³)))`
fn gelu(b: &mut Builder, x: InstructionId) -> InstructionId {
    let square = b.multiply(x, x);
    let cube = b.multiply(square, x);
    let cubic = scaled(b, cube, 0.044715);
    let sum = b.add_values(x, cubic);
    let argument = scaled(b, sum, (2.0 / std::f64::consts::PI).sqrt());
    let tanh = b.unary(UnaryOp::Tanh, argument);
    let one = b.full_like(x, 1.0);
    let weight = b.add_values(one, tanh);
    let half = scaled(b, x, 0.5);
    b.multiply(half, weight)
}

/// A product with its epilogue: in the wider type that sums have where something is done to it.
fn with_epilogue(site: &mut Site, op: Op, operands: [InstructionId; 2], epilogue: &Epilogue) -> Outcome<Option<Op>> {
    let Some(stated) = computed(site)? else { return Ok(None) };
    let is_plain = epilogue.is_nothing();
    if !is_plain && !stated.element_type.is_float() {
        return Ok(None);
    }
    let element_type = if is_plain { stated.element_type } else { stated.element_type.accumulator() };
    let product = stated.with_element_type(element_type);
    if !epilogue.fits(site, stated) || !gives(&op, operands.map(|id| site.computation.shape(id)), &product) {
        return Ok(None);
    }
    let product = site.add(op, product, &operands);
    let value = site.build(|b| {
        let value = epilogue.write(b, product);
        b.convert(value, stated.element_type)
    })?;
    result(site, &[value])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn configs() {
        let config = Config::parse("{conv_result_scale:2,activation_mode:\"kRelu\"}").unwrap();
        assert_eq!(config.number("conv_result_scale", 1.0), Some(2.0));
        assert_eq!(config.word("activation_mode").as_deref(), Some("kRelu"));
        let config = Config::parse(r#"{"cudnn":{"convResultScale":"3","sideInputScale":null}}"#).unwrap().part("cudnn");
        assert_eq!([config.number("conv_result_scale", 1.0), config.number("beta", 0.5)], [Some(3.0), Some(0.5)]);
        assert_eq!(config.number("side_input_scale", 0.0), None);
        assert!(Config::parse("").is_some() && Config::parse("[1]").is_none());
    }
}
