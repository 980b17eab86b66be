//! Shapes as protos.

use super::numbers;
use crate::hlo::{ArrayShape, Computation, Shape};
use crate::proto::messages::{LayoutProto, ProgramShapeProto, ShapeProto, SplitConfigProto, TileProto};
use crate::proto::names;

pub fn shape_proto(shape: &Shape) -> ShapeProto {
    match shape {
        Shape::Array(array) => array_proto(array),
        Shape::Tuple(parts) => ShapeProto {
            element_type: names::TUPLE,
            tuple_shapes: parts.iter().map(shape_proto).collect(),
            ..ShapeProto::default()
        },
        Shape::Token => ShapeProto { element_type: names::TOKEN, ..ShapeProto::default() },
    }
}

fn array_proto(array: &ArrayShape) -> ShapeProto {
    let mut layout = LayoutProto {
        minor_to_major: numbers(&array.layout.minor_to_major),
        tail_padding_alignment_in_elements: 1,
        ..LayoutProto::default()
    };
    set_marks(array.layout.marks.as_deref().unwrap_or_default(), &mut layout);
    ShapeProto {
        element_type: names::element_type_number(array.element_type),
        dimensions: numbers(&array.dims),
        is_dynamic_dimension: vec![false; array.rank()],
        layout: Some(Box::new(layout)),
        ..ShapeProto::default()
    }
}

/// Parameters and result.
pub fn program_shape(computation: &Computation) -> ProgramShapeProto {
    let parameters = computation.parameters();
    ProgramShapeProto {
        parameters: parameters.iter().map(|&id| shape_proto(computation.shape(id))).collect(),
        result: Some(shape_proto(computation.shape(computation.root()))),
        parameter_names: parameters.iter().map(|&id| computation.get(id).name().to_string()).collect(),
    }
}

/// `T(8,128)(2,1)L(4)E(4)S(1)SC(0:3)`: letters, each with numbers in brackets. Other marks have no field that is known here.
fn set_marks(marks: &str, layout: &mut LayoutProto) {
    let mut letter = "";
    for part in marks.split_terminator(')') {
        let Some((name, numbers)) = part.split_once('(') else { return };
        letter = if name.is_empty() { letter } else { name };
        let number = |text: &str| if text == "*" { i64::MIN } else { text.trim().parse().unwrap_or(0) };
        if let ("SC", Some((dimension, indices))) = (letter, numbers.split_once(':')) {
            let split_indices = indices.split(',').map(number).collect();
            layout.split_configs.push(SplitConfigProto { dimension: number(dimension), split_indices });
            continue;
        }
        let dimensions: Vec<i64> = numbers.split(',').map(number).collect();
        match (letter, &dimensions[..]) {
            ("T", _) => layout.tiles.push(TileProto { dimensions }),
            ("L", &[number]) => layout.tail_padding_alignment_in_elements = number,
            ("E", &[number]) => layout.element_size_in_bits = number,
            ("S", &[number]) => layout.memory_space = number,
            _ => {}
        }
    }
}
