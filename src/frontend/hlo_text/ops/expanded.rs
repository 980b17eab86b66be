//! Operations that are read as others, which say the same.
//!
//! Our IR knows values, not how they lie in memory: a `bitcast` says by layouts what reshapes and transposes say without
//! them.

use super::Table;
use crate::frontend::hlo_text::cursor::Outcome;
use crate::frontend::hlo_text::site::Site;
use crate::frontend::hlo_text::sizes::{dynamic_reshape, set_dimension_size};
use crate::hlo::{ArrayLiteral, ArrayShape, ElementType, Op, Shape};

pub const TABLE: Table = &[
    ("bitcast", bitcast),
    ("bitcast-convert", bitcast_convert),
    ("domain", domain),
    ("add-dependency", add_dependency),
    ("get-dimension-size", get_dimension_size),
    ("set-dimension-size", set_dimension_size),
    ("dynamic-reshape", dynamic_reshape),
];

/// The same memory under another shape: bring the elements in the order of memory, reshape, and bring them back.
fn bitcast(site: &mut Site) -> Outcome<Op> {
    site.drop_attributes(&["result_layout", "source_layout"]);
    let result = site.stated_array()?;
    let mut operand = site.operand_array(0)?.clone();
    if operand.checked_byte_size() != result.checked_byte_size() || operand.checked_byte_size().is_none() {
        return Err(site.error(format!("expected the size of {operand}, found {result}")));
    }
    if operand.element_type.bit_width() != result.element_type.bit_width() {
        operand = resized(site, &operand, result)?;
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

/// The operand's memory as a vector of elements of the result's size: several of each, or each of several.
fn resized(site: &mut Site, operand: &ArrayShape, result: &ArrayShape) -> Outcome<ArrayShape> {
    let (from, to) = (operand.element_type, result.element_type);
    let (from_bits, to_bits) = (from.bit_width(), to.bit_width());
    let are_bytes = from_bits.is_multiple_of(8) && to_bits.is_multiple_of(8) && !from.is_complex() && !to.is_complex();
    if !are_bytes || from_bits.max(to_bits) % from_bits.min(to_bits) != 0 {
        return Err(site.unsupported(format!("from {operand} to {result}, elements of another size, is not supported")));
    }
    let order = major_to_minor(operand);
    let (count, wider) = (result.element_count(), from_bits.max(to_bits) / from_bits.min(to_bits));
    let whole = if from_bits < to_bits { vec![count, wider] } else { vec![count / wider] };
    let operand = site.operands[0];
    site.operands[0] = site.build(|b| {
        let memory = b.transpose(operand, &order);
        let memory = b.reshape(memory, &whole);
        let converted = b.bitcast_convert(memory, to);
        b.reshape(converted, &[count])
    })?;
    Ok(ArrayShape::new(to, vec![count]))
}

/// XLA's booleans are bytes, and are read as others as such; here, as in StableHLO, they are bits.
fn bitcast_convert(site: &mut Site) -> Outcome<Op> {
    let (operand, result) = (site.operand_array(0)?.clone(), site.stated_array()?);
    if is_of_boolean_bytes(&operand, result) {
        let of_bytes = operand.with_element_type(ElementType::U8);
        site.operands[0] = site.add(Op::Convert, of_bytes, &[site.operands[0]]);
        return Ok(Op::BitcastConvert);
    }
    if is_of_boolean_bytes(result, &operand) {
        let of_bytes = result.with_element_type(ElementType::U8);
        site.operands[0] = site.add(Op::BitcastConvert, of_bytes, &[site.operands[0]]);
        return Ok(Op::Convert);
    }
    Ok(Op::BitcastConvert)
}

fn is_of_boolean_bytes(booleans: &ArrayShape, other: &ArrayShape) -> bool {
    let bits = other.element_type.bit_width();
    let dims = [&other.dims[..], &[bits / 8]].concat();
    booleans.element_type == ElementType::Pred
        && other.element_type != ElementType::Pred
        && bits.is_multiple_of(8)
        && booleans.dims == if bits == 8 { &other.dims[..] } else { &dims }
}

fn major_to_minor(array: &ArrayShape) -> Vec<usize> {
    array.layout.minor_to_major.iter().rev().copied().collect()
}

fn permuted(array: &ArrayShape, order: &[usize]) -> ArrayShape {
    ArrayShape::new(array.element_type, order.iter().map(|&d| array.dims[d]).collect::<Vec<_>>())
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
