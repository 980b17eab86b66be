//! `loc(…)`.

use super::Printer;
use super::attribute::quoted;
use crate::hlo::{Location, LocationRef, Position};

impl Printer<'_> {
    /// ` loc(…)`, where locations are asked for and there is one.
    pub fn location(&mut self, location: &LocationRef) {
        if self.options.locations
            && let Some(location) = location
        {
            let text = location_text(location);
            self.write(format_args!(" loc({text})"));
        }
    }
}

/// `"name"("file":1:2)`; frames are call sites. What the program names stands before its place in our text.
fn location_text(location: &Location) -> String {
    let own = location.text.iter().filter(|_| location.op_name.is_none() && location.frames.is_empty());
    let frames: Vec<&Position> = location.frames.iter().map(|frame| &frame.place).chain(own).collect();
    let place = call_sites(&frames);
    match (&location.op_name, place) {
        (None, None) => "unknown".to_owned(),
        (None, Some(place)) => place,
        (Some(name), None) => quoted(name),
        (Some(name), Some(place)) => format!("{}({place})", quoted(name)),
    }
}

/// `callsite(inner at callsite(… at …))`
fn call_sites(frames: &[&Position]) -> Option<String> {
    let (outermost, inner) = frames.split_last()?;
    let text = |frame: &Position| format!("{}:{}:{}", quoted(&frame.file), frame.line, frame.column);
    let around = text(outermost);
    Some(inner.iter().rev().fold(around, |outer, frame| format!("callsite({} at {outer})", text(frame))))
}
