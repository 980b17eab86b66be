//! Custom calls.

use super::emission::{Emission, Outcome};
use crate::hlo::{CustomCall, ElementType};
use crate::stablehlo::{Attribute, Attributes, Constant, Element};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::sync::Arc;

impl Emission<'_, '_> {
    pub fn custom_call(&mut self, call: &CustomCall) -> Outcome {
        if call.target.starts_with("check.") {
            return self.expectation(call);
        }
        if call.target.starts_with("interpreter.") {
            return self.observation(call);
        }
        let mut attributes = vec![("api_version".into(), Attribute::i32(call.api_version))];
        attributes.extend(backend_config(call));
        attributes.push(("call_target_name".into(), Attribute::String(call.target.clone())));
        if !call.called_computations.is_empty() {
            let symbols = call.called_computations.iter().map(|&id| Attribute::Symbol(self.emitter.symbol(id)));
            attributes.push(("called_computations".into(), Attribute::Array(symbols.collect())));
        }
        if call.has_side_effect {
            attributes.push(("has_side_effect".into(), Attribute::Bool(true)));
        }
        if !call.operand_layouts.is_empty() || !call.result_layouts.is_empty() {
            attributes.push(("operand_layouts".into(), layouts(&call.operand_layouts)));
            attributes.push(("result_layouts".into(), layouts(&call.result_layouts)));
        }
        if !call.output_operand_aliases.is_empty() {
            let aliases = call.output_operand_aliases.iter().map(alias).collect();
            attributes.push(("output_operand_aliases".into(), Attribute::Array(aliases)));
        }
        self.plain("stablehlo.custom_call", attributes)
    }

    /// An operation of HLO that StableHLO lacks: a custom call that carries its attributes.
    pub fn mhlo_call(&mut self, target: &str, attributes: Attributes) -> Outcome {
        let attributes = vec![
            ("call_target_name".into(), Attribute::string(target)),
            ("mhlo.attributes".into(), Attribute::Dictionary(attributes)),
            ("mhlo.version".into(), Attribute::i64(1)),
        ];
        self.plain("stablehlo.custom_call", attributes)
    }
}

/// The dictionary of a typed call, or the string; nothing when empty.
fn backend_config(call: &CustomCall) -> Option<(crate::stablehlo::Name, Attribute)> {
    let typed = || match serde_json::from_str(&call.backend_config) {
        Ok(Json::Object(entries)) => Some(dictionary(&entries, &call.number_types)),
        Ok(_) | Err(_) => None,
    };
    match typed() {
        Some(dictionary) if call.api_version == CustomCall::TYPED_FFI => {
            Some(("mhlo.backend_config".into(), dictionary))
        }
        _ if call.backend_config.is_empty() => None,
        _ => Some(("backend_config".into(), Attribute::String(call.backend_config.clone()))),
    }
}

/// A dictionary whose numbers have these types, or else 64 bits.
fn dictionary(entries: &serde_json::Map<String, Json>, types: &BTreeMap<Arc<str>, ElementType>) -> Attribute {
    let typed = |(name, value): (&String, &Json)| {
        let value = match (types.get(&**name), value.as_i64()) {
            (Some(&of_type), Some(integer)) => Attribute::Integer(integer.into(), Element::Plain(of_type)),
            (Some(ElementType::F32), None) => Attribute::f32(value.as_f64().unwrap_or(f64::NAN) as f32),
            _ => attribute(value),
        };
        (name.clone().into(), value)
    };
    Attribute::Dictionary(entries.iter().map(typed).collect())
}

/// Orders of dimensions, as vectors of indices.
fn layouts(orders: &[Vec<usize>]) -> Attribute {
    let order = |order: &Vec<usize>| {
        let values: Vec<i64> = order.iter().map(|&dimension| dimension as i64).collect();
        Attribute::Constant(Constant::indices(&values))
    };
    Attribute::Array(orders.iter().map(order).collect())
}

/// JSON has one kind of integer: 64 bits.
fn attribute(json: &Json) -> Attribute {
    match json {
        Json::Null => Attribute::Unit,
        Json::Bool(flag) => Attribute::Bool(*flag),
        Json::Number(number) => match number.as_i64() {
            Some(integer) => Attribute::i64(integer),
            None => Attribute::f64(number.as_f64().unwrap_or(f64::NAN)),
        },
        Json::String(text) => Attribute::string(text.as_str()),
        Json::Array(items) => Attribute::Array(items.iter().map(attribute).collect()),
        Json::Object(entries) => dictionary(entries, &BTreeMap::new()),
    }
}

fn alias((output, operand, operand_index): &(Vec<usize>, usize, Vec<usize>)) -> Attribute {
    let fields = vec![
        ("output_tuple_indices", Attribute::integers(output)),
        ("operand_index", Attribute::i64(*operand as i64)),
        ("operand_tuple_indices", Attribute::integers(operand_index)),
    ];
    Attribute::Structure("output_operand_alias", fields)
}
