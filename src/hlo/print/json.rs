//! The module as json: what HLO text says, for programs. `docs/json.md` is the schema.

use super::attributes::{Value as AttributeValue, op_attributes};
use super::instruction::backend_config_text;
use super::literal::write_literal;
use super::{PrintOptions, Printer};
use crate::hlo::{
    ArrayShape, Computation, ComputationId, InputOutputAlias, Instruction, InstructionId, Location, Module, Op,
    Position, Shape,
};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A module as a json object: called computations before their callers, the entry last.
pub fn module_json(module: &Module) -> Value {
    let options = PrintOptions { percent: false, ..PrintOptions::default() };
    let printer = Printer { module, options: &options, frames: None };
    let computations: Vec<Value> = module.post_order().into_iter().map(|id| computation(printer, id)).collect();
    json!({
        "name": &*module.name,
        "entry": &*module.entry().name,
        "is_scheduled": module.entry().schedule.is_some(),
        "replica_count": module.replica_count,
        "partition_count": module.partition_count,
        "input_output_aliases": module.input_output_aliases.iter().map(alias).collect::<Vec<Value>>(),
        "buffer_donors": module.buffer_donors,
        "frontend_attributes": texts(&module.frontend_attributes),
        "computations": computations,
    })
}

/// A shape: an array, a tuple or a token.
fn shape_json(shape: &Shape) -> Value {
    match shape {
        Shape::Array(array) => array_json(array),
        Shape::Tuple(parts) => json!({ "tuple": parts.iter().map(shape_json).collect::<Vec<Value>>() }),
        Shape::Token => json!({ "token": true }),
    }
}

fn array_json(array: &ArrayShape) -> Value {
    json!({
        "element_type": array.element_type.to_string(),
        "dimensions": array.dims,
        "layout": array.layout.minor_to_major,
    })
}

fn alias(alias: &InputOutputAlias) -> Value {
    json!({
        "result_index": alias.output,
        "parameter": alias.parameter,
        "parameter_index": alias.parameter_index,
        "must": alias.must,
    })
}

fn computation(printer: Printer, id: ComputationId) -> Value {
    let computation = printer.module.computation(id);
    let order = computation.schedule.clone().unwrap_or_else(|| computation.post_order());
    let instructions: Vec<Value> =
        order.into_iter().map(|id| Value::Object(instruction(printer, computation, id))).collect();
    json!({
        "name": &*computation.name,
        "parameters": names(computation, &computation.parameters()),
        "root": &**computation.get(computation.root()).name(),
        "instructions": instructions,
    })
}

/// What an instruction does not have is left out.
fn instruction(printer: Printer, computation: &Computation, id: InstructionId) -> Map<String, Value> {
    let instruction = computation.get(id);
    let mut out = Map::new();
    out.insert("name".into(), json!(&**instruction.name()));
    out.insert("opcode".into(), json!(computation.opcode(id)));
    out.insert("shape".into(), shape_json(&instruction.shape));
    out.insert("operands".into(), json!(names(computation, instruction.operands())));
    let optional = [
        ("parameter_number", parameter_number(&instruction.op)),
        ("literal", literal_text(&instruction.op)),
        ("attributes", attributes(printer, computation, instruction)),
        ("called_computations", called(printer, &instruction.op)),
        ("control_predecessors", non_empty(names(computation, &instruction.control_predecessors))),
        ("sharding", instruction.sharding.as_deref().map(Value::from)),
        ("frontend_attributes", Some(texts(&instruction.frontend_attributes)).filter(|o| o != &json!({}))),
        ("backend_config", backend_config_text(instruction).map(|text| Value::from(&**text))),
        ("location", instruction.location.as_deref().map(location_json)),
    ];
    out.extend(optional.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))));
    out
}

fn parameter_number(op: &Op) -> Option<Value> {
    let Op::Parameter { number } = op else { return None };
    Some(json!(number))
}

/// A constant as HLO text writes it.
fn literal_text(op: &Op) -> Option<Value> {
    let Op::Constant(literal) = op else { return None };
    let mut text = String::new();
    write_literal(literal, None, &mut text);
    Some(text.into())
}

/// Attributes that do not name computations.
fn attributes(printer: Printer, computation: &Computation, instruction: &Instruction) -> Option<Value> {
    let attributes = op_attributes(computation, instruction).into_iter().filter_map(|(key, value)| {
        let value = match value {
            AttributeValue::Flag(flag) => json!(flag),
            AttributeValue::Integer(number) => json!(number),
            AttributeValue::Real(number) => json!(number),
            AttributeValue::Text(text) => json!(&*text),
            AttributeValue::List(items) => json!(items),
            AttributeValue::Word(_) => json!(value.text(printer)),
            AttributeValue::Computation(_) | AttributeValue::Computations(_) => return None,
        };
        Some((key.to_owned(), value))
    });
    let attributes: Map<String, Value> = attributes.collect();
    (!attributes.is_empty()).then_some(Value::Object(attributes))
}

fn called(printer: Printer, op: &Op) -> Option<Value> {
    let called = op.called_computations();
    non_empty(called.into_iter().map(|id| &*printer.module.computation(id).name).collect())
}

fn names<'c>(computation: &'c Computation, ids: &[InstructionId]) -> Vec<&'c str> {
    ids.iter().map(|&id| &**computation.get(id).name()).collect()
}

fn non_empty(names: Vec<&str>) -> Option<Value> {
    (!names.is_empty()).then(|| json!(names))
}

fn texts(of: &BTreeMap<Arc<str>, Arc<str>>) -> Value {
    of.iter().map(|(key, value)| (key.to_string(), Value::from(&**value))).collect::<Map<_, _>>().into()
}

/// A place in the text, and where the traced program had it: docs/json.md.
pub fn location_json(location: &Location) -> Value {
    let frames: Vec<Value> = location.frames.iter().map(|frame| position(&frame.place)).collect();
    json!({ "text": location.text.as_ref().map(position), "op_name": location.op_name.as_deref(), "frames": frames })
}

fn position(position: &Position) -> Value {
    json!({ "file": &*position.file, "line": position.line, "column": position.column })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::every_op::every_op;
    use std::collections::HashSet;

    /// Names of instructions, and those that they mention as operands.
    fn mentioned(computation: &Value) -> (HashSet<&str>, HashSet<&str>) {
        let instructions = computation["instructions"].as_array().unwrap();
        let operands = instructions.iter().flat_map(|i| i["operands"].as_array().unwrap());
        let names = instructions.iter().map(|i| i["name"].as_str().unwrap());
        (names.collect(), operands.map(|name| name.as_str().unwrap()).collect())
    }

    #[test]
    fn every_name_that_is_mentioned_exists() {
        let module = module_json(&every_op());
        let computations = module["computations"].as_array().unwrap();
        let known: HashSet<&str> = computations.iter().map(|c| c["name"].as_str().unwrap()).collect();
        for computation in computations {
            let (names, operands) = mentioned(computation);
            assert!(names.is_superset(&operands) && names.contains(computation["root"].as_str().unwrap()));
            let called = computation["instructions"].as_array().unwrap().iter().flat_map(|i| {
                i.get("called_computations").map_or(Vec::new(), |names| names.as_array().unwrap().clone())
            });
            assert!(called.into_iter().all(|name| known.contains(name.as_str().unwrap())));
        }
        assert!(known.contains(module["entry"].as_str().unwrap()));
    }

    #[test]
    fn numbers_are_numbers() {
        let module = module_json(&every_op());
        let text = module.to_string();
        for part in [
            r#"{"element_type":"f32","dimensions":[2,3],"layout":[1,0]}"#,
            r#""attributes":{"iota_dimension":"#,
            r#""fft_length":["#,
            r#""largest":true"#,
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
}
