//! Matrix products and convolutions.

use super::Table;
use crate::frontend::hlo_text::cursor::{Cursor, Outcome};
use crate::frontend::hlo_text::site::{Site, keyword};
use crate::frontend::hlo_text::window;
use crate::hlo::{DotAlgorithm, DotDimensionNumbers, DotPrecisionType, ElementType, Op, Precision};

pub const TABLE: Table = &[("dot", dot), ("convolution", convolution)];

fn dot(site: &mut Site) -> Outcome<Op> {
    if site.take("sparsity").is_some() {
        return Err(site.unsupported("sparse operands are not supported"));
    }
    let dims = DotDimensionNumbers {
        lhs_batch: site.indices("lhs_batch_dims")?,
        rhs_batch: site.indices("rhs_batch_dims")?,
        lhs_contracting: site.indices("lhs_contracting_dims")?,
        rhs_contracting: site.indices("rhs_contracting_dims")?,
    };
    Ok(Op::Dot { dims, precision: precision(site)?, algorithm: algorithm(site)? })
}

fn convolution(site: &mut Site) -> Outcome<Op> {
    Ok(Op::Convolution {
        window: site.value("window", window::window)?.unwrap_or_default(),
        dims: site.required("dim_labels", window::dim_labels)?,
        feature_group_count: site.index_or("feature_group_count", 1)?,
        batch_group_count: site.index_or("batch_group_count", 1)?,
        precision: precision(site)?,
    })
}

/// `{highest,default}`
fn precision(site: &mut Site) -> Outcome<[Precision; 2]> {
    let words = [
        ("default", Precision::Default),
        ("high", Precision::High),
        ("highest", Precision::Highest),
        // Bits of sub-byte operands packed into wider ones: an operand type that dots here do not have.
        ("packed_nibble", Precision::Default),
    ];
    let list = |cursor: &mut Cursor| cursor.list("{", "}", |cursor| keyword(cursor, &words));
    let both = site.value("operand_precision", list)?.unwrap_or_default();
    match both[..] {
        [] => Ok([Precision::Default; 2]),
        [lhs, rhs, ..] => Ok([lhs, rhs]),
        [_] => Err(site.error("expected a precision for each of 2 operands, found one")),
    }
}

/// `dot_bf16_bf16_f32_x3`
fn algorithm(site: &mut Site) -> Outcome<Option<DotAlgorithm>> {
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
