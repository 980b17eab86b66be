//! Names in texts: copies of statements with names of their own, and statements that nothing reads.

use super::Line;
use std::collections::HashMap;

/// Splits a text in names (`%v1`) and what lies between them.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        let (before, name) = rest.split_at(at);
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = name[1..].find(|c| !is_part(c)).map_or(name.len(), |end| end + 1);
        pieces.extend([before, &name[..end]]);
        rest = &name[end..];
    }
    pieces.push(rest);
    pieces
}

/// Exchanges names.
pub fn renamed(text: &str, names: &HashMap<String, String>) -> String {
    pieces(text).into_iter().map(|piece| names.get(piece).map_or(piece, String::as_str)).collect()
}

/// Names that the statements of a text define.
pub fn defined(text: &str) -> Vec<String> {
    let names = text.lines().filter_map(|line| line.split_once(" = "));
    let first =
        |definition: &str| pieces(definition).into_iter().filter(|p| p.starts_with('%')).map(str::to_string).collect();
    names.filter(|(left, _)| left.starts_with('%')).flat_map(|(left, _)| -> Vec<String> { first(left) }).collect()
}

/// A copy of statements whose names end in `suffix`; `bound` says what other names become.
pub fn copied(text: &str, suffix: &str, bound: &HashMap<String, String>) -> (String, HashMap<String, String>) {
    let mut names = bound.clone();
    names.extend(defined(text).into_iter().map(|name| (name.clone(), format!("{name}{suffix}"))));
    (renamed(text, &names), names)
}

/// Drops single statements that nothing behind them reads.
pub fn remove_unused(body: &mut [Line], results: &[String; 2]) {
    for which in [0, 1] {
        let mut used: Vec<String> = pieces(&results[which]).into_iter().map(str::to_string).collect();
        for line in body.iter_mut().rev().map(|line| &mut line[which]) {
            let names = defined(line);
            // A part of a statement with regions stays.
            let is_whole = line.matches('{').count() == line.matches('}').count();
            if !names.is_empty() && is_whole && !names.iter().any(|name| used.contains(name)) {
                line.clear();
            } else {
                used.extend(pieces(line).into_iter().filter(|p| p.starts_with('%')).map(str::to_string));
            }
        }
    }
}
