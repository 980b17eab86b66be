//! Custom calls, with what their attributes say.
//!
//! Operand and result layouts are kept and mean nothing here: arrays are row-major, and what a target computes does not
//! depend on how the memory of its arrays is laid out.

use super::{Failure, OpLowering, Outcome};
use crate::frontend::attributes::{Fields, integers_of};
use crate::frontend::mlir::{self, Kind};
use crate::hlo::{CustomCall, ElementType, Layout, Op, Shape, UnaryOp};
use melior::ir::Attribute;
use melior::ir::attribute::AttributeLike;
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// `API_VERSION_ORIGINAL`, where the program gives none.
const ORIGINAL_API: i64 = 1;

/// Result index, operand, operand index.
type OutputOperandAlias = (Vec<usize>, usize, Vec<usize>);

impl<'m> OpLowering<'_, 'm> {
    pub fn custom_call(&mut self) -> Outcome {
        let target = self.node.text("call_target_name")?;
        if let Some(name) = target.strip_prefix("check.") {
            return self.check_custom_call(name);
        }
        if target == CustomCall::RAGGED_ALL_TO_ALL {
            return self.ragged_all_to_all();
        }
        if target == CustomCall::APPROX_TOP_K {
            return self.approx_top_k();
        }
        if let Some(outcome) = self.dynamic_call(target) {
            return outcome;
        }
        if self.node.has("mhlo.attributes")
            && let Some(outcome) = self.mhlo_operation(target)
        {
            return outcome;
        }
        let call = self.foreign_call(target)?;
        let (operands, mut shapes) = self.call_operands_and_shapes(target)?;
        set_layouts(&mut shapes, &call.result_layouts);
        self.with_shapes(Op::CustomCall(Box::new(call)), operands, shapes)
    }

    /// The call of a target that runtimes know, or not.
    fn foreign_call(&mut self, target: &str) -> Result<CustomCall, Failure> {
        let called_computations = self.called(self.node.array("called_computations"))?;
        self.custom_call_layouts_fit()?;
        let api_version = self.node.optional_i64("api_version")?.unwrap_or(ORIGINAL_API);
        let is_typed = matches!(self.node.attribute("mhlo.backend_config").map(mlir::kind), Some(Kind::Dictionary(_)));
        Ok(CustomCall {
            target: Arc::from(target),
            backend_config: self.backend_config(api_version)?,
            api_version: if is_typed { CustomCall::TYPED_FFI } else { api_version as i32 },
            has_side_effect: self.node.bool_or("has_side_effect", false)?,
            called_computations,
            output_operand_aliases: self.output_operand_aliases()?,
            operand_layouts: self.layouts("operand_layouts")?,
            result_layouts: self.layouts("result_layouts")?,
            number_types: self.number_types(),
        })
    }

    /// Operations of XLA's dialect that StableHLO lacks, as exporters write them.
    fn mhlo_operation(&mut self, target: &str) -> Option<Outcome> {
        let attributes = match self.node.attribute("mhlo.attributes").map(json) {
            Some(Json::Object(attributes)) => attributes,
            _ => return None,
        };
        let bare = target.strip_prefix("mhlo.")?;
        if let Some(op) = UnaryOp::of_mlir_name(&format!("chlo.{bare}")) {
            return Some(self.plain_of(1, Op::Unary(op)));
        }
        match bare {
            "topk" => {
                let k = usize::try_from(attributes.get("k")?.as_u64()?).ok()?;
                let largest = attributes.get("largest").and_then(Json::as_bool).unwrap_or(true);
                Some(self.plain_of(1, Op::TopK { k, largest }))
            }
            _ => None,
        }
    }

    /// The configuration, under the name that JAX gives to dictionaries or the operation's own.
    pub(super) fn config_attribute(&self) -> Option<Attribute<'m>> {
        ["mhlo.backend_config", "backend_config"].into_iter().find_map(|name| self.node.attribute(name))
    }

    /// The dictionary of typed FFI calls as JSON, else the string.
    fn backend_config(&self, api_version: i64) -> Result<Arc<str>, Failure> {
        if let Some(config) = self.node.attribute("backend_config") {
            let is_text = matches!(mlir::kind(config), Kind::Text(_));
            self.custom_call_c4_config_fits_the_version(is_text, api_version)?;
        }
        Ok(match self.config_attribute().map(|config| (config, mlir::kind(config))) {
            None => Arc::from(""),
            Some((_, Kind::Text(text))) => Arc::from(text),
            Some((config, _)) => Arc::from(json(config).to_string()),
        })
    }

    /// Types of numbers in a dictionary that is the backend config.
    fn number_types(&self) -> BTreeMap<Arc<str>, ElementType> {
        let Some(Kind::Dictionary(entries)) = self.node.attribute("mhlo.backend_config").map(mlir::kind) else {
            return BTreeMap::new();
        };
        let is_number = |value| matches!(mlir::kind(value), Kind::Integer(_) | Kind::Float(_));
        let numbers = entries.into_iter().filter(|(_, value)| is_number(*value));
        let typed = numbers.filter_map(|(name, value)| {
            let of_type = ElementType::from_mlir_name(&value.r#type().to_string())?;
            (!matches!(of_type, ElementType::S64 | ElementType::F64)).then(|| (Arc::from(name), of_type))
        });
        typed.collect()
    }

    /// `[dense<[0, 1]> : tensor<2xindex>, …]`
    fn layouts(&self, name: &str) -> Result<Vec<Vec<usize>>, Failure> {
        let mut layouts = Vec::new();
        for attribute in self.node.array(name) {
            let order = integers_of(&self.node.literal(attribute)?).into_iter();
            layouts.push(order.map(|dimension| self.node.natural(name, dimension)).collect::<Result<_, _>>()?);
        }
        Ok(layouts)
    }

    fn output_operand_aliases(&self) -> Result<Vec<OutputOperandAlias>, Failure> {
        let mut aliases = Vec::new();
        for attribute in self.node.array("output_operand_aliases") {
            let text = attribute.to_string();
            let inside = text.split_once('<').map_or("", |(_, rest)| rest.trim_end_matches('>'));
            let fields = Fields::parse(inside);
            let alias = || {
                let output = fields.usizes("output_tuple_indices")?;
                Some((output, fields.usize("operand_index")?, fields.usizes("operand_tuple_indices")?))
            };
            let wrong = || self.node.error(format!("expected an output_operand_alias, found {attribute}"));
            aliases.push(alias().ok_or_else(wrong)?);
        }
        Ok(aliases)
    }
}

/// Lays results out as their call states it.
fn set_layouts(results: &mut [Shape], orders: &[Vec<usize>]) {
    let results = match results {
        [Shape::Tuple(parts)] => parts,
        several => several,
    };
    for (result, order) in results.iter_mut().zip(orders) {
        if let Shape::Array(array) = result {
            array.layout = Layout::new(order.clone());
        }
    }
}

/// An attribute as JSON; what JSON cannot say becomes a string of MLIR's text.
pub(super) fn json(attribute: Attribute) -> Json {
    match mlir::kind(attribute) {
        Kind::Unit => Json::Bool(true),
        Kind::Bool(value) => Json::Bool(value),
        Kind::Integer(value) => Json::from(value),
        Kind::Float(value) => Json::from(value),
        Kind::Text(text) | Kind::Symbol(text) => Json::from(text),
        Kind::Array(items) => items.into_iter().map(json).collect(),
        Kind::Dictionary(entries) => {
            Json::Object(entries.into_iter().map(|(name, value)| (name.to_owned(), json(value))).collect::<Map<_, _>>())
        }
        Kind::Bools(items) => Json::from(items),
        Kind::Integers(items) => Json::from(items),
        Kind::Floats(items) => Json::from(items),
        Kind::Type | Kind::Opaque(..) | Kind::Other => Json::from(attribute.to_string()),
    }
}
