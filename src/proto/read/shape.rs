//! Shapes as HLO text.

use crate::hlo::join;
use crate::proto::damage::{Damage, InField, Outcome};
use crate::proto::messages::{LayoutProto, ShapeProto};
use crate::proto::names;

/// `f32[2,3]{1,0:T(8,128)S(1)}`, `(s32[], token[])`
pub fn shape_text(shape: &ShapeProto) -> Outcome<String> {
    match shape.element_type {
        names::TUPLE => {
            let parts = shape.tuple_shapes.iter().enumerate();
            let parts = parts.map(|(i, part)| shape_text(part).in_item("tuple_shapes", i));
            Ok(format!("({})", parts.collect::<Outcome<Vec<_>>>()?.join(", ")))
        }
        names::TOKEN => Ok("token[]".into()),
        names::OPAQUE => Ok("opaque[]".into()),
        names::BUFFER => match &shape.tuple_shapes[..] {
            [array] => Ok(format!("b({})", shape_text(array).in_item("tuple_shapes", 0)?)),
            _ => Err(Damage::new("expected the one array of a buffer")).in_field("tuple_shapes"),
        },
        number => array_text(shape, number),
    }
}

fn array_text(shape: &ShapeProto, number: i32) -> Outcome<String> {
    let unknown = || Damage::new(format!("there is no element type {number}"));
    let element_type = names::element_type(number).ok_or_else(unknown).in_field("element_type")?;
    let dims = shape.dimensions.iter().enumerate().map(|(i, size)| match shape.is_dynamic_dimension.get(i) {
        Some(true) => format!("<={size}"),
        Some(false) | None => size.to_string(),
    });
    let layout = shape.layout.as_deref().map_or(String::new(), layout_text);
    Ok(format!("{element_type}[{}]{layout}", join(dims, ",")))
}

/// `{1,0:T(8,128)(2,1)L(4)E(4)S(1)SC(0:3)}`; nothing where it says nothing.
fn layout_text(layout: &LayoutProto) -> String {
    let tiles = layout.tiles.iter().map(|tile| {
        // A dimension that is combined with the next has the smallest number.
        let sizes = tile.dimensions.iter().map(|&size| if size == i64::MIN { "*".into() } else { size.to_string() });
        format!("({})", join(sizes, ","))
    });
    let mut marks = tiles.collect::<String>();
    if !marks.is_empty() {
        marks.insert(0, 'T');
    }
    let numbers = [
        ("L", layout.tail_padding_alignment_in_elements, 1),
        ("E", layout.element_size_in_bits, 0),
        ("S", layout.memory_space, 0),
    ];
    for (mark, number, usual) in numbers {
        if number != usual && number != 0 {
            marks += &format!("{mark}({number})");
        }
    }
    let splits = layout.split_configs.iter();
    let splits = splits.map(|split| format!("({}:{})", split.dimension, join(&split.split_indices, ",")));
    let splits = splits.collect::<String>();
    if !splits.is_empty() {
        marks += &format!("SC{splits}");
    }
    match (layout.minor_to_major.is_empty(), marks.is_empty()) {
        (true, true) => String::new(),
        (_, true) => format!("{{{}}}", join(&layout.minor_to_major, ",")),
        (_, false) => format!("{{{}:{marks}}}", join(&layout.minor_to_major, ",")),
    }
}
