//! Sizes that values decide on: those of constants and arguments, and what is computed from these.

use super::bounds;
use super::cursor::Outcome;
use super::site::Site;
use crate::frontend::small::{is_cheap, is_small};
use crate::hlo::evaluator::{Context, evaluate_op};
use crate::hlo::{
    self, ArrayLiteral, ArrayShape, Diagnostic, Diagnostics, ElementType, InstructionId, Literal, Module, Op,
    PaddingDimension, Shape,
};
use std::collections::{BTreeSet, HashMap};

/// Instructions behind a size; beyond this it is refused.
const MAX_NEEDED: usize = 1000;

/// `(operand, size)`: the operand as far as the size goes.
pub fn set_dimension_size(site: &mut Site) -> Outcome<Op> {
    let dimension = site.required_index_in_braces("dimensions")?;
    let mut array = site.operand_array(0)?.clone();
    let Some(&whole) = array.dims.get(dimension) else {
        return Err(site.error(format!("expected a dimension below {}, found {dimension}", array.rank())));
    };
    // The elements beyond a size are gone, which XLA only hides.
    let bound = site.text.shape.as_ref().and_then(Shape::as_array).and_then(|stated| stated.dims.get(dimension));
    let size = size(site, 1, bound.map_or(whole, |&bound| bound.max(whole)))?;
    if size > whole {
        return Err(site.unsupported(format!("the size {size} of dimension {dimension}, of which {whole} are left")));
    }
    site.operands.truncate(1);
    array.dims[dimension] = size;
    // The text may leave out that its size is a bound.
    site.shape = Some(Shape::Array(array.clone()));
    Ok(first(array))
}

/// `(operand, size of dimension 0, size of dimension 1, …)`: all elements of the operand, in an array of these sizes.
pub fn dynamic_reshape(site: &mut Site) -> Outcome<Op> {
    let declared = bounds::declared(&site.cursor, site.text)?;
    let rank = declared.dims.as_ref().map_or(0, Vec::len);
    expect_sizes(site, rank)?;
    let dims = (1..=rank).map(|operand| size(site, operand, usize::MAX)).collect::<Outcome<Vec<_>>>()?;
    let array = ArrayShape::new(declared.element_type, dims);
    let operand = site.operand_array(0)?;
    let is_whole = operand.with_element_type(array.element_type).checked_byte_size() == array.checked_byte_size();
    let wrong = match declared.admits_dims(&array.dims) {
        Err(message) => Some(message),
        Ok(()) => (!is_whole).then(|| format!("expected the elements of {operand}, found sizes of {array}")),
    };
    if let Some(message) = wrong {
        return Err(Diagnostic::assertion(format!("dynamic-reshape: {message}"), &site.location));
    }
    site.operands.truncate(1);
    site.shape = Some(Shape::Array(array));
    Ok(Op::Reshape)
}

/// An array of a known size in one of the size that the result says, and the sizes, as XLA's call has it. Around the
/// elements are zeros, whose values mean nothing.
pub fn pad_to_static(site: &mut Site) -> Outcome<Option<Op>> {
    let [operand] = site.operands[..] else { return Ok(None) };
    let (Some([Shape::Array(whole), sizes @ ..]), Some(array)) =
        (site.stated()?.as_tuple(), site.computation.shape(operand).as_array().cloned())
    else {
        return Ok(None);
    };
    let fits = array.rank() == whole.rank() && array.dims.iter().zip(&whole.dims).all(|(size, whole)| size <= whole);
    let scalar = Shape::scalar(ElementType::S32);
    if !fits || sizes.len() != array.rank() || sizes.iter().any(|size| !size.same_type(&scalar)) {
        return Err(site.error(format!("expected the elements of {array} and the sizes of its dimensions")));
    }
    site.operands = site.build(|b| {
        let zero = b.constant(ArrayLiteral::zeros(&ArrayShape::scalar(array.element_type)));
        let high = array.dims.iter().zip(&whole.dims).map(|(size, whole)| (whole - size) as i64);
        let padding = high.map(|high| PaddingDimension { low: 0, high, interior: 0 }).collect();
        let padded = b.pad(operand, zero, padding);
        let sizes = array.dims.iter().map(|&size| b.scalar_integer(ElementType::S32, size as i64));
        [padded].into_iter().chain(sizes).collect()
    })?;
    Ok(Some(Op::Tuple))
}

/// `(operand, size of dimension 0, …)`: the operand as far as the sizes go, as XLA's call has it.
pub fn slice_to_dynamic(site: &mut Site) -> Outcome<Option<Op>> {
    let mut array = site.operand_array(0)?.clone();
    expect_sizes(site, array.rank())?;
    for d in 0..array.rank() {
        array.dims[d] = size(site, d + 1, array.dims[d])?;
    }
    site.operands.truncate(1);
    site.shape = Some(Shape::Array(array.clone()));
    Ok(Some(first(array)))
}

/// Elementwise operands of one rank whose open sizes differ, as XLA fits them: what has one element along a dimension is
/// repeated; of others, what is beyond the smallest is left out.
pub fn fit(site: &mut Site) -> Outcome {
    let dims: Option<Vec<Vec<usize>>> =
        site.operands.iter().map(|&id| site.computation.shape(id).as_array().map(|array| array.dims.clone())).collect();
    let Some(dims) = dims else { return Ok(()) };
    let Some(rank) = dims.first().map(Vec::len).filter(|rank| dims.iter().all(|dims| dims.len() == *rank)) else {
        return Ok(());
    };
    let smallest = |d: usize| dims.iter().map(|dims| dims[d]).filter(|&size| size != 1).min().unwrap_or(1);
    let sizes: Vec<usize> = (0..rank).map(smallest).collect();
    for (operand, dims) in dims.iter().enumerate().filter(|(_, dims)| **dims != sizes) {
        let id = site.operands[operand];
        site.operands[operand] = site.build(|b| {
            let limits: Vec<usize> = dims.iter().zip(&sizes).map(|(&size, &fitted)| size.min(fitted)).collect();
            let cut = b.slice(id, &vec![0; rank], &limits, &vec![1; rank]);
            let kept: Vec<usize> = (0..rank).filter(|&d| limits[d] == sizes[d]).collect();
            let cut = b.reshape(cut, &kept.iter().map(|&d| limits[d]).collect::<Vec<_>>());
            b.broadcast(cut, &sizes, &kept)
        })?;
    }
    Ok(())
}

fn expect_sizes(site: &Site, rank: usize) -> Outcome {
    match site.operands.len() == rank + 1 {
        true => Ok(()),
        false => Err(site.error(format!("expected an array and {rank} sizes, found {} operands", site.operands.len()))),
    }
}

/// The first elements of an array, as many as the shape has.
fn first(array: ArrayShape) -> Op {
    Op::Slice { starts: vec![0; array.rank()], strides: vec![1; array.rank()], limits: array.dims }
}

/// The value of an operand that is a size up to a bound.
fn size(site: &mut Site, operand: usize, bound: usize) -> Outcome<usize> {
    let value = value(site, operand)?;
    let is_integer = value.element_type().is_integer() && value.shape().element_count() == 1;
    if !is_integer {
        return Err(site.error(format!("expected a size that is one integer, found {}", value.shape())));
    }
    let size = value.element_type().decode_integer(value.element_bytes(0));
    let outside = || {
        let message = format!("{}: expected a size from 0 to {bound}, found {size}", site.opcode());
        Diagnostic::assertion(message, &site.location)
    };
    usize::try_from(size).ok().filter(|&size| size <= bound).ok_or_else(outside)
}

/// The value of an operand that constants and arguments decide on.
fn value(site: &mut Site, operand: usize) -> Outcome<ArrayLiteral> {
    let id = site.operand(operand)?;
    let module = Module::new("");
    let mut values: HashMap<InstructionId, Literal> = HashMap::new();
    for id in needed(site, id)? {
        let instruction = site.computation.get(id).clone();
        let value = match &instruction.op {
            Op::Parameter { number } => Literal::Array(site.deciding_argument(*number)?.clone()),
            op if is_cheap(op) && is_small(&instruction.shape) && op.called_computations().is_empty() => {
                hlo::verify_instruction(&module, site.computation, id).map_err(first_of)?;
                let operands: Vec<&Literal> = instruction.operands().iter().map(|id| &values[id]).collect();
                let computed = evaluate_op(op, &operands, &instruction.shape, &Context::new(&module));
                computed.map_err(|_| site.unsupported("a size that is computed"))?
            }
            _ => return Err(site.unsupported("a size that is computed")),
        };
        values.insert(id, value);
    }
    let value = values.remove(&id).and_then(|value| value.as_array().cloned());
    value.ok_or_else(|| site.error("expected sizes that are integers"))
}

fn first_of(findings: Diagnostics) -> Diagnostic {
    let unknown = || Diagnostic::unsupported("a size that is computed", &None);
    findings.0.into_iter().next().unwrap_or_else(unknown)
}

/// An instruction and all that it is computed from, operands first.
fn needed(site: &Site, id: InstructionId) -> Outcome<BTreeSet<InstructionId>> {
    let (mut needed, mut open) = (BTreeSet::from([id]), vec![id]);
    while let Some(id) = open.pop() {
        let operands = site.computation.get(id).operands().iter();
        open.extend(operands.filter(|&&operand| needed.insert(operand)));
        if needed.len() > MAX_NEEDED {
            return Err(site.unsupported("a size that is computed"));
        }
    }
    Ok(needed)
}
