//! MLIR's quantized types, checked: the constraints are those that the specification gives their types.

use super::{Limits, Quantization, bounds};
use crate::frontend::mlir::quantized::{self, UniformType};
use crate::hlo::{Diagnostic, ElementType, LocationRef};
use melior::ir::Type;

type Check = Result<(), String>;

/// The quantization of an array of this element type and these dimensions, none where dynamic; `None` for element
/// types that are not quantized.
///
/// # Errors
/// Types that the specification does not have are unsupported; those that break a constraint are the program's fault.
pub fn read(of: Type, dims: &[Option<usize>], location: &LocationRef) -> Result<Option<Quantization>, Diagnostic> {
    if !quantized::is_quantized(of) {
        return Ok(None);
    }
    let Some(uniform) = quantized::uniform(of) else {
        let message = format!("{of}: only uniform quantization, for a whole array or along one dimension");
        return Err(Diagnostic::unsupported(message, location));
    };
    let outcome = quantization(uniform).and_then(|found| {
        c3_bounds_in_storage_type(&found)?;
        c5_c6_scales_in_expressed_type(&found)?;
        c7_zero_points_in_bounds(&found)?;
        c12_c13_dimension_in_array(&found, dims)?;
        Ok(found)
    });
    outcome.map(Some).map_err(|message| Diagnostic::program(format!("{of}: {message}"), location))
}

fn quantization(of: UniformType) -> Result<Quantization, String> {
    let axis = of.dimension.map(|dimension| usize::try_from(dimension).map_err(|_| negative_dimension(dimension)));
    Ok(Quantization {
        storage: storage_type(&of.storage.to_string(), of.is_signed)?,
        min: of.min,
        max: of.max,
        expressed: expressed_type(&of.expressed.to_string())?,
        axis: axis.transpose()?,
        scales: of.scales,
        zero_points: of.zero_points,
    })
}

/// C11.
fn negative_dimension(dimension: i32) -> String {
    format!("expected a quantization dimension of at least 0, found {dimension}")
}

/// MLIR writes unsigned storage as `u8` too, which is `i8` with a flag.
fn storage_type(name: &str, is_signed: bool) -> Result<ElementType, String> {
    let with_sign = if is_signed || name.starts_with('u') { name.to_owned() } else { format!("u{name}") };
    let found = ElementType::from_mlir_name(&with_sign).filter(|found| found.is_integer());
    found.ok_or_else(|| format!("expected an integer type of StableHLO as the storage, found {name}"))
}

fn expressed_type(name: &str) -> Result<ElementType, String> {
    let found = ElementType::from_mlir_name(name).filter(|found| Limits::of(*found).is_some());
    found.ok_or_else(|| format!("expected a floating-point type to be expressed, found {name}"))
}

fn c3_bounds_in_storage_type(found: &Quantization) -> Check {
    let (least, greatest) = bounds(found.storage);
    if least <= found.min && found.min < found.max && found.max <= greatest {
        return Ok(());
    }
    Err(format!("expected increasing bounds from {least} to {greatest}, found {} and {}", found.min, found.max))
}

/// Positive, finite, and neither too large nor too small for the expressed type (C4).
fn c5_c6_scales_in_expressed_type(found: &Quantization) -> Check {
    let Some(limits) = Limits::of(found.expressed) else { return Ok(()) };
    match found.scales.iter().find(|&&scale| !(scale >= limits.least && scale <= limits.greatest)) {
        None => Ok(()),
        Some(scale) => {
            let name = found.expressed.mlir_name();
            Err(format!(
                "expected a scale from {:e} to {:e}, the range of {name}, found {scale:e}",
                limits.least, limits.greatest
            ))
        }
    }
}

fn c7_zero_points_in_bounds(found: &Quantization) -> Check {
    match found.zero_points.iter().find(|&&point| point < found.min || point > found.max) {
        None => Ok(()),
        Some(point) => Err(format!("expected a zero point from {} to {}, found {point}", found.min, found.max)),
    }
}

fn c12_c13_dimension_in_array(found: &Quantization, dims: &[Option<usize>]) -> Check {
    let Some(axis) = found.axis else { return Ok(()) };
    let count = found.scales.len();
    match dims.get(axis) {
        None => Err(format!("expected a quantization dimension below {}, the rank, found {axis}", dims.len())),
        Some(&Some(size)) if size != count => {
            Err(format!("expected {size} scales, the size of dimension {axis}, found {count}"))
        }
        Some(_) => Ok(()),
    }
}
