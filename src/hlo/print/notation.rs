//! How HLO text writes values that have a notation of their own.

use crate::hlo::attributes::*;
use crate::hlo::shape::join;
use crate::hlo::{CustomCall, ElementType};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A string's text between quotes, escaped as C escapes it.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            control if control.is_ascii_control() => out.push_str(&format!("\\{:03o}", control as u32)),
            other => out.push(other),
        }
    }
    out
}

/// Resolves C's escapes; an unknown one stands for its character.
pub(crate) fn unescape(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        match rest.next() {
            Some(b'n') => bytes.push(b'\n'),
            Some(b'r') => bytes.push(b'\r'),
            Some(b't') => bytes.push(b'\t'),
            Some(digit @ b'0'..=b'7') => {
                let mut value = u32::from(digit - b'0');
                for _ in 0..2 {
                    let Some(next) = rest.next_if(|next| matches!(next, b'0'..=b'7')) else { break };
                    value = value * 8 + u32::from(next - b'0');
                }
                bytes.push(value as u8);
            }
            other => bytes.extend(other),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Bytes of the string that a text begins with, quotes included; none when it does not end.
pub(crate) fn string_length(text: &str) -> Option<usize> {
    let mut escaped = false;
    for (i, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return Some(i + 1),
            _ => {}
        }
    }
    None
}

/// A config as text: a dictionary stands as it is where it is JSON; what only looks like one could end the line early.
pub(crate) fn backend_config(config: &str) -> String {
    let is_json = config.starts_with('{') && serde_json::from_str::<serde::de::IgnoredAny>(config).is_ok();
    if is_json && !config.contains('\n') { config.to_owned() } else { format!("\"{}\"", escape(config)) }
}

/// The config of a typed call as MLIR writes a dictionary: `{uplo = 76 : ui8}`; none where it is no such.
pub(crate) fn typed_config(call: &CustomCall) -> Option<String> {
    let config = (call.api_version == CustomCall::TYPED_FFI).then(|| serde_json::from_str(&call.backend_config));
    let Ok(Json::Object(entries)) = config? else { return None };
    Some(mlir_dictionary(&entries, &call.number_types))
}

fn mlir_dictionary(entries: &serde_json::Map<String, Json>, types: &BTreeMap<Arc<str>, ElementType>) -> String {
    let entry = |(key, value): (&String, &Json)| {
        format!("{} = {}", mlir_key(key), mlir_value(value, types.get(key.as_str()).copied()))
    };
    format!("{{{}}}", join(entries.iter().map(entry), ", "))
}

fn mlir_key(key: &str) -> String {
    let is_name = key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$'));
    if is_name { key.to_owned() } else { format!("\"{}\"", escape(key)) }
}

/// Numbers with their types: 64 bits where nothing else is known.
fn mlir_value(value: &Json, of_type: Option<ElementType>) -> String {
    match value {
        Json::Null => "unit".to_owned(),
        Json::Bool(flag) => flag.to_string(),
        Json::Number(number) if number.is_f64() => {
            let text = format!("{:?}", number.as_f64().unwrap_or_default());
            // MLIR wants a point before an exponent.
            let text = if text.contains('.') { text } else { text.replacen('e', ".0e", 1) };
            format!("{text} : {}", of_type.unwrap_or(ElementType::F64).mlir_name())
        }
        Json::Number(number) => {
            let usual = if number.is_i64() { ElementType::S64 } else { ElementType::U64 };
            format!("{number} : {}", of_type.unwrap_or(usual).mlir_name())
        }
        Json::String(text) => format!("\"{}\"", escape(text)),
        Json::Array(items) => format!("[{}]", join(items.iter().map(|item| mlir_value(item, None)), ", ")),
        Json::Object(entries) => mlir_dictionary(entries, &BTreeMap::new()),
    }
}

/// `{key="value",…}`
pub(crate) fn frontend_attributes(attributes: &BTreeMap<Arc<str>, Arc<str>>) -> String {
    let entries = attributes.iter().map(|(key, value)| format!("{}=\"{}\"", key_text(key), escape(value)));
    format!("{{{}}}", join(entries, ","))
}

/// A key as a name where it is one, else quoted.
fn key_text(key: &str) -> String {
    let plain = key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-'));
    if plain && key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        key.into()
    } else {
        format!("\"{}\"", escape(key))
    }
}

/// `{[0:2], [1:3:2]}`
pub(crate) fn slice(starts: &[usize], limits: &[usize], strides: &[usize]) -> String {
    let dense = strides.iter().all(|&stride| stride == 1);
    let ranges = (0..starts.len()).map(|d| match dense {
        true => format!("[{}:{}]", starts[d], limits[d]),
        false => format!("[{}:{}:{}]", starts[d], limits[d], strides[d]),
    });
    format!("{{{}}}", join(ranges, ", "))
}

/// `1_1x0_-1_2`
pub(crate) fn pad(padding: &[PaddingDimension]) -> String {
    let interior = padding.iter().any(|p| p.interior != 0);
    let dims = padding.iter().map(|p| match interior {
        true => format!("{}_{}_{}", p.low, p.high, p.interior),
        false => format!("{}_{}", p.low, p.high),
    });
    join(dims, "x")
}

/// `{size=3x3 stride=2x2 pad=1_1x1_1 …}`, leaving out what is as usual.
pub(crate) fn window(window: &[WindowDimension]) -> String {
    let field = |key: &str, usual: bool, value: &dyn Fn(&WindowDimension) -> String| {
        (!usual).then(|| format!("{key}={}", join(window.iter().map(value), "x")))
    };
    let all = |test: &dyn Fn(&WindowDimension) -> bool| window.iter().all(test);
    let fields = [
        field("size", false, &|w| w.size.to_string()),
        field("stride", all(&|w| w.stride == 1), &|w| w.stride.to_string()),
        field("pad", all(&|w| w.padding_low == 0 && w.padding_high == 0), &|w| {
            format!("{}_{}", w.padding_low, w.padding_high)
        }),
        field("lhs_dilate", all(&|w| w.base_dilation == 1), &|w| w.base_dilation.to_string()),
        field("rhs_dilate", all(&|w| w.window_dilation == 1), &|w| w.window_dilation.to_string()),
        field("rhs_reversal", all(&|w| !w.reversal), &|w| u8::from(w.reversal).to_string()),
    ];
    format!("{{{}}}", join(fields.into_iter().flatten(), " "))
}

/// `b01f_01io->b01f`
pub(crate) fn dim_labels(dims: &ConvolutionDimensionNumbers) -> String {
    let input = labels(('b', dims.input_batch), ('f', dims.input_feature), &dims.input_spatial);
    let kernel = labels(('i', dims.kernel_input_feature), ('o', dims.kernel_output_feature), &dims.kernel_spatial);
    let output = labels(('b', dims.output_batch), ('f', dims.output_feature), &dims.output_spatial);
    format!("{input}_{kernel}->{output}")
}

/// Each dimension's role: one of two letters, or the number of the spatial dimension.
fn labels(first: (char, usize), second: (char, usize), spatial: &[usize]) -> String {
    let role = |dimension: usize| match spatial.iter().position(|&s| s == dimension) {
        Some(number) => number.to_string(),
        None if dimension == first.1 => first.0.to_string(),
        None => second.0.to_string(),
    };
    (0..spatial.len() + 2).map(role).collect()
}

/// `dot_bf16_bf16_f32_x3`: operand types, accumulator, and the number of products where it is not one.
pub(crate) fn dot_algorithm(algorithm: &DotAlgorithm) -> String {
    let operand = |precision: DotPrecisionType| match precision {
        DotPrecisionType::Element(e) if e.is_minifloat() => "any_f8".to_string(),
        DotPrecisionType::Element(element_type) => element_type.to_string(),
        DotPrecisionType::Tf32 => "tf32".into(),
    };
    let (lhs, rhs) = (operand(algorithm.lhs_precision), operand(algorithm.rhs_precision));
    let products = match algorithm.primitive_operations {
        0 | 1 => String::new(),
        several => format!("_x{several}"),
    };
    let fast = if algorithm.allow_imprecise_accumulation { "_fast_accum" } else { "" };
    format!("dot_{lhs}_{rhs}_{}{products}{fast}", algorithm.accumulation)
}

/// The first version goes without saying.
pub(crate) fn api_version(version: i32) -> Option<&'static str> {
    match version {
        2 => Some("API_VERSION_STATUS_RETURNING"),
        3 => Some("API_VERSION_STATUS_RETURNING_UNIFIED"),
        4 => Some("API_VERSION_TYPED_FFI"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_resolved() {
        assert_eq!(unescape(r#"a\"b\\c\n\303\266\'"#), "a\"b\\c\nö'");
        let text = "\"\\\n\r\t\u{1}ö";
        assert_eq!(unescape(&escape(text)), text);
    }
}
