//! `__cublas$gemm` and `__cublas$lt$matmul`: `activation(alpha * lhs·rhs + beta * addend + bias)`. Those of floats of eight
//! bits have factors of both operands beside these.

use super::{Activation, Config, Epilogue, computed, with_epilogue};
use crate::frontend::hlo_text::cursor::Outcome;
use crate::frontend::hlo_text::site::Site;
use crate::hlo::{DotDimensionNumbers, Op, Precision};
use serde_json::Value;

/// `(lhs, rhs)`, then the addend where `beta` is not 0, then the bias of the last dimensions where there is one.
pub fn matmul(site: &mut Site, config: &Config) -> Outcome<Option<Op>> {
    with_scales(site, config, 0)
}

/// The same with the factors of `lhs` and of `rhs` before the bias.
pub fn scaled_matmul(site: &mut Site, config: &Config) -> Outcome<Option<Op>> {
    with_scales(site, config, 2)
}

fn with_scales(site: &mut Site, config: &Config, scales: usize) -> Outcome<Option<Op>> {
    let config = config.part("gemm_backend_config");
    let (Some(dims), Some(epilogue)) = (dimensions(&config), epilogue(site, &config, scales)?) else {
        return Ok(None);
    };
    if site.operand_array(0)?.element_type != site.operand_array(1)?.element_type {
        return Ok(None);
    }
    let operands = [site.operand(0)?, site.operand(1)?];
    let op = Op::Dot { dims, precision: [Precision::Default; 2], algorithm: None };
    with_epilogue(site, op, operands, &epilogue)
}

fn epilogue(site: &Site, config: &Config, scales: usize) -> Outcome<Option<Epilogue>> {
    let numbers = [("alpha_real", 1.0), ("alpha_imag", 0.0), ("beta", 0.0)];
    let numbers = numbers.map(|(name, usual)| config.number(name, usual));
    let ([Some(factor), Some(0.0), Some(beta)], Some(rank)) = (numbers, computed(site)?.map(|array| array.rank()))
    else {
        return Ok(None);
    };
    let (has_bias, activation) = match config.word("epilogue").as_deref().unwrap_or("DEFAULT") {
        "DEFAULT" => (false, Activation::None),
        "RELU" => (false, Activation::Relu),
        "GELU" => (false, Activation::Gelu),
        "BIAS" => (true, Activation::None),
        "BIAS_RELU" => (true, Activation::Relu),
        "BIAS_GELU" => (true, Activation::Gelu),
        _ => return Ok(None),
    };
    let first_scale = 2 + usize::from(beta != 0.0);
    let bias = first_scale + scales;
    if site.operands.len() != bias + usize::from(has_bias) {
        return Ok(None);
    }
    let scales = site.operands[first_scale..bias].to_vec();
    let addend = if beta == 0.0 { None } else { Some((beta, site.operand(2)?)) };
    if !has_bias {
        return Ok(Some(Epilogue { factor, scales, addend, bias: None, activation }));
    }
    let first = rank.checked_sub(site.operand_array(bias)?.rank());
    let bias = site.operand(bias)?;
    Ok(first.map(|dimension| Epilogue { factor, scales, addend, bias: Some((bias, dimension)), activation }))
}

/// Nothing without them, or where they are no indices.
fn dimensions(config: &Config) -> Option<DotDimensionNumbers> {
    let numbers = config.field("dot_dimension_numbers")?.as_object()?;
    let index = |value: &Value| {
        value.as_u64().or_else(|| value.as_str()?.parse().ok()).and_then(|index| usize::try_from(index).ok())
    };
    let list = |name: &str| match numbers.get(name) {
        None => Some(Vec::new()),
        Some(values) => values.as_array()?.iter().map(index).collect(),
    };
    Some(DotDimensionNumbers {
        lhs_batch: list("lhs_batch_dimensions")?,
        rhs_batch: list("rhs_batch_dimensions")?,
        lhs_contracting: list("lhs_contracting_dimensions")?,
        rhs_contracting: list("rhs_contracting_dimensions")?,
    })
}
