//! Matrix products and convolutions.

use super::Table;
use crate::frontend::hlo_text::cursor::{Cursor, Outcome};
use crate::frontend::hlo_text::site::{Site, keyword};
use crate::frontend::hlo_text::window;
use crate::hlo::{
    DotAlgorithm, DotDimensionNumbers, DotPrecisionType, ElementType, InstructionId, Op, Precision, Shape,
};
use std::cmp::Ordering;

pub const TABLE: Table = &[("dot", dot), ("convolution", convolution)];

fn dot(site: &mut Site) -> Outcome<Op> {
    if site.take("sparsity").is_some() {
        return Err(site.unsupported("sparse operands are not supported"));
    }
    let op = Op::Dot { dims: dimensions(site)?, precision: precision(site)?, algorithm: algorithm(site)? };
    of_operands(site, op)
}

/// A product of both operands, which may be of two types, and of floats where the result is stated as integers.
pub(super) fn of_operands(site: &mut Site, op: Op) -> Outcome<Op> {
    let types = [operand_type(site, 0)?, operand_type(site, 1)?];
    if types[0] != types[1] {
        let both = type_of_both(types, site.stated_array()?.element_type);
        site.operands = vec![converted(site, site.operands[0], both), converted(site, site.operands[1], both)];
    }
    let stated = site.text.shape.as_ref().and_then(Shape::as_array);
    let are_integers = stated.is_some_and(|result| result.element_type.is_integer());
    if !types[0].is_float() || !types[1].is_float() || !are_integers {
        return Ok(op);
    }
    let result = site.stated_array()?;
    let product = site.add(op, result.with_element_type(ElementType::F32), &site.operands.clone());
    site.operands = vec![product];
    Ok(Op::Convert)
}

/// The type that operands of two types are multiplied in: that of the result, unless floats overflow in it or are lost,
/// as they may be in one of eight bits and less.
fn type_of_both([a, b]: [ElementType; 2], result: ElementType) -> ElementType {
    let are_floats = a.is_float() && b.is_float() && (result.is_float() || result.is_integer());
    let is_wider = result.is_float()
        && !result.is_minifloat()
        && a.bit_width().max(b.bit_width()) < result.bit_width()
        && ![a, b].iter().any(|&operand| overflows(operand, result));
    if are_floats && !is_wider { common_type(a, b) } else { result }
}

pub(super) fn dimensions(site: &mut Site) -> Outcome<DotDimensionNumbers> {
    Ok(DotDimensionNumbers {
        lhs_batch: site.indices("lhs_batch_dims")?,
        rhs_batch: site.indices("rhs_batch_dims")?,
        lhs_contracting: site.indices("lhs_contracting_dims")?,
        rhs_contracting: site.indices("rhs_contracting_dims")?,
    })
}

pub(super) fn of_one_type(
    site: &mut Site,
    a: InstructionId,
    b: InstructionId,
) -> (InstructionId, InstructionId, ElementType) {
    let element_type = |id| site.computation.get(id).array().element_type;
    let common = common_type(element_type(a), element_type(b));
    (converted(site, a, common), converted(site, b, common), common)
}

/// The wider of two types, and at least `bf16`; `f32` for two that are as wide, and where the other overflows in it.
pub(super) fn common_type(a: ElementType, b: ElementType) -> ElementType {
    match a.bit_width().cmp(&b.bit_width()) {
        _ if overflows(a, b) || overflows(b, a) => ElementType::F32,
        _ if a.bit_width().max(b.bit_width()) < 16 => ElementType::BF16,
        _ if a == b => a,
        Ordering::Equal => ElementType::F32,
        Ordering::Less => b,
        Ordering::Greater => a,
    }
}

/// Whether a narrow float has numbers beyond those of another type: the powers of two of a scale, in `f16`.
fn overflows(narrow: ElementType, wide: ElementType) -> bool {
    (narrow, wide) == (ElementType::F8E8M0FNU, ElementType::F16)
}

fn converted(site: &mut Site, id: InstructionId, to: ElementType) -> InstructionId {
    let array = site.computation.get(id).array().clone();
    if array.element_type == to { id } else { site.add(Op::Convert, array.with_element_type(to), &[id]) }
}

fn convolution(site: &mut Site) -> Outcome<Op> {
    site.drop_attributes(&["convolution_kind"]);
    if site.take("sparsity_config").is_some() {
        return Err(site.unsupported("sparse operands are not supported"));
    }
    let op = Op::Convolution {
        window: site.value("window", window::window)?.unwrap_or_default(),
        dims: site.required("dim_labels", window::dim_labels)?,
        feature_group_count: site.index_or("feature_group_count", 1)?,
        batch_group_count: site.index_or("batch_group_count", 1)?,
        precision: precision(site)?,
    };
    of_operands(site, op)
}

/// `{highest,default}`
pub(super) fn precision(site: &mut Site) -> Outcome<[Precision; 2]> {
    // Bits of sub-byte operands packed into wider ones: an operand type that dots here do not have.
    let packed = &[("packed_nibble", Precision::Default)];
    let words = [Precision::HLO_WORDS, Precision::MLIR_WORDS, packed].concat();
    let list = |cursor: &mut Cursor| cursor.list("{", "}", |cursor| keyword(cursor, &words));
    let both = site.value("operand_precision", list)?.unwrap_or_default();
    match both[..] {
        [] => Ok([Precision::Default; 2]),
        [lhs, rhs, ..] => Ok([lhs, rhs]),
        [_] => Err(site.error("expected a precision for each of 2 operands, found one")),
    }
}

/// `dot_bf16_bf16_f32_x3`
pub(super) fn algorithm(site: &mut Site) -> Outcome<Option<DotAlgorithm>> {
    let operands = [operand_type(site, 0)?, operand_type(site, 1)?];
    let Some(attribute) = site.take("algorithm") else { return Ok(None) };
    let name = site.cursor.text(attribute.value.clone());
    if name == "dot_unset" {
        return Ok(None);
    }
    let read = name.strip_prefix("dot_").and_then(|parts| parse_algorithm(parts, operands));
    read.map(Some).ok_or_else(|| {
        let message = format!("`{name}` is no dot algorithm (dot_bf16_bf16_f32_x3, …)");
        site.cursor.error_at(attribute.value.start, message)
    })
}

fn operand_type(site: &Site, index: usize) -> Outcome<ElementType> {
    site.operand_array(index).map(|array| array.element_type)
}

/// Operand types, accumulator, and the number of products where it is not one.
fn parse_algorithm(name: &str, operands: [ElementType; 2]) -> Option<DotAlgorithm> {
    let (name, allow_imprecise_accumulation) = match name.strip_suffix("_fast_accum") {
        Some(name) => (name, true),
        None => (name, false),
    };
    let (lhs_precision, rest) = precision_type(name, operands[0])?;
    let (rhs_precision, rest) = precision_type(rest, operands[1])?;
    let (accumulation, products) = rest.split_once("_x").unwrap_or((rest, "1"));
    Some(DotAlgorithm {
        lhs_precision,
        rhs_precision,
        accumulation: ElementType::from_hlo_name(accumulation)?,
        lhs_components: 1,
        rhs_components: 1,
        primitive_operations: products.parse().ok()?,
        allow_imprecise_accumulation,
    })
}

/// The first type in a name, and what follows it. `any_f8` is what the operand has.
fn precision_type(name: &str, operand: ElementType) -> Option<(DotPrecisionType, &str)> {
    if let Some(rest) = name.strip_prefix("any_f8_") {
        let any = if operand.is_minifloat() { operand } else { ElementType::F8E4M3FN };
        return Some((DotPrecisionType::Element(any), rest));
    }
    let (first, rest) = name.split_once('_')?;
    let precision = match first {
        "tf32" => DotPrecisionType::Tf32,
        other => DotPrecisionType::Element(ElementType::from_hlo_name(other)?),
    };
    Some((precision, rest))
}
