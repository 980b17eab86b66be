//! Findings shown in the text: `file:line:col`, the line, a caret.

use super::source::Source;
use crate::hlo::{Blame, Diagnostic, Diagnostics, Location, Position};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::ops::Range;

/// Bytes of a line shown on either side of the place.
const CONTEXT_BYTES: usize = 160;

/// All findings, one after another.
pub fn render(diagnostics: &Diagnostics, source: &Source) -> String {
    let shown: Vec<String> = diagnostics.0.iter().map(|finding| one(finding, source)).collect();
    shown.join("\n\n")
}

fn one(finding: &Diagnostic, source: &Source) -> String {
    let level = match finding.blame {
        Blame::Program => Level::ERROR,
        Blame::Assertion => Level::ERROR.with_name("assertion failed"),
        Blame::Unsupported => Level::ERROR.with_name("unsupported"),
        Blame::Bug => Level::ERROR.with_name("bug in pjrt"),
    };
    let mut group = Group::with_title(level.primary_title(&finding.message));
    let location = finding.location.as_deref();
    let position = location.and_then(|location| location.text.as_ref());
    let place = position.and_then(|p| Some((p, Place::of(p, source)?)));
    if let Some((position, place)) = &place {
        let snippet = Snippet::source(place.text)
            .path(position.file.to_string())
            .line_start(position.line as usize)
            .annotation(AnnotationKind::Primary.span(place.span.clone()));
        group = group.element(snippet);
    } else if let Some(position) = position {
        group = group.element(Level::NOTE.message(format!("at {position}")));
    }
    for note in finding.notes.iter().cloned().chain(location.and_then(provenance)) {
        group = group.element(Level::NOTE.message(note));
    }
    let shown = Renderer::plain().render(&[group]);
    match place {
        Some((position, place)) => with_whole_column(&shown, position, &place),
        None => shown,
    }
}

/// What the renderer shows of a piece of a line, with the column in the whole line.
fn with_whole_column(shown: &str, position: &Position, place: &Place<'_>) -> String {
    let at = |column: usize| format!("{}:{}:{}\n", position.file, position.line, column + 1);
    let shown_column = place.text[..place.span.start].chars().count();
    shown.replacen(&at(shown_column), &at(place.left_out + shown_column), 1)
}

/// What the traced program calls the operation, and where it stood there.
fn provenance(location: &Location) -> Option<String> {
    let frames = location.frames.iter().map(|frame| frame.place.to_string());
    let parts: Vec<String> = location.op_name.iter().map(|name| format!("\"{name}\"")).chain(frames).collect();
    (!parts.is_empty()).then(|| format!("from {}", parts.join(", ")))
}

/// A piece of a line, and what to underline in it.
struct Place<'s> {
    text: &'s str,
    span: Range<usize>,
    /// Characters of the line before the piece.
    left_out: usize,
}

impl<'s> Place<'s> {
    fn of(position: &Position, source: &'s Source) -> Option<Place<'s>> {
        let offset = source.offset(position)?;
        let text = source.text();
        let line = text[..offset].rfind('\n').map_or(0, |at| at + 1);
        let end = text[offset..].find('\n').map_or(text.len(), |at| offset + at);
        let start = floor_boundary(text, line.max(offset.saturating_sub(CONTEXT_BYTES)));
        let end = floor_boundary(text, end.min(offset + CONTEXT_BYTES));
        let length = word_length(&text[offset..end]);
        let left_out = text[line..start].chars().count();
        Some(Place { text: &text[start..end], span: offset - start..offset - start + length, left_out })
    }
}

/// Length of the name, string or character that a text begins with.
fn word_length(text: &str) -> usize {
    if let Some(string) = text.strip_prefix('"') {
        return string.find('"').map_or(text.len(), |close| close + 2);
    }
    let word = text.find(|c: char| !c.is_alphanumeric() && !"._%@#!^".contains(c)).unwrap_or(text.len());
    if word == 0 { text.chars().next().map_or(0, char::len_utf8) } else { word }
}

fn floor_boundary(text: &str, mut offset: usize) -> usize {
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}
