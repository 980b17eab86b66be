//! Dimensions of any size up to a bound: `f32[<=8,3]`.
//!
//! Sizes are known here. A program whose parameters have bounds is read for arguments: those have sizes, and what is
//! computed from them has the sizes that follow. So too where the program cuts an array to a size that an argument says.

use super::cursor::{Cursor, Outcome};
use super::site::Site;
use super::syntax::{ComputationText, InstructionText};
use crate::hlo::{
    ArrayLiteral, ArrayShape, Diagnostic, Dimension, Literal, Op, PartialArray, PartialShape, PartialSignature, Shape,
};

/// Whether a shape's text has bounds.
pub fn are_in(shape: &str) -> bool {
    shape.contains("<=")
}

/// What a program declares of its arguments, where they decide on sizes.
pub fn signature(cursor: &Cursor, entry: &ComputationText) -> Outcome<Option<PartialSignature>> {
    let is_decided = |text: &InstructionText| {
        text.opcode.text == "set-dimension-size" || (text.opcode.text == "parameter" && text.bounds.is_some())
    };
    if !entry.instructions.iter().any(is_decided) {
        return Ok(None);
    }
    let mut parameters = Vec::new();
    for text in entry.instructions.iter().filter(|text| text.opcode.text == "parameter") {
        let number = cursor.within(text.operands.clone()).index()?;
        let name = text.name.text.trim_start_matches('%').to_owned();
        parameters.push((number, declared(cursor, text)?, name));
    }
    parameters.sort_by_key(|(number, ..)| *number);
    let results = entry.instructions.iter().filter(|text| text.is_root).filter_map(|text| text.shape.as_ref());
    let results = results.flat_map(|shape| match shape {
        Shape::Tuple(parts) => parts.iter().map(PartialShape::from).collect(),
        single @ (Shape::Array(_) | Shape::Token) => vec![PartialShape::from(single)],
    });
    Ok(Some(PartialSignature {
        parameter_names: parameters.iter().map(|(.., name)| name.clone()).collect(),
        results: results.collect(),
        parameters: parameters.into_iter().map(|(_, array, _)| array).collect(),
    }))
}

/// What the text of a parameter says of its array.
fn declared(cursor: &Cursor, text: &InstructionText) -> Outcome<PartialArray> {
    let Some(array) = text.shape.as_ref().and_then(Shape::as_array) else {
        return Err(cursor.error_at(text.name.at, "expected arrays beside a parameter that has bounds"));
    };
    let Some(bounds) = &text.bounds else { return Ok(array.into()) };
    let mut within = cursor.within(bounds.clone());
    within.skip_until(b"[");
    let dims = within.list("[", "]", |cursor| match cursor.eat("<=") {
        true => cursor.index().map(Dimension::AtMost),
        false => cursor.index().map(Dimension::Known),
    });
    Ok(PartialArray { element_type: array.element_type, dims: Some(dims?) })
}

/// The shape of the argument that a parameter with bounds is read for.
pub fn parameter(site: &Site, number: usize) -> Outcome<ArrayShape> {
    let Some(argument) = site.argument(number) else {
        return Err(site.unsupported("a size that is known only when the program runs, in a called computation"));
    };
    let declared = declared(&site.cursor, site.text)?;
    declared.admits_dims(argument.dims()).map_err(|message| site.error(message))?;
    Ok(ArrayShape::new(declared.element_type, argument.dims()))
}

/// What to take for the stated shape of a result that has bounds, with the sizes that follow from the operands.
///
/// # Errors
/// Sizes that do not follow from them.
pub fn stated(site: &Site, op: &Op, shape: &Shape) -> Outcome<Shape> {
    let Some(array) = shape.as_array() else { return Ok(shape.clone()) };
    let operand = site.operands.first().and_then(|&id| site.computation.shape(id).as_array());
    let bounded = declared(&site.cursor, site.text)?.dims.unwrap_or_default();
    let open: Vec<usize> = (0..bounded.len()).filter(|&d| bounded[d].size().is_none()).collect();
    let unknown = || site.unsupported("a size that does not follow from the operands");
    let mut dims = array.dims.clone();
    match (op, operand) {
        (Op::Broadcast { dimensions }, Some(operand)) => {
            for &d in &open {
                let from = dimensions.iter().position(|&dimension| dimension == d).ok_or_else(unknown)?;
                dims[d] = *operand.dims.get(from).ok_or_else(unknown)?;
            }
        }
        (Op::Reshape, Some(operand)) => {
            let [d] = open[..] else { return Err(unknown()) };
            dims[d] = 1;
            let others: usize = dims.iter().product();
            dims[d] = operand.element_count().checked_div(others).ok_or_else(unknown)?;
        }
        (Op::Iota { .. } | Op::Constant(_) | Op::Rng { .. } | Op::CustomCall(_), _) => return Err(unknown()),
        (_, Some(operand)) => dims.clone_from(&operand.dims),
        (_, None) => return Err(unknown()),
    }
    Ok(Shape::array(array.element_type, dims))
}

/// `(operand, size)`: the operand as far as the size goes, which is a constant's or an argument's.
pub fn set_dimension_size(site: &mut Site) -> Outcome<Op> {
    let dimension = site.required_index_in_braces("dimensions")?;
    let mut array = site.operand_array(0)?.clone();
    let size = known_size(site)?;
    let Some(&whole) = array.dims.get(dimension) else {
        return Err(site.error(format!("expected a dimension below {}, found {dimension}", array.rank())));
    };
    let outside = || {
        let message = format!("set-dimension-size: expected a size from 0 to {whole}, found {size}");
        Diagnostic::assertion(message, &site.location)
    };
    let size = usize::try_from(size).ok().filter(|&size| size <= whole).ok_or_else(outside)?;
    if let Some(Shape::Array(stated)) = &site.text.shape
        && site.text.bounds.is_none()
        && stated.dims == array.dims
        && size < whole
    {
        let message = format!("expected a result with the bound <={whole} in dimension {dimension}, found {stated}");
        return Err(site.error(message));
    }
    site.operands.truncate(1);
    array.dims[dimension] = size;
    let (starts, strides) = (vec![0; array.rank()], vec![1; array.rank()]);
    Ok(Op::Slice { starts, limits: array.dims, strides })
}

fn known_size(site: &mut Site) -> Outcome<i128> {
    let mut id = site.operand(1)?;
    loop {
        let value = match site.computation.op(id) {
            Op::Constant(Literal::Array(value)) => value.clone(),
            Op::Parameter { number } => match site.argument(*number).cloned() {
                Some(value) => {
                    site.decisive.insert(*number);
                    value
                }
                None => return Err(site.unsupported("a size that a called computation is given")),
            },
            Op::Convert | Op::Reshape | Op::Copy => {
                id = site.computation.operand(id, 0);
                continue;
            }
            _ => return Err(site.unsupported("a size that is computed")),
        };
        let is_integer = value.element_type().is_integer() && value.dims().iter().product::<usize>() == 1;
        return match is_integer {
            true => Ok(value.element_type().decode_integer(value.element_bytes(0))),
            false => Err(site.error(format!("expected a size that is one integer, found {}", value.shape()))),
        };
    }
}

/// The arguments that a program is read for.
pub type Arguments<'a> = Option<&'a [ArrayLiteral]>;
