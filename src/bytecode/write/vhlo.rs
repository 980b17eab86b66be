//! StableHLO's attributes as VHLO's: every one of them, structures spread out.

use super::super::vhlo::ops::VhloOp;
use super::super::vhlo::structures::{CONVOLUTION, DOT, DOT_ALGORITHM, GATHER, INDEX_VECTOR_DIM, SCATTER};
use crate::hlo::ConvolutionDimensionNumbers;
use crate::stablehlo::{Attribute, Attributes, Operation, Type};

/// An operation's own attributes in VHLO's form, by name.
pub fn in_vhlo(name: &str, operation: &Operation) -> Attributes {
    let own = operation.attributes.iter().filter(|(name, _)| !name.contains('.'));
    let mut out: Attributes = Vec::new();
    for (key, value) in own {
        match (&**key, value) {
            ("dimension_numbers", Attribute::Convolution(dims)) => out.extend(convolution(dims)),
            ("dimension_numbers", Attribute::Structure(_, fields)) => out.extend(spread(&GATHER, fields)),
            ("scatter_dimension_numbers", Attribute::Structure(_, fields)) => out.extend(spread(&SCATTER, fields)),
            ("dot_dimension_numbers", Attribute::Structure(_, fields)) => out.extend(spread(&DOT, fields)),
            ("algorithm", Attribute::Structure(_, fields)) => out.extend(spread(&DOT_ALGORITHM, fields)),
            ("channel_handle", Attribute::Structure(_, fields)) => {
                // What collectives use is always a channel between devices.
                let has_type = matches!(name, "send" | "recv");
                for (field, value) in fields.iter().filter(|(field, _)| has_type || *field == "handle") {
                    let name = if *field == "handle" { "channel_id" } else { "channel_type" };
                    out.push((name.into(), value.clone()));
                }
            }
            (_, value) => out.push((key.clone(), value.clone())),
        }
    }
    add_defaults(name, operation, &mut out);
    out
}

/// The attributes in the order that they are written in; the name of one that this version lacks as an error.
pub fn in_order(op: &VhloOp, mut attributes: Attributes) -> Result<Vec<Attribute>, String> {
    let mut ordered = Vec::new();
    for &name in op.attributes {
        match attributes.iter().position(|(key, _)| key == name) {
            Some(place) => ordered.push(attributes.swap_remove(place).1),
            None if name == "result_accuracy" => ordered.push(result_accuracy()),
            None => return Err(format!("without `{name}`")),
        }
    }
    match attributes.into_iter().find(|(name, value)| !is_neutral(name, value)) {
        Some((name, _)) => Err(format!("with `{name}`")),
        None => Ok(ordered),
    }
}

/// Whether a version that lacks an attribute means this value.
fn is_neutral(name: &str, value: &Attribute) -> bool {
    match value {
        Attribute::Integers(items) => items.is_empty(),
        Attribute::Array(items) => items.is_empty(),
        Attribute::Type(of) => *of == Type::None,
        Attribute::Bool(flag) => !flag,
        Attribute::Structure("result_accuracy", _) => *value == result_accuracy(),
        Attribute::Integer(number, _) => *number == 0 && name.starts_with("channel"),
        _ => false,
    }
}

/// Fields as attributes; those that are left out are empty, or 0, or none.
fn spread(names: &[&'static str], fields: &[(&'static str, Attribute)]) -> Attributes {
    let value = |name: &'static str| {
        let found = fields.iter().find(|(key, _)| *key == name).map(|(_, value)| value.clone());
        found.unwrap_or(match name {
            INDEX_VECTOR_DIM => Attribute::i64(0),
            _ => Attribute::Integers(Vec::new()),
        })
    };
    names.iter().map(|&name| (name.into(), value(name))).collect()
}

fn convolution(dims: &ConvolutionDimensionNumbers) -> Attributes {
    let values = [
        ([dims.input_batch, dims.input_feature], &dims.input_spatial),
        ([dims.kernel_input_feature, dims.kernel_output_feature], &dims.kernel_spatial),
        ([dims.output_batch, dims.output_feature], &dims.output_spatial),
    ];
    let mut out = Attributes::new();
    for ([first, second, spatial], (single, list)) in CONVOLUTION.into_iter().zip(values) {
        out.push((first.into(), Attribute::i64(single[0] as i64)));
        out.push((second.into(), Attribute::i64(single[1] as i64)));
        out.push((spatial.into(), Attribute::integers(list)));
    }
    out
}

/// What StableHLO leaves out.
fn add_defaults(name: &str, operation: &Operation, out: &mut Attributes) {
    let empty = || Attribute::Array(Vec::new());
    let ones = |count: usize| Attribute::Integers(vec![1; count]);
    let padding = |count: usize| Attribute::pairs(&vec![(0, 0); count]);
    let precision = || Attribute::Array(vec![Attribute::Keyword("precision", "DEFAULT"); 2]);
    let windows = window_rank(operation);
    let defaults: Vec<(&'static str, Attribute)> = match name {
        "all_gather" | "all_reduce" | "reduce_scatter" => {
            vec![("channel_id", Attribute::i64(0)), ("use_global_device_ids", Attribute::Bool(false))]
        }
        "collective_broadcast" => {
            vec![("channel_id", Attribute::i64(0)), ("has_dynamic_root", Attribute::Bool(false))]
        }
        "all_to_all" | "collective_permute" => vec![("channel_id", Attribute::i64(0))],
        "cholesky" => vec![("lower", Attribute::Bool(false))],
        "compare" => vec![("compare_type", Attribute::Keyword("comparison_type", "NOTYPE"))],
        "composite" => {
            vec![("version", Attribute::i64(0)), ("composite_attributes", Attribute::Dictionary(Vec::new()))]
        }
        "convolution" | "dynamic_conv" => vec![
            ("window_strides", ones(windows)),
            ("padding", padding(windows)),
            ("lhs_dilation", ones(windows)),
            ("rhs_dilation", ones(windows)),
            ("window_reversal", Attribute::Bools(vec![false; windows])),
            ("precision_config", precision()),
        ],
        "custom_call" => vec![
            ("has_side_effect", Attribute::Bool(false)),
            ("backend_config", Attribute::string("")),
            ("api_version", Attribute::i32(1)),
            ("called_computations", empty()),
            ("operand_layouts", empty()),
            ("result_layouts", empty()),
            ("output_operand_aliases", empty()),
            ("result_tilings", empty()),
        ],
        "dot" => vec![("precision_config", precision())],
        "dot_general" => {
            let none = DOT_ALGORITHM.map(|field| (field, Attribute::Type(Type::None)));
            none.into_iter().chain([("precision_config", precision())]).collect()
        }
        "dynamic_broadcast_in_dim" => vec![
            ("known_expanding_dimensions", Attribute::Integers(Vec::new())),
            ("known_nonexpanding_dimensions", Attribute::Integers(Vec::new())),
        ],
        "func" => vec![("sym_visibility", Attribute::string("")), ("arg_attrs", empty()), ("res_attrs", empty())],
        "gather" | "dynamic_gather" => vec![("indices_are_sorted", Attribute::Bool(false))],
        "reduce_window" => vec![
            ("window_strides", ones(windows)),
            ("base_dilations", ones(windows)),
            ("window_dilations", ones(windows)),
            ("padding", padding(windows)),
        ],
        "scatter" => {
            vec![("indices_are_sorted", Attribute::Bool(false)), ("unique_indices", Attribute::Bool(false))]
        }
        "select_and_scatter" => vec![("window_strides", ones(windows)), ("padding", padding(windows))],
        "sort" => vec![("dimension", Attribute::i64(-1)), ("is_stable", Attribute::Bool(false))],
        _ => Vec::new(),
    };
    for (name, value) in defaults {
        if !out.iter().any(|(key, _)| key == name) {
            out.push((name.into(), value));
        }
    }
}

/// Dimensions of an operation's window.
fn window_rank(operation: &Operation) -> usize {
    match (operation.attribute("window_dimensions"), operation.attribute("dimension_numbers")) {
        (Some(Attribute::Integers(sizes)), _) => sizes.len(),
        (_, Some(Attribute::Convolution(dims))) => dims.input_spatial.len(),
        _ => 0,
    }
}

fn result_accuracy() -> Attribute {
    let mode = Attribute::Keyword("result_accuracy_mode", "DEFAULT");
    let [atol, rtol] = [0.0, 0.0].map(Attribute::f64);
    Attribute::Structure(
        "result_accuracy",
        vec![("atol", atol), ("rtol", rtol), ("ulps", Attribute::i64(0)), ("mode", mode)],
    )
}
