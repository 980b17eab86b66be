//! MLIR's complaints in the words of all our findings: what was expected, what was found.

use super::assembly::{Kind, Lexer, is_ours, shortened};
use super::catalog::foreign;
use super::source::Source;

/// A complaint's message and the offset that it is about.
pub struct Explained {
    pub message: String,
    pub offset: usize,
    /// What it complains about is right, of another dialect.
    pub is_foreign: bool,
    /// MLIR's notes help.
    pub keeps_notes: bool,
}

/// Says what MLIR says about a place in the source.
pub fn explain(message: &str, source: &Source, offset: usize) -> Explained {
    let found = Found::at(source, offset);
    let keep = |message: String| Explained { message, offset, is_foreign: false, keeps_notes: true };
    if message == "expected operation name in quotes" {
        // MLIR points to the end of the line before.
        return Explained { offset: found.offset, ..keep(format!("expected an operation, found {}", found.text)) };
    }
    if let Some(message) = foreign_operation(message) {
        return Explained { is_foreign: true, keeps_notes: false, ..keep(message) };
    }
    if let Some(name) = message.strip_prefix("custom op '").and_then(|rest| rest.split_once("' is unknown")) {
        return keep(format!("expected an operation of StableHLO, CHLO, func or check, found `{}`", name.0));
    }
    if message.contains("' not found for custom op '") {
        let message = format!("expected an operation of StableHLO, CHLO, func or check, found {}", found.text);
        return Explained { keeps_notes: false, ..keep(message) };
    }
    if message.ends_with("op symbol declaration cannot have public visibility") {
        return keep("expected a function with a body, found none".to_owned());
    }
    if let Some(operand) = message.strip_prefix("operand #").and_then(|rest| rest.split_once(" does not dominate")) {
        return keep(format!("operand {} is read before it is defined", operand.0));
    }
    let expected = match message {
        "use of undeclared SSA value name" => "a value that is defined in this region or around it",
        "expected non-function type" => "a type",
        "invalid dimension" => "a dimension below 2^63",
        "unexpected character" => "a token of MLIR",
        "integer constant out of range for attribute" | "integer constant out of range" => "an integer of 64 bits",
        "reference to invalid result number" => "a result that the operation has",
        _ => match message.strip_prefix("expected ") {
            Some(rest) if !message.contains(" but ") && !message.contains("found") => rest,
            _ => return keep(message.to_owned()),
        },
    };
    keep(format!("expected {expected}, found {}", found.text))
}

/// What is said of an operation of another dialect than those that are read here.
fn foreign_operation(message: &str) -> Option<String> {
    let (name, _) = message.split_once("custom op '")?.1.split_once('\'')?;
    let (dialect, _) = name.split_once('.')?;
    let is_known = is_ours(name) || matches!(dialect, "func" | "builtin");
    (!is_known).then(|| format!("{name}: {}", foreign(name)))
}

/// The token at a place, or the next one.
struct Found {
    text: String,
    offset: usize,
}

impl Found {
    fn at(source: &Source, offset: usize) -> Found {
        let text = source.text();
        // MLIR points to the last character where a text ends too early.
        let is_name = |c: char| c.is_ascii_alphanumeric();
        let offset = offset.min(text.len());
        let ends_name = text[..offset].ends_with(is_name) && text[offset..].trim_end().len() == 1;
        let start = if ends_name { text.len() } else { offset };
        let token = Lexer::new(text, start..text.len()).next();
        let shown = match token.kind {
            Kind::End => "the end of the text".to_owned(),
            _ => format!("`{}`", shortened(&text[token.range()])),
        };
        Found { text: shown, offset: token.start }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explained(message: &str, text: &str, offset: usize) -> (String, usize) {
        let explained = explain(message, &Source::new("test.mlir", text), offset);
        (explained.message, explained.offset)
    }

    #[test]
    fn what_was_found_is_told() {
        let found = explained("expected '>' in tensor type", "tensor<2xf32\n  return", 12);
        assert_eq!(found, ("expected '>' in tensor type, found `return`".to_owned(), 12));
        let found = explained("expected operation name in quotes", "{\n  0 = x", 1);
        assert_eq!(found, ("expected an operation, found `0`".to_owned(), 4));
        let found = explained("expected operation name in quotes", "{", 1);
        assert_eq!(found.0, "expected an operation, found the end of the text");
        let found = explained("expected non-function type", "tensor<2xfoo>", 9);
        assert_eq!(found.0, "expected a type, found `foo`");
        let found = explained("expected operation name in quotes", "{ return\n", 7);
        assert_eq!(found.0, "expected an operation, found the end of the text");
    }

    #[test]
    fn complete_messages_stay() {
        let message = "expected 2 operand types but had 1";
        assert_eq!(explained(message, "x", 0).0, message);
    }
}
