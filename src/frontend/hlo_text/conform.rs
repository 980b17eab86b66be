//! What XLA's passes leave in a program on their way, and its parser takes: floats of several precisions around one
//! operation, and tuples of one result.
//!
//! The operation is done in the highest precision among its operands, and its result converted to what the text says.

use super::cursor::Outcome;
use super::site::Site;
use super::sizes;
use crate::hlo::infer;
use crate::hlo::op_class::{elementwise, indexing, movement};
use crate::hlo::{ArrayShape, ElementType, InstructionId, Op, Shape};

/// The operation, with operands that fit each other and a result as the text has it.
pub fn conform(site: &mut Site, op: Op) -> Outcome<Op> {
    raise_to_region(site, &op);
    if matches!(op, elementwise!()) && site.text.bounds.is_some() {
        sizes::fit(site)?;
    }
    if is_reduction(&op) {
        let arrays = site.operands.len() / 2;
        (0..arrays).for_each(|i| follow(site, i + arrays, i));
    } else if matches!(op, Op::Pad { .. } | Op::DynamicUpdateSlice) {
        follow(site, 1, 0);
    } else if matches!(op, elementwise!() | Op::Concatenate { .. }) {
        raise_to_highest(site);
    }
    restate(site, op)
}

fn is_reduction(op: &Op) -> bool {
    matches!(op, Op::Reduce { .. } | Op::ReduceWindow { .. })
}

/// Converts what a computation combines to the wider floats that it combines.
fn raise_to_region(site: &mut Site, op: &Op) {
    let (to_apply, arrays, updates) = match (op, site.operands.len()) {
        (Op::Reduce { to_apply, .. } | Op::ReduceWindow { to_apply, .. }, count) => (*to_apply, count / 2, count / 2),
        (Op::Scatter { to_apply, .. }, count) => (*to_apply, count / 2, count / 2 + 1),
        _ => return,
    };
    for (i, parameter) in site.computations.shape(to_apply).parameters.iter().enumerate().take(arrays) {
        let own = float_of(site, i).map(ElementType::bit_width);
        let combined = parameter.as_array().map(|array| array.element_type).filter(|float| float.is_float());
        if let Some(wide) = combined.filter(|wide| own.is_some_and(|own| own < wide.bit_width())) {
            for operand in [i, i + updates] {
                if float_of(site, operand).is_some() {
                    convert(site, operand, wide);
                }
            }
        }
    }
}

/// Converts an operand to the float type of another.
fn follow(site: &mut Site, operand: usize, other: usize) {
    if let (Some(float), Some(_)) = (float_of(site, other), float_of(site, operand)) {
        convert(site, operand, float);
    }
}

/// Converts floats to the widest among them; where two are equally wide, nothing is above both.
fn raise_to_highest(site: &mut Site) {
    let floats: Vec<ElementType> = (0..site.operands.len()).filter_map(|i| float_of(site, i)).collect();
    let Some(&widest) = floats.iter().max_by_key(|float| float.bit_width()) else { return };
    if floats.iter().all(|&float| float == widest || float.bit_width() < widest.bit_width()) {
        for i in 0..site.operands.len() {
            if float_of(site, i).is_some() {
                convert(site, i, widest);
            }
        }
    }
}

fn float_of(site: &Site, operand: usize) -> Option<ElementType> {
    let array = site.computation.shape(*site.operands.get(operand)?).as_array()?;
    Some(array.element_type).filter(|element_type| element_type.is_float())
}

fn convert(site: &mut Site, operand: usize, element_type: ElementType) {
    let id: InstructionId = site.operands[operand];
    let array = site.computation.shape(id).expect_array();
    if array.element_type != element_type {
        let shape = array.with_element_type(element_type);
        site.operands[operand] = site.add(Op::Convert, shape, &[id]);
    }
}

/// Converts the result where the text states it in another precision, or puts it in the tuple that is stated.
fn restate(site: &mut Site, op: Op) -> Outcome<Op> {
    let Some(stated) = site.text.shape.as_ref().filter(|_| site.text.bounds.is_none()) else { return Ok(op) };
    match stated {
        Shape::Array(part) if is_in_other_precision(site, &op, part) => restate_array(site, op, part),
        Shape::Tuple(parts) if is_reduction(&op) && parts.len() == 1 => put_in_tuple(site, op, &parts[0]),
        Shape::Tuple(parts) if combines(&op) => restate_parts(site, op, parts),
        Shape::Array(_) | Shape::Tuple(_) | Shape::Token => Ok(op),
    }
}

/// What has a result for each array that it combines.
fn combines(op: &Op) -> bool {
    is_reduction(op) || matches!(op, Op::Scatter { .. } | Op::Collective(_))
}

fn restate_array(site: &mut Site, op: Op, part: &ArrayShape) -> Outcome<Op> {
    let own = own_result(site, &op, &part.clone().into());
    let Some(own) = own.as_ref().and_then(Shape::as_array).filter(|own| differs_in_precision(own, part)) else {
        return Ok(op);
    };
    let operands = site.operands.clone();
    site.operands = vec![site.add(op, part.with_element_type(own.element_type), &operands)];
    Ok(Op::Convert)
}

fn put_in_tuple(site: &mut Site, op: Op, part: &Shape) -> Outcome<Op> {
    if !own_result(site, &op, part).is_some_and(|own| own.same_type(part)) {
        return Ok(op);
    }
    let operands = site.operands.clone();
    site.operands = vec![site.add(op, part.clone(), &operands)];
    Ok(Op::Tuple)
}

/// Each of several results in its own precision.
fn restate_parts(site: &mut Site, op: Op, parts: &[Shape]) -> Outcome<Op> {
    let own = own_result(site, &op, &Shape::Tuple(parts.to_vec()));
    let Some(own) = own.filter(|own| own.as_tuple().is_some_and(|own| own.len() == parts.len())) else {
        return Ok(op);
    };
    let differs = |(own, part): (&Shape, &Shape)| match (own.as_array(), part.as_array()) {
        (Some(own), Some(part)) => differs_in_precision(own, part),
        _ => false,
    };
    if !own.as_tuple().unwrap_or_default().iter().zip(parts).any(differs) {
        return Ok(op);
    }
    let operands = site.operands.clone();
    let whole = site.add(op, own, &operands);
    site.operands = site.build(|b| {
        let values = b.untuple(whole).into_iter().zip(parts);
        values.map(|(value, part)| part.as_array().map_or(value, |part| b.convert(value, part.element_type))).collect()
    })?;
    Ok(Op::Tuple)
}

fn differs_in_precision(own: &ArrayShape, stated: &ArrayShape) -> bool {
    own.dims == stated.dims
        && own.element_type != stated.element_type
        && own.element_type.is_float()
        && stated.element_type.is_float()
}

/// Whether a float result can differ from what the operation gives, as some float among the operands does.
fn is_in_other_precision(site: &Site, op: &Op, part: &ArrayShape) -> bool {
    let is_plain = matches!(op, elementwise!() | movement!() | indexing!()) || combines(op);
    is_plain
        && !matches!(op, Op::Convert | Op::BitcastConvert)
        && part.element_type.is_float()
        && (0..site.operands.len()).filter_map(|i| float_of(site, i)).any(|float| float != part.element_type)
}

/// The result that follows from the operands, where one does.
fn own_result(site: &Site, op: &Op, stated: &Shape) -> Option<Shape> {
    let operands: Vec<&Shape> = site.operands.iter().map(|&id| site.computation.shape(id)).collect();
    let callees: Vec<_> = op.called_computations().into_iter().map(|id| site.computations.shape(id)).collect();
    infer::result_shape(op, &operands, stated, &callees).ok()
}
