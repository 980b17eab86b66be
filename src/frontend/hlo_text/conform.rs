//! What XLA's passes leave in a program on their way, and its parser takes: floats of several precisions around one
//! operation, and tuples of one result.
//!
//! The operation is done in the highest precision among its operands, and its result converted to what the text says.

use super::cursor::Outcome;
use super::site::Site;
use crate::hlo::infer;
use crate::hlo::op_class::{elementwise, indexing, movement};
use crate::hlo::{ArrayShape, ElementType, InstructionId, Op, Shape};

/// The operation, with operands that fit each other and a result as the text has it.
pub fn conform(site: &mut Site, op: Op) -> Outcome<Op> {
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
    let (last, own) = match stated {
        Shape::Array(part) if is_in_other_precision(site, &op, part) => (Op::Convert, own_result(site, &op, part)),
        Shape::Tuple(parts) if is_reduction(&op) && parts.len() == 1 => {
            (Op::Tuple, parts[0].as_array().and_then(|part| own_result(site, &op, part)))
        }
        Shape::Array(_) | Shape::Tuple(_) | Shape::Token => return Ok(op),
    };
    let part = stated.at(&[0]).unwrap_or(stated).as_array();
    let (Some(own), Some(part)) = (own, part) else { return Ok(op) };
    let differs = own.element_type != part.element_type;
    let is_wrong = if matches!(last, Op::Convert) { !differs || !own.element_type.is_float() } else { differs };
    if is_wrong || own.dims != part.dims {
        return Ok(op);
    }
    let shape = part.with_element_type(own.element_type);
    let operands = site.operands.clone();
    site.operands = vec![site.add(op, shape, &operands)];
    Ok(last)
}

/// Whether a float result can differ from what the operation gives, as some float among the operands does.
fn is_in_other_precision(site: &Site, op: &Op, part: &ArrayShape) -> bool {
    let is_plain = matches!(op, elementwise!() | movement!() | indexing!() | Op::Collective(_)) || is_reduction(op);
    is_plain
        && !matches!(op, Op::Convert | Op::BitcastConvert)
        && part.element_type.is_float()
        && (0..site.operands.len()).filter_map(|i| float_of(site, i)).any(|float| float != part.element_type)
}

/// The array that follows from the operands, where one does.
fn own_result(site: &Site, op: &Op, stated: &ArrayShape) -> Option<ArrayShape> {
    let stated = Shape::Array(stated.clone());
    let operands: Vec<&Shape> = site.operands.iter().map(|&id| site.computation.shape(id)).collect();
    let callees: Vec<_> = op.called_computations().into_iter().map(|id| site.computations.shape(id)).collect();
    infer::result_shape(op, &operands, &stated, &callees).ok()?.as_array().cloned()
}
