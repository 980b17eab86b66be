//! Text of constants.

use super::number::format_element;
use crate::hlo::{ArrayLiteral, ElementType, Literal};

/// `limit`: arrays of more elements print as `{...}`.
pub(crate) fn write_literal(literal: &Literal, limit: Option<usize>, out: &mut String) {
    match literal {
        Literal::Array(array) if limit.is_some_and(|limit| array.shape().element_count() > limit) => {
            out.push_str("{...}");
        }
        Literal::Array(array) if array.dims().is_empty() => out.push_str(&scalar(array)),
        Literal::Array(array) => write_dimension(array, 0, &mut 0, out),
        Literal::Tuple(parts) => write_tuple(parts, limit, out),
        Literal::Token => {}
    }
}

fn scalar(array: &ArrayLiteral) -> String {
    match array.element_type() {
        ElementType::Pred => (array.element_bytes(0)[0] != 0).to_string(),
        element_type => format_element(element_type, array.element_bytes(0)),
    }
}

/// Nested braces, one level a dimension. As XLA has it, braces of a vector and of single elements stand close, and
/// from rank 4 on comments count the outer dimensions.
fn write_dimension(array: &ArrayLiteral, dimension: usize, next: &mut usize, out: &mut String) {
    let dims = array.dims();
    let innermost = dimension + 1 == dims.len();
    let space = if dims.len() > 1 && !(innermost && dims[dimension] <= 1) { " " } else { "" };
    out.push('{');
    out.push_str(space);
    if dims.len() >= 4 && (1..dims.len() - 1).contains(&dimension) {
        out.push_str(&counting_comment(array, dimension - 1, *next));
    }
    for i in 0..dims[dimension] {
        if i > 0 {
            out.push_str(", ");
        }
        if !innermost {
            write_dimension(array, dimension + 1, next, out);
        } else {
            out.push_str(&format_element(array.element_type(), array.element_bytes(*next)));
            *next += 1;
        }
    }
    out.push_str(space);
    out.push('}');
}

/// The index along `dimension` of the next element.
fn counting_comment(array: &ArrayLiteral, dimension: usize, next: usize) -> String {
    let step: usize = array.dims()[dimension + 1..].iter().product();
    let index = next.checked_div(step).map_or(0, |count| count % array.dims()[dimension]);
    format!("/*i{dimension}={index}*/ ")
}

fn write_tuple(parts: &[Literal], limit: Option<usize>, out: &mut String) {
    out.push_str("( ");
    for (i, part) in parts.iter().enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        write_literal(part, limit, out);
    }
    out.push_str(" )");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(literal: impl Into<Literal>, limit: Option<usize>) -> String {
        let mut out = String::new();
        write_literal(&literal.into(), limit, &mut out);
        out
    }

    #[test]
    fn arrays_nest_braces() {
        let matrix = ArrayLiteral::from_slice(ElementType::S32, [2, 2], &[1, 2, 3, 4]);
        assert_eq!(text(matrix.clone(), None), "{ { 1, 2 }, { 3, 4 } }");
        assert_eq!(text(matrix.reshape([4]), None), "{1, 2, 3, 4}");
        assert_eq!(text(matrix.reshape([1, 4, 1]), None), "{ { {1}, {2}, {3}, {4} } }");
        assert_eq!(
            text(matrix.reshape([2, 1, 1, 2]), None),
            "{ { /*i0=0*/ { /*i1=0*/ { 1, 2 } } }, { /*i0=1*/ { /*i1=0*/ { 3, 4 } } } }"
        );
        assert_eq!(text(matrix, Some(3)), "{...}");
        assert_eq!(text(ArrayLiteral::from_slice::<f32>(ElementType::F32, [2, 0], &[]), None), "{ {}, {} }");
    }

    #[test]
    fn predicates_are_words_only_as_scalars() {
        let flags = ArrayLiteral::from_slice(ElementType::Pred, [2], &[1u8, 0]);
        assert_eq!(text(flags, None), "{1, 0}");
        assert_eq!(text(ArrayLiteral::scalar_integer(ElementType::Pred, 1), None), "true");
    }
}
