//! Metadata that stands in a text, as protos: where a sharding came from.

use crate::hlo::ShardingReader as Reader;
use crate::hlo::notation::{string_length, unescape};
use crate::proto::messages::OpMetadata;

/// `{op_name="f" source_line=3}`, or a list of such in braces; nothing where the text is empty. Fields that a proto of
/// ours does not have are passed over.
///
/// # Errors
/// What was expected.
pub(super) fn metadata_protos(text: &str) -> Result<Vec<OpMetadata>, String> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let mut reader = Reader { rest: text };
    match text.strip_prefix('{').is_some_and(|inside| inside.trim_start().starts_with('{')) {
        true => reader.list("{", "}", metadata),
        false => metadata(&mut reader).map(|one| vec![one]),
    }
}

fn metadata(reader: &mut Reader) -> Result<OpMetadata, String> {
    let mut metadata = OpMetadata::default();
    reader.expect("{")?;
    while !reader.eat("}") {
        reader.eat(",");
        let (key, rest) = reader.rest.split_once('=').ok_or_else(|| reader.expected("a field of metadata"))?;
        reader.rest = rest;
        let value = value(reader)?;
        let number = value.parse().unwrap_or_default();
        match key.trim() {
            "op_type" => metadata.op_type = value,
            "op_name" => metadata.op_name = value,
            "source_file" => metadata.source_file = value,
            "source_line" => metadata.source_line = number,
            "source_end_line" => metadata.source_end_line = number,
            "source_column" => metadata.source_column = number,
            "source_end_column" => metadata.source_end_column = number,
            "stack_frame_id" => metadata.stack_frame_id = number,
            _ => {}
        }
    }
    Ok(metadata)
}

/// A string, a number or something in braces.
fn value(reader: &mut Reader) -> Result<String, String> {
    let text = reader.rest.trim_start();
    let length = match text.as_bytes().first() {
        Some(b'"') => string_length(text),
        Some(b'{') => text.find('}').map(|end| end + 1),
        _ => text.find([' ', ',', '}']),
    };
    let (value, rest) = text.split_at(length.ok_or_else(|| reader.expected("a value that ends"))?);
    reader.rest = rest;
    let inside = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
    Ok(inside.map_or(value.to_owned(), unescape))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_or_several() {
        assert_eq!(metadata_protos(""), Ok(Vec::new()));
        assert_eq!(metadata_protos("{}"), Ok(vec![OpMetadata::default()]));
        let a = OpMetadata { op_name: "a}\"".to_owned(), source_line: 3, ..OpMetadata::default() };
        let text = r#"{op_name="a}\"" profile_type={1} source_line=3}"#;
        assert_eq!(metadata_protos(text), Ok(vec![a.clone()]));
        assert_eq!(metadata_protos(&format!("{{{text}, {{}}}}")), Ok(vec![a, OpMetadata::default()]));
    }

    #[test]
    fn what_is_none() {
        assert_eq!(metadata_protos("{op_name=\"a}").unwrap_err(), "expected a value that ends, found `\"a}`");
        assert_eq!(metadata_protos("{a}").unwrap_err(), "expected a field of metadata, found `a}`");
    }
}
