//! Shapes: `f32[2,3]{1,0:T(8,128)}`, `(s32[], token[])`.

use super::cursor::{Cursor, Outcome};
use crate::hlo::{ArrayShape, Diagnostic, ElementType, Layout, Shape};

/// Tuples within tuples beyond this are refused: shapes are walked recursively.
const MAX_DEPTH: usize = 64;

/// Dimensions beyond this are refused: arrays are walked recursively.
const MAX_RANK: usize = 64;

/// A shape with its layout, or the row-major one.
pub fn shape(cursor: &mut Cursor) -> Outcome<Shape> {
    nested(cursor, 0)
}

/// A shape behind which an operation follows, so that a layout may stand after a blank.
pub fn with_late_layout(cursor: &mut Cursor) -> Outcome<Shape> {
    let mut shape = shape(cursor)?;
    if let Shape::Array(array) = &mut shape
        && cursor.peek() == b'{'
    {
        array.layout = layout(cursor, array.rank())?;
    }
    Ok(shape)
}

/// Whether a shape is next, rather than the name of an operation.
pub fn is_next(cursor: &mut Cursor) -> bool {
    let mut ahead = cursor.clone();
    let is_buffer = ahead.starts_with("b(");
    let word = ahead.word();
    let is_type = word.as_ref().is_some_and(|word| ElementType::from_hlo_name(word.text).is_some());
    is_buffer
        || (word.is_none() && ahead.peek() == b'(')
        || (word.is_some() && ahead.is_adjacent(b'['))
        || (is_type && ahead.peek() == b'[')
}

fn nested(cursor: &mut Cursor, depth: usize) -> Outcome<Shape> {
    let start = cursor.offset();
    if cursor.peek() != b'(' {
        return leaf(cursor);
    }
    if depth == MAX_DEPTH {
        let location = cursor.location(start);
        return Err(Diagnostic::unsupported(format!("tuples nested more than {MAX_DEPTH} deep"), &location));
    }
    cursor.list("(", ")", |cursor| nested(cursor, depth + 1)).map(Shape::Tuple)
}

fn leaf(cursor: &mut Cursor) -> Outcome<Shape> {
    let name = cursor.expect_word("a shape")?;
    match name.text {
        "token" => {
            cursor.expect("[")?;
            cursor.expect("]")?;
            Ok(Shape::Token)
        }
        "opaque" => Err(Diagnostic::unsupported("values of type opaque", &cursor.location(name.at))),
        "b" => buffer(cursor),
        text => match ElementType::from_hlo_name(text) {
            Some(element_type) => array(cursor, element_type).map(Shape::Array),
            None => Err(cursor.error_at(name.at, format!("`{text}` is no element type (f32, s32, pred, …)"))),
        },
    }
}

/// `(f32[2])`, behind a `b`: see [`super::buffers`].
fn buffer(cursor: &mut Cursor) -> Outcome<Shape> {
    cursor.expect("(")?;
    let start = cursor.offset();
    let is_array = !["b(", "("].iter().any(|other| cursor.starts_with(other));
    let shape = if is_array { Some(leaf(cursor)?) } else { None };
    let array = shape.filter(|shape| shape.as_array().is_some());
    let array = array.ok_or_else(|| cursor.error_at(start, "expected an array in this buffer"))?;
    cursor.expect(")")?;
    Ok(array)
}

fn array(cursor: &mut Cursor, element_type: ElementType) -> Outcome<ArrayShape> {
    let start = cursor.offset();
    let dims = cursor.list("[", "]", dimension)?;
    if dims.len() > MAX_RANK {
        let location = cursor.location(start);
        return Err(Diagnostic::unsupported(format!("arrays of more than {MAX_RANK} dimensions"), &location));
    }
    let mut array = ArrayShape::new(element_type, dims);
    if cursor.is_adjacent(b'{') && is_layout(cursor.clone()) {
        array.layout = layout(cursor, array.rank())?;
    }
    Ok(array)
}

/// With a blank before it, or names in it, a brace begins a computation's body.
fn is_layout(mut brace: Cursor) -> bool {
    brace.eat("{");
    matches!(brace.peek(), b'0'..=b'9' | b':' | b'}')
}

/// A size, or the bound of one that arguments decide on: see [`super::bounds`].
fn dimension(cursor: &mut Cursor) -> Outcome<usize> {
    if cursor.eat("?") {
        return Ok(0);
    }
    cursor.eat("<=");
    cursor.index()
}

/// `{1,0:T(8,128)S(1)}`: the order of dimensions, and tiles and memory spaces, which mean nothing here.
fn layout(cursor: &mut Cursor, rank: usize) -> Outcome<Layout> {
    cursor.expect("{")?;
    let start = cursor.offset();
    let mut minor_to_major = Vec::new();
    while !matches!(cursor.peek(), b'}' | b':') {
        if !minor_to_major.is_empty() {
            cursor.expect(",")?;
        }
        minor_to_major.push(cursor.index()?);
    }
    let marks = if cursor.eat(":") { cursor.skip_until(b"}") } else { 0..0 };
    let marks = cursor.text(marks);
    let marks = (!marks.is_empty()).then(|| marks.into());
    cursor.expect("}")?;
    if minor_to_major.is_empty() {
        return Ok(Layout { marks, ..Layout::row_major(rank) });
    }
    let mut sorted = minor_to_major.clone();
    sorted.sort_unstable();
    if !sorted.into_iter().eq(0..rank) {
        return Err(cursor.error_at(start, format!("expected a layout that orders {rank} dimensions")));
    }
    Ok(Layout { minor_to_major, marks })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontend::Source;

    fn read(text: &str) -> Outcome<Shape> {
        let source = Source::new("test.hlo", text);
        shape(&mut Cursor::new(&source))
    }

    #[test]
    fn layouts_are_kept() {
        let shape = read("(f32[2,3]{0,1:T(8,128)(2,1)S(1)}, /*index=1*/pred[], (token[], s4[0]{0:E(4)}))").unwrap();
        assert_eq!(shape.to_string(), "(f32[2,3], pred[], (token[], s4[0]))");
        let layout = &shape.at(&[0]).unwrap().expect_array().layout;
        assert_eq!((&layout.minor_to_major[..], layout.marks.as_deref()), (&[0, 1][..], Some("T(8,128)(2,1)S(1)")));
    }

    #[test]
    fn a_brace_after_a_blank_is_no_layout() {
        let source = Source::new("test.hlo", "f32[2] {0}");
        let mut cursor = Cursor::new(&source);
        assert_eq!(shape(&mut cursor).unwrap().to_string(), "f32[2]");
        assert_eq!(cursor.peek(), b'{');
        let source = Source::new("test.hlo", "f32[2]{\n%x = ");
        let mut cursor = Cursor::new(&source);
        assert_eq!(shape(&mut cursor).unwrap().to_string(), "f32[2]");
        assert_eq!(cursor.peek(), b'{');
    }

    #[test]
    fn a_blank_may_stand_before_dimensions() {
        let is_next = |text: &str| is_next(&mut Cursor::new(&Source::new("test.hlo", text)));
        assert_eq!(
            ["s32 [2] x", "s32[2] x", "add [2]", "(s32[])", "add(x)"].map(is_next),
            [true, true, false, true, false]
        );
    }

    #[test]
    fn wrong_shapes_say_what_is_wrong() {
        let message = |text: &str| read(text).unwrap_err().message;
        assert_eq!(message("f33[2]"), "`f33` is no element type (f32, s32, pred, …)");
        assert_eq!(message("f32[2,]"), "expected a number that is not negative, found `]`");
        assert_eq!(message("f32[2,3]{0,0}"), "expected a layout that orders 2 dimensions");
        assert_eq!(message("b((f32[]))"), "expected an array in this buffer");
        assert_eq!(message(&"(".repeat(100_000)), "tuples nested more than 64 deep");
        assert_eq!(message(&format!("f32[{}1]", "1,".repeat(100_000))), "arrays of more than 64 dimensions");
    }
}
