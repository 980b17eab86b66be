//! Operations that are read as others, which say the same.
//!
//! Our IR knows values, not how they lie in memory: a `bitcast` says by layouts what reshapes and transposes say without
//! them. Nothing runs on its own here: an asynchronous start does the work, and its `done` takes the result out of
//! what the start returned.

use super::{Table, named};
use crate::frontend::hlo_text::bounds::set_dimension_size;
use crate::frontend::hlo_text::cursor::Outcome;
use crate::frontend::hlo_text::site::Site;
use crate::hlo::{ArrayLiteral, ArrayShape, ElementType, Op, Shape};

pub const TABLE: Table = &[
    ("bitcast", bitcast),
    ("copy-start", copy_start),
    ("copy-done", |_| Ok(Op::GetTupleElement { index: 0 })),
    ("async-start", async_start),
    ("domain", domain),
    ("add-dependency", add_dependency),
    ("get-dimension-size", get_dimension_size),
    ("set-dimension-size", set_dimension_size),
];

/// The same memory under another shape: bring the elements in the order of memory, reshape, and bring them back.
fn bitcast(site: &mut Site) -> Outcome<Op> {
    site.drop_attributes(&["result_layout", "source_layout"]);
    let result = site.stated_array()?;
    let mut operand = site.operand_array(0)?.clone();
    if operand.element_type.bit_width() != result.element_type.bit_width() {
        let message = format!("from {operand} to {result}, elements of another size, is not supported");
        return Err(site.unsupported(message));
    }
    if operand.checked_byte_size() != result.checked_byte_size() || operand.checked_byte_size().is_none() {
        return Err(site.error(format!("expected the size of {operand}, found {result}")));
    }
    if operand.element_type != result.element_type {
        operand.element_type = result.element_type;
        let same = operand.clone();
        site.operands[0] = site.add(Op::BitcastConvert, same, &[site.operands[0]]);
    }
    let (from, to) = (major_to_minor(&operand), major_to_minor(result));
    let (memory, wanted) = (permuted(&operand, &from), permuted(result, &to));
    let places: Vec<usize> = (0..to.len()).filter_map(|d| to.iter().position(|&other| other == d)).collect();
    if memory == wanted {
        let permutation: Vec<usize> = places.into_iter().map(|place| from[place]).collect();
        let is_identity = permutation.iter().copied().eq(0..permutation.len());
        return Ok(if is_identity { Op::Reshape } else { Op::Transpose { permutation } });
    }
    if !operand.layout.is_row_major() {
        site.operands[0] = site.add(Op::Transpose { permutation: from }, memory, &[site.operands[0]]);
    }
    if result.layout.is_row_major() {
        return Ok(Op::Reshape);
    }
    site.operands[0] = site.add(Op::Reshape, wanted, &[site.operands[0]]);
    Ok(Op::Transpose { permutation: places })
}

fn major_to_minor(array: &ArrayShape) -> Vec<usize> {
    array.layout.minor_to_major.iter().rev().copied().collect()
}

fn permuted(array: &ArrayShape, order: &[usize]) -> ArrayShape {
    ArrayShape::new(array.element_type, order.iter().map(|&d| array.dims[d]).collect::<Vec<_>>())
}

/// Gives the copy, the operand and a context.
fn copy_start(site: &mut Site) -> Outcome<Op> {
    site.drop_attributes(&["cross_program_prefetch_index"]);
    let operand = site.operand(0)?;
    let shape = site.computation.shape(operand).clone();
    let copy = site.add(Op::Copy, shape, &[operand]);
    site.operands = vec![copy, operand];
    add_contexts(site, 2)?;
    Ok(Op::Tuple)
}

fn async_start(site: &mut Site) -> Outcome<Op> {
    site.drop_attributes(&["output_to_operand_aliasing"]);
    let to_apply = site.computation("calls")?;
    started(site, Op::Call { to_apply })
}

/// `NAME-start`, `NAME-update` and `NAME-done` for operations that have no such names of their own.
pub fn is_asynchronous(opcode: &str) -> bool {
    let stem = ["-start", "-update", "-done"].into_iter().find_map(|suffix| opcode.strip_suffix(suffix));
    stem.is_some_and(|stem| !super::UNSUPPORTED.contains(&stem) && !super::UNSUPPORTED.contains(&opcode))
}

pub fn asynchronous(site: &mut Site) -> Outcome<Op> {
    match site.opcode().rsplit_once('-') {
        Some((stem, "start")) => {
            let op = named(stem, site)?;
            started(site, op)
        }
        Some((_, "update")) => {
            site.drop_attributes(&["calls"]);
            Ok(Op::OptimizationBarrier)
        }
        _ => {
            site.drop_attributes(&["calls"]);
            Ok(Op::GetTupleElement { index: 1 })
        }
    }
}

/// Does the work, and gives operands, result and contexts.
fn started(site: &mut Site, op: Op) -> Outcome<Op> {
    let result = match site.stated()?.at(&[1]) {
        Some(shape) => shape.clone(),
        None => return Err(site.error("expected a tuple of operands, result and context")),
    };
    let operands = std::mem::take(&mut site.operands);
    let work = site.add(op, result, &operands);
    let shapes = operands.iter().map(|&id| site.computation.shape(id).clone()).collect();
    let kept = site.add(Op::Tuple, Shape::Tuple(shapes), &operands);
    site.operands = vec![kept, work];
    add_contexts(site, 2)?;
    Ok(Op::Tuple)
}

/// What a runtime would wait on: zeros here.
pub(super) fn add_contexts(site: &mut Site, first: usize) -> Outcome {
    let parts = site.stated()?.as_tuple().unwrap_or_default();
    for part in parts.iter().skip(first) {
        let Some(array) = part.as_array().filter(|array| array.is_scalar()) else {
            return Err(site.error(format!("expected a context that is a scalar, found {part}")));
        };
        let context = site.add(Op::Constant(ArrayLiteral::zeros(array).into()), array.clone(), &[]);
        site.operands.push(context);
    }
    Ok(())
}

/// A border between shardings, across which nothing moves.
fn domain(site: &mut Site) -> Outcome<Op> {
    site.drop_attributes(&["domain"]);
    Ok(Op::OptimizationBarrier)
}

/// The first operand, not before the second.
fn add_dependency(site: &mut Site) -> Outcome<Op> {
    let operands = [site.operand(0)?, site.operand(1)?];
    let shape = Shape::Tuple(operands.map(|id| site.computation.shape(id).clone()).to_vec());
    let both = site.add(Op::Tuple, shape.clone(), &operands);
    site.operands = vec![site.add(Op::OptimizationBarrier, shape, &[both])];
    Ok(Op::GetTupleElement { index: 0 })
}

fn get_dimension_size(site: &mut Site) -> Outcome<Op> {
    let dimension = site.required_index_in_braces("dimensions")?;
    let array = site.operand_array(0)?;
    let Some(&size) = array.dims.get(dimension) else {
        return Err(site.error(format!("expected a dimension below {}, found {dimension}", array.rank())));
    };
    site.operands.clear();
    Ok(Op::Constant(ArrayLiteral::scalar_integer(ElementType::S32, size as i64).into()))
}
