//! VHLO's attributes as StableHLO's.
//!
//! VHLO writes every attribute, also one of its default value, and spreads structures over several; older versions of
//! an operation lack what came later, and mean its default.

use super::super::cursor::{Cursor, Outcome};
use super::super::vhlo::ops::VhloOp;
use super::super::vhlo::structures::{CONVOLUTION, DOT, DOT_ALGORITHM, GATHER, INDEX_VECTOR_DIM, SCATTER};
use crate::hlo::{ConvolutionDimensionNumbers, ElementType};
use crate::stablehlo::{Attribute, Attributes, Constant, Element, Type};

/// The attributes of an operation, as StableHLO's newest version has them.
pub fn in_stablehlo(op: &VhloOp, attributes: Attributes, at: &Cursor) -> Outcome<Attributes> {
    let mut own = Own { op, at, attributes };
    let has_layouts = own.attributes.iter().any(|(name, value)| LAYOUTS.contains(&&**name) && !is_empty(value));
    own.attributes.retain(|(name, value)| match LAYOUTS.contains(&&**name) {
        true => has_layouts,
        false => !is_default(op.name, name, value),
    });
    match op.name {
        "convolution" | "dynamic_conv" => own.convolution()?,
        "dot_general" => own.dot()?,
        "gather" | "dynamic_gather" => own.structure("dimension_numbers", "gather", &GATHER)?,
        "scatter" => own.structure("scatter_dimension_numbers", "scatter", &SCATTER)?,
        _ => own.channel()?,
    }
    let attributes = own.attributes.into_iter();
    Ok(attributes.map(|(name, value)| (name.clone(), respelled(op.name, &name, value))).collect())
}

/// Of a custom call: both, or none where both are empty.
const LAYOUTS: [&str; 2] = ["operand_layouts", "result_layouts"];

/// Whether StableHLO leaves an attribute of this value out.
fn is_default(op: &str, name: &str, value: &Attribute) -> bool {
    match (op, name, value) {
        ("cholesky", "lower", value) => *value == Attribute::Bool(false),
        (_, "use_global_device_ids" | "has_dynamic_root" | "is_host_transfer" | "has_side_effect", value)
        | (_, "indices_are_sorted" | "unique_indices" | "is_stable", value) => *value == Attribute::Bool(false),
        (_, "window_strides" | "base_dilations" | "window_dilations" | "lhs_dilation" | "rhs_dilation", value) => {
            integers(value).is_some_and(|list| list.iter().all(|&item| item == 1))
        }
        ("dynamic_conv", "padding", _) => true,
        (_, "padding" | "window_reversal", value) => {
            integers(value).is_some_and(|list| list.iter().all(|&item| item == 0))
        }
        (_, "precision_config", Attribute::Array(items)) => {
            items.iter().all(|item| *item == Attribute::Keyword("precision", "DEFAULT"))
        }
        (_, "compare_type", value) => *value == Attribute::Keyword("comparison_type", "NOTYPE"),
        ("composite", "version", Attribute::Integer(value, _)) => *value == 0,
        ("sort", "dimension", Attribute::Integer(value, _)) => *value == -1,
        ("custom_call", "api_version", Attribute::Integer(value, _)) => *value == 1,
        (_, "channel_id", Attribute::Integer(value, _)) => *value == 0 && !matches!(op, "send" | "recv"),
        (_, "known_expanding_dimensions" | "known_nonexpanding_dimensions" | "source_target_pairs", value)
            if op != "collective_permute" =>
        {
            integers(value).is_some_and(|list| list.is_empty())
        }
        (_, "result_accuracy", Attribute::Structure(_, fields)) => fields.iter().all(|(_, field)| {
            matches!(field, Attribute::Keyword(_, "DEFAULT") | Attribute::Integer(0, _))
                || matches!(field, Attribute::Float(bytes, _) if bytes.iter().all(|&byte| byte == 0))
        }),
        ("custom_call" | "composite" | "func" | "infeed" | "outfeed", name, value) => {
            !name.contains('.') && is_empty(value)
        }
        _ => false,
    }
}

fn is_empty(value: &Attribute) -> bool {
    match value {
        Attribute::String(text) => text.is_empty(),
        Attribute::Array(items) => items.is_empty(),
        Attribute::Dictionary(entries) => entries.is_empty(),
        _ => false,
    }
}

/// All integers or booleans of a constant.
fn integers(value: &Attribute) -> Option<Vec<i64>> {
    let Attribute::Constant(constant) = value else { return None };
    let element_type = constant.of_type.element.stored().filter(|t| t.is_integer() || *t == ElementType::Pred)?;
    let elements = constant.bytes.0.chunks_exact(element_type.byte_width());
    let values = elements.map(|element| element_type.decode_integer(element) as i64);
    match constant.is_splat {
        true => Some(values.cycle().take(splat_count(constant)?).collect()),
        false => Some(values.collect()),
    }
}

/// Elements of a splat that lists dimensions: no array has more of them than that.
fn splat_count(constant: &Constant) -> Option<usize> {
    const MAX_RANK: usize = 1 << 10;
    constant.of_type.element_count().filter(|&count| count <= MAX_RANK)
}

/// Vectors as arrays, names of functions as symbols, flags as such.
fn respelled(op: &str, name: &str, value: Attribute) -> Attribute {
    match (op, name, value) {
        ("call", "callee", Attribute::String(symbol)) | ("composite", "decomposition", Attribute::String(symbol)) => {
            Attribute::Symbol(symbol)
        }
        ("custom_call", "called_computations", Attribute::Array(items)) => {
            let symbol = |item| match item {
                Attribute::String(symbol) => Attribute::Symbol(symbol),
                other => other,
            };
            Attribute::Array(items.into_iter().map(symbol).collect())
        }
        (_, "use_global_device_ids" | "has_dynamic_root", Attribute::Bool(true)) => Attribute::Unit,
        ("constant", "value", value) => value,
        (_, name, Attribute::Constant(constant)) if constant.of_type.dims.len() == 1 && !name.contains('.') => {
            vector(constant)
        }
        (_, _, value) => value,
    }
}

fn vector(constant: Constant) -> Attribute {
    let element = constant.of_type.element.clone();
    let value = Attribute::Constant(constant);
    match (element, integers(&value)) {
        (Element::Plain(ElementType::S64), Some(list)) => Attribute::Integers(list),
        (Element::Plain(ElementType::Pred), Some(list)) => {
            Attribute::Bools(list.iter().map(|&item| item != 0).collect())
        }
        _ => value,
    }
}

/// An operation's attributes on their way.
struct Own<'a, 'b> {
    op: &'a VhloOp,
    at: &'a Cursor<'b>,
    attributes: Attributes,
}

impl Own<'_, '_> {
    fn take(&mut self, name: &str) -> Option<Attribute> {
        let place = self.attributes.iter().position(|(key, _)| key == name)?;
        Some(self.attributes.remove(place).1)
    }

    fn wrong<T>(&self, name: &str, expected: &str) -> Outcome<T> {
        Err(self.at.error(format!("{}: expected `{name}` to be {expected}", self.op.versioned_name())))
    }

    fn list(&mut self, name: &str) -> Outcome<Vec<usize>> {
        let Some(value) = self.take(name) else { return Ok(Vec::new()) };
        let items = integers(&value).and_then(|list| list.into_iter().map(|item| usize::try_from(item).ok()).collect());
        items.map_or_else(|| self.wrong(name, "a list of dimensions"), Ok)
    }

    fn number(&mut self, name: &str) -> Outcome<usize> {
        match self.take(name) {
            Some(Attribute::Integer(value, _)) => {
                usize::try_from(value).or_else(|_| self.wrong(name, "a number from 0 on"))
            }
            _ => self.wrong(name, "a number"),
        }
    }

    /// Lists and numbers as fields of one structure; empty lists and zeros are left out.
    fn structure(&mut self, into: &'static str, of: &'static str, names: &[&'static str]) -> Outcome<()> {
        let mut fields = Vec::new();
        for &name in names {
            if name == INDEX_VECTOR_DIM {
                let number = self.number(name)?;
                fields.extend((number != 0).then(|| (name, Attribute::i64(number as i64))));
            } else {
                let list = self.list(name)?;
                fields.extend((!list.is_empty()).then(|| (name, Attribute::integers(&list))));
            }
        }
        self.attributes.push((into.into(), Attribute::Structure(of, fields)));
        Ok(())
    }

    fn dot(&mut self) -> Outcome<()> {
        self.structure("dot_dimension_numbers", "dot", &DOT)?;
        let mut fields = Vec::new();
        for name in DOT_ALGORITHM {
            fields.extend(self.take(name).map(|value| (name, value)));
        }
        // Without an algorithm, all of its fields say so by the type `none`.
        fields.retain(|(_, value)| *value != Attribute::Type(Type::None));
        match fields.len() {
            0 => {}
            count if count == DOT_ALGORITHM.len() => {
                self.attributes.push(("algorithm".into(), Attribute::Structure("dot_algorithm", fields)));
            }
            _ => return self.wrong("accumulation_type", "one of seven attributes of an algorithm"),
        }
        Ok(())
    }

    fn convolution(&mut self) -> Outcome<()> {
        let [input, kernel, output] = CONVOLUTION;
        let dims = ConvolutionDimensionNumbers {
            input_batch: self.number(input[0])?,
            input_feature: self.number(input[1])?,
            input_spatial: self.list(input[2])?,
            kernel_input_feature: self.number(kernel[0])?,
            kernel_output_feature: self.number(kernel[1])?,
            kernel_spatial: self.list(kernel[2])?,
            output_batch: self.number(output[0])?,
            output_feature: self.number(output[1])?,
            output_spatial: self.list(output[2])?,
        };
        self.attributes.push(("dimension_numbers".into(), Attribute::Convolution(Box::new(dims))));
        Ok(())
    }

    fn channel(&mut self) -> Outcome<()> {
        let Some(id) = self.take("channel_id") else { return Ok(()) };
        let of_type = self.take("channel_type").unwrap_or(Attribute::i64(0));
        let handle = Attribute::Structure("channel_handle", vec![("handle", id), ("type", of_type)]);
        self.attributes.push(("channel_handle".into(), handle));
        Ok(())
    }
}
