//! `scaled-dot`, and the custom calls by which JAX asks for it: products of operands whose blocks have factors.

use super::Table;
use super::contraction::{algorithm, common_type, dimensions, of_one_type, precision};
use super::library_call::{Config, gives};
use crate::frontend::hlo_text::cursor::Outcome;
use crate::frontend::hlo_text::site::Site;
use crate::hlo::{ArrayShape, BinaryOp, DotDimensionNumbers, ElementType, InstructionId, Op, Precision, Shape};

pub const TABLE: Table = &[("scaled-dot", scaled_dot)];

/// `(lhs, rhs, lhs scale, rhs scale)`: the product of the operands, each of whose blocks has a factor.
fn scaled_dot(site: &mut Site) -> Outcome<Op> {
    let dims = dimensions(site)?;
    let op = Op::Dot { dims, precision: precision(site)?, algorithm: algorithm(site)? };
    let operands = (scaled(site, 0, 2)?, scaled(site, 1, 3)?);
    product(site, op, operands)
}

fn product(site: &mut Site, op: Op, (lhs, rhs): (InstructionId, InstructionId)) -> Outcome<Op> {
    let (lhs, rhs, operand_type) = of_one_type(site, lhs, rhs);
    let result = site.stated_array()?;
    let computed = common_type(operand_type, result.element_type);
    site.operands = vec![lhs, rhs];
    if computed == result.element_type {
        return Ok(op);
    }
    let product = site.add(op, result.with_element_type(computed), &[lhs, rhs]);
    site.operands = vec![product];
    Ok(Op::Convert)
}

/// An operand times the factors of its blocks; a scalar factor says that there are none.
fn scaled(site: &mut Site, operand: usize, factors: usize) -> Outcome<InstructionId> {
    let (array, scale) = (site.operand_array(operand)?.clone(), site.operand_array(factors)?.clone());
    let (operand, factors) = (site.operand(operand)?, site.operand(factors)?);
    if scale.is_scalar() {
        return Ok(operand);
    }
    let fits = |(size, blocks): (&usize, &usize)| *blocks > 0 && size.is_multiple_of(*blocks);
    if array.rank() != scale.rank() || !array.dims.iter().zip(&scale.dims).all(fits) {
        return Err(site.error(format!("expected factors of blocks that divide {array}, found {scale}")));
    }
    let (operand, factors, element_type) = of_one_type(site, operand, factors);
    let blocks = array.dims.iter().zip(&scale.dims).flat_map(|(size, blocks)| [*blocks, size / blocks]);
    let blocks = ArrayShape::new(element_type, blocks.collect::<Vec<_>>());
    let dimensions = (0..array.rank()).map(|dimension| 2 * dimension).collect();
    let repeated = site.add(Op::Broadcast { dimensions }, blocks, &[factors]);
    let scaled = ArrayShape::new(element_type, array.dims);
    let factors = site.add(Op::Reshape, scaled.clone(), &[repeated]);
    Ok(site.add(Op::Binary(BinaryOp::Multiply), scaled, &[operand, factors]))
}

/// `__op$block_scaled_dot` of `(lhs, rhs, lhs scale)`, then a scale of `rhs`, then one of the product: of the last
/// dimensions, in batches where there are three.
pub fn block_scaled_dot(site: &mut Site, config: &Config) -> Outcome<Option<Op>> {
    let (count @ 3..=5, rank @ 2..=3) = (site.operands.len(), site.operand_array(0)?.rank()) else { return Ok(None) };
    let Some(block) = config.part("block_scaled_dot_backend_config").number("block_size", 0.0) else { return Ok(None) };
    let batch: Vec<usize> = (0..rank - 2).collect();
    let dims = DotDimensionNumbers {
        lhs_batch: batch.clone(),
        rhs_batch: batch,
        lhs_contracting: vec![rank - 1],
        rhs_contracting: vec![rank - 1],
    };
    let op = Op::Dot { dims, precision: [Precision::Default; 2], algorithm: None };
    let of_floats = |array: &ArrayShape| array.with_element_type(ElementType::F32);
    let factors = [site.operand_array(0)?, site.operand_array(1)?].map(|array| Shape::Array(of_floats(array)));
    if !gives(&op, [&factors[0], &factors[1]], &of_floats(site.stated_array()?)) {
        return Ok(None);
    }
    let Ok(lhs) = block_scaled(site, (0, 2), block as usize) else { return Ok(None) };
    let rhs = if count > 3 { block_scaled(site, (1, 3), block as usize) } else { site.operand(1) };
    let Ok(rhs) = rhs else { return Ok(None) };
    let global = site.operands.get(4).copied();
    let product = product(site, op, (lhs, rhs))?;
    let Some(global) = global else { return Ok(Some(product)) };
    let result = site.stated_array()?;
    let operands = site.operands.clone();
    let product = site.add(product, result.clone(), &operands);
    let global = site.add(Op::Broadcast { dimensions: Vec::new() }, result.clone(), &[global]);
    site.operands = vec![product, global];
    Ok(Some(Op::Binary(BinaryOp::Multiply)))
}

/// `__op$dequantize` of `(values, scale)`
pub fn dequantize(site: &mut Site, _config: &Config) -> Outcome<Option<Op>> {
    let result = site.stated_array()?;
    if site.operand_array(0)?.dims != result.dims {
        return Ok(None);
    }
    let Ok(value) = scaled(site, 0, 1) else { return Ok(None) };
    site.operands = vec![value];
    let is_right = site.computation.get(value).array().element_type == result.element_type;
    Ok(Some(if is_right { Op::Copy } else { Op::Convert }))
}

/// An operand times its factors, of which there may be more than it needs: for blocks of the last dimension, of a size
/// that is stated where it is not 0.
fn block_scaled(site: &mut Site, (operand, factors): (usize, usize), block: usize) -> Outcome<InstructionId> {
    let (array, scale) = (site.operand_array(operand)?, site.operand_array(factors)?.clone());
    let mut needed = array.dims.clone();
    if let (Some(last), Some(&blocks)) = (needed.last_mut(), scale.dims.last()) {
        *last = if block == 0 { blocks } else { last.div_ceil(block) };
    }
    let has_more =
        needed.len() == scale.rank() && needed.iter().zip(&scale.dims).all(|(needed, found)| needed <= found);
    if has_more && needed[..] != scale.dims[..] {
        let ones = vec![1; needed.len()];
        let given = site.operand(factors)?;
        site.operands[factors] = site.build(|b| b.slice(given, &vec![0; needed.len()], &needed, &ones))?;
    }
    scaled(site, operand, factors)
}
