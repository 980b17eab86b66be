//! Text of shapes, with layouts.

use crate::hlo::shape::join;
use crate::hlo::{ArrayShape, Shape};

/// `(f32[2,3]{1,0}, token[])`
pub(super) fn shape_text(shape: &Shape, layouts: bool) -> String {
    match shape {
        Shape::Array(array) => array_text(array, layouts),
        Shape::Tuple(parts) => format!("({})", comma_separated(parts.iter().map(|part| shape_text(part, layouts)))),
        Shape::Token => shape.to_string(),
    }
}

fn array_text(array: &ArrayShape, layouts: bool) -> String {
    let order = join(&array.layout.minor_to_major, ",");
    match &array.layout.marks {
        Some(marks) if layouts => format!("{array}{{{order}:{marks}}}"),
        None if layouts && array.rank() > 0 => format!("{array}{{{order}}}"),
        Some(_) | None => array.to_string(),
    }
}

/// A list that counts every fifth item in a comment, for those who look for one of many.
pub(super) fn comma_separated(items: impl IntoIterator<Item = String>) -> String {
    let mut out = String::new();
    for (i, item) in items.into_iter().enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        if i > 0 && i % 5 == 0 {
            out.push_str(&format!("/*index={i}*/"));
        }
        out.push_str(&item);
    }
    out
}
