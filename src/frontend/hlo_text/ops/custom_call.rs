//! Custom calls.

use super::mlir_attributes::{NumberTypes, dictionary_as_json};
use super::{Table, library_call};
use crate::frontend::hlo_text::buffers::{self, Alias};
use crate::frontend::hlo_text::cursor::{Cursor, Outcome};
use crate::frontend::hlo_text::shape::shape;
use crate::frontend::hlo_text::site::{Site, indices, keyword};
use crate::hlo::{CustomCall, Op, Shape};
use std::sync::Arc;

pub const TABLE: Table = &[("custom-call", custom_call)];

/// Hints for schedules and layouts, which are ours to choose, and what XLA's own targets for convolutions and products
/// are told, which those that run here have read.
const HINTS: [&str; 10] = [
    "schedule",
    "padding_type",
    "operand_precision",
    "literal",
    "window",
    "dim_labels",
    "feature_group_count",
    "batch_group_count",
    "conv_kind",
    "sparsity",
];

fn custom_call(site: &mut Site) -> Outcome<Op> {
    site.drop_attributes(&HINTS);
    let target = site.required("custom_call_target", Cursor::string)?;
    let versions = [
        ("API_VERSION_ORIGINAL", 1),
        ("API_VERSION_STATUS_RETURNING_UNIFIED", 3),
        ("API_VERSION_STATUS_RETURNING", 2),
        ("API_VERSION_TYPED_FFI", CustomCall::TYPED_FFI),
    ];
    let api_version = site.value("api_version", |cursor| keyword(cursor, &versions))?.unwrap_or(1);
    let (backend_config, number_types) = backend_config(site, api_version)?;
    let [operand_layouts, result_layouts] = layouts(site)?.unwrap_or_default();
    let mut called_computations = site.computations("called_computations")?;
    called_computations.extend(site.computations("to_apply")?);
    called_computations.extend(site.computations("calls")?);
    let aliases = site.value("output_to_operand_aliasing", |cursor| cursor.list("{", "}", alias))?;
    let aliases = aliases.unwrap_or_default();
    let has_side_effect = site.flag("custom_call_has_side_effect")?;
    if let Some(op) = buffers::call(site, &target, &aliases)? {
        return Ok(op);
    }
    if let Some(op) = library_call::read(&target, &backend_config, site)? {
        return Ok(op);
    }
    let call = CustomCall {
        target: target.into(),
        backend_config,
        api_version,
        has_side_effect,
        called_computations,
        output_operand_aliases: aliases,
        operand_layouts,
        result_layouts,
        number_types,
    };
    Ok(Op::CustomCall(Box::new(call)))
}

/// Orders of dimensions of operands and results, where the call states them and has no tuples.
fn layouts(site: &mut Site) -> Outcome<Option<[Vec<Vec<usize>>; 2]>> {
    let constraints = site.value("operand_layout_constraints", |cursor| cursor.list("{", "}", shape))?;
    let Some(constraints) = constraints else { return Ok(None) };
    let operands = site.operands.iter().map(|&id| site.computation.shape(id));
    if !constraints.iter().map(kind).eq(operands.map(kind)) {
        return Err(site.error("expected a layout constraint of each operand's shape"));
    }
    let results = match site.text.shape.as_ref() {
        Some(Shape::Tuple(parts)) => orders(parts),
        Some(one) => orders(std::slice::from_ref(one)),
        None => None,
    };
    Ok(orders(&constraints).zip(results).map(|(operands, results)| [operands, results]))
}

/// What of a shape a constraint has to repeat.
fn kind(shape: &Shape) -> Option<usize> {
    shape.as_array().map(|array| array.rank())
}

fn orders(shapes: &[Shape]) -> Option<Vec<Vec<usize>>> {
    let order = |shape: &Shape| match shape {
        Shape::Array(array) => Some(array.layout.minor_to_major.clone()),
        Shape::Token => Some(Vec::new()),
        Shape::Tuple(_) => None,
    };
    shapes.iter().map(order).collect()
}

/// `{1}: (0, {2})`: result index, operand, index in it.
fn alias(cursor: &mut Cursor) -> Outcome<Alias> {
    let output = indices(cursor)?;
    cursor.expect(":")?;
    cursor.expect("(")?;
    let operand = cursor.index()?;
    cursor.expect(",")?;
    let index = indices(cursor)?;
    cursor.expect(")")?;
    Ok((output, operand, index))
}

/// As it stands; the dictionary of a typed call as JSON, and the types of its numbers.
fn backend_config(site: &mut Site, api_version: i32) -> Outcome<(Arc<str>, NumberTypes)> {
    let Some(attribute) = site.take("backend_config") else { return Ok(("".into(), NumberTypes::new())) };
    let mut cursor = site.cursor.within(attribute.value.clone());
    let text = if cursor.peek() == b'"' { cursor.string()? } else { cursor.rest().trim().to_owned() };
    let is_json = serde_json::from_str::<serde_json::Value>(&text).is_ok();
    let json = (api_version == CustomCall::TYPED_FFI && !is_json).then(|| dictionary_as_json(&text)).flatten();
    Ok(json.map_or_else(|| (text.into(), NumberTypes::new()), |(json, types)| (json.to_string().into(), types)))
}
