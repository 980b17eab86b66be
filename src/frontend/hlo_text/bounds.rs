//! Dimensions of any size, or of any up to a bound: `f32[?,3]`, `f32[<=8,3]`.
//!
//! Sizes are known here. A program whose parameters have bounds is read for arguments: those have sizes, and what is
//! computed from them has the sizes that follow. So too where the program cuts an array to a size that an argument says.

use super::cursor::{Cursor, Outcome};
use super::site::Site;
use super::syntax::{ComputationText, InstructionText};
use crate::hlo::{
    ArrayLiteral, ArrayShape, Diagnostic, Dimension, Op, PartialArray, PartialShape, PartialSignature, Shape,
};
use std::collections::BTreeSet;

/// What a computation is read for.
#[derive(Clone, Copy)]
pub enum Arguments<'a> {
    /// A called computation has those of its calls.
    OfCalls,
    /// One with open sizes is read for one call, which gives it these.
    OfCall(&'a [Shape]),
    /// An entry for any arguments: there may be no need for them.
    Unknown,
    /// An entry for these.
    Given(&'a [ArrayLiteral]),
}

/// What came of asking for arguments.
#[derive(Default)]
pub struct Asked {
    /// Numbers of those whose values decided on sizes.
    pub decisive: BTreeSet<usize>,
    /// They were needed, and unknown.
    pub are_missing: bool,
}

/// Whether a shape's text has bounds.
pub fn are_in(shape: &str) -> bool {
    shape.contains("<=") || shape.contains('?')
}

/// Whether a computation's text says that its parameters have bounds.
pub fn are_declared(computation: &ComputationText) -> bool {
    computation.instructions.iter().any(|text| text.opcode.text == "parameter" && text.bounds.is_some())
}

/// What a program declares of its arguments, where they decide on sizes.
pub fn signature(cursor: &Cursor, entry: &ComputationText) -> Outcome<PartialSignature> {
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
    Ok(PartialSignature {
        parameter_names: parameters.iter().map(|(.., name)| name.clone()).collect(),
        results: results.collect(),
        parameters: parameters.into_iter().map(|(_, array, _)| array).collect(),
    })
}

/// What the text of a parameter, or of another array, says of it.
pub fn declared(cursor: &Cursor, text: &InstructionText) -> Outcome<PartialArray> {
    let Some(array) = text.shape.as_ref().and_then(Shape::as_array) else {
        let location = cursor.location(text.name.at);
        return Err(Diagnostic::unsupported("a tuple or token where sizes are open", &location));
    };
    let Some(bounds) = &text.bounds else { return Ok(array.into()) };
    let mut within = cursor.within(bounds.clone());
    within.skip_until(b"[");
    let dims = within.list("[", "]", |cursor| match (cursor.eat("?"), cursor.eat("<=")) {
        (true, _) => Ok(Dimension::Unknown),
        (false, true) => cursor.index().map(Dimension::AtMost),
        (false, false) => cursor.index().map(Dimension::Known),
    });
    Ok(PartialArray { element_type: array.element_type, dims: Some(dims?) })
}

/// The shape of what a parameter with bounds is read for: an argument, or what a call gives.
pub fn parameter(site: &mut Site, number: usize) -> Outcome<Shape> {
    if let (Some(given), Some(stated)) = (site.given(number), &site.text.shape) {
        let wrong = || site.error(format!("expected a shape within {stated}, found {given}"));
        return is_within(given, stated).then(|| given.clone()).ok_or_else(wrong);
    }
    let argument = site.argument(number)?;
    let declared = declared(&site.cursor, site.text)?;
    declared.admits_dims(argument.dims()).map_err(|message| site.error(message))?;
    Ok(ArrayShape::new(declared.element_type, argument.dims()).into())
}

/// Whether sizes are no larger than stated ones, of which 0 stands for any.
fn is_within(given: &Shape, stated: &Shape) -> bool {
    match (given, stated) {
        (Shape::Array(given), Shape::Array(stated)) => {
            let mut sizes = given.dims.iter().zip(&stated.dims);
            given.element_type == stated.element_type
                && given.rank() == stated.rank()
                && sizes.all(|(given, stated)| *stated == 0 || given <= stated)
        }
        (Shape::Tuple(given), Shape::Tuple(stated)) => {
            given.len() == stated.len() && given.iter().zip(stated).all(|(given, stated)| is_within(given, stated))
        }
        (given, stated) => given.same_type(stated),
    }
}

/// What to take for the stated shape of a result that has bounds, with the sizes that follow from the operands.
///
/// # Errors
/// Sizes that do not follow from them.
pub fn stated(site: &Site, op: &Op, shape: &Shape) -> Outcome<Shape> {
    let Some(array) = shape.as_array() else { return Ok(shape.clone()) };
    if let Some(same) = unchanged(site, op) {
        return Ok(same);
    }
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

/// The shape of what an operation gives as something else gave it: an element of a tuple, what a computation gives, an
/// operand of which a call says something.
fn unchanged(site: &Site, op: &Op) -> Option<Shape> {
    let operand = site.computation.shape(*site.operands.first()?);
    if let Op::GetTupleElement { index } = op {
        return operand.at(&[*index]).cloned();
    }
    if matches!(op, Op::Call { .. } | Op::Fusion { .. } | Op::While { .. } | Op::Conditional { .. }) {
        // That of the computation.
        return site.text.shape.clone();
    }
    let is_note = matches!(op, Op::CustomCall(call) if &*call.target == "Sharding");
    is_note.then(|| operand.clone())
}
