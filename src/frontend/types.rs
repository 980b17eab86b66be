//! MLIR types as shapes.

use super::{mlir, quantization};
use crate::hlo::{Diagnostic, Dimension, ElementType, LocationRef, PartialArray, PartialShape, Shape};
use melior::ir::Type;

/// The shape of a value of this type; of a quantized array, that of its integers.
///
/// # Errors
/// Those of [`declared`], and types with unknown dimensions.
pub fn shape(of: Type, location: &LocationRef) -> Result<Shape, Diagnostic> {
    let declared = declared(of, location)?;
    declared
        .complete()
        .ok_or_else(|| Diagnostic::program(format!("expected a static shape, found {declared}"), location))
}

/// What this type says about the shape of a value; of a quantized array, about that of its integers.
///
/// # Errors
/// Types that StableHLO does not have, and arrays larger than memory can be, are the program's fault.
pub fn declared(of: Type, location: &LocationRef) -> Result<PartialShape, Diagnostic> {
    if let Some((dims, element)) = mlir::ranked_tensor(of) {
        return array(of, dims, element, location).map(PartialShape::Array);
    }
    if let Some(element) = mlir::unranked_tensor(of) {
        let element_type = element_type(element, location)?;
        return Ok(PartialShape::Array(PartialArray { element_type, dims: None }));
    }
    if let Some(parts) = mlir::tuple(of) {
        return parts
            .into_iter()
            .map(|part| declared(part, location))
            .collect::<Result<_, _>>()
            .map(PartialShape::Tuple);
    }
    if let Some(parts) = mlir::future(of) {
        return promised(parts, location);
    }
    match of.to_string() {
        token if token == "!stablehlo.token" => Ok(PartialShape::Token),
        other => Err(Diagnostic::program(format!("expected a type of StableHLO, found {other}"), location)),
    }
}

/// What a future will be: one value, or a tuple of several.
fn promised(parts: Vec<Type>, location: &LocationRef) -> Result<PartialShape, Diagnostic> {
    match parts[..] {
        [only] => declared(only, location),
        _ => parts.into_iter().map(|part| declared(part, location)).collect::<Result<_, _>>().map(PartialShape::Tuple),
    }
}

fn array(
    of: Type,
    sizes: Vec<Option<usize>>,
    element: Type,
    location: &LocationRef,
) -> Result<PartialArray, Diagnostic> {
    let element_type = match quantization::read(element, &sizes, location)? {
        Some(quantization) => quantization.storage,
        None => element_type(element, location)?,
    };
    let bounds = bounds(of, sizes.len(), location)?;
    let dims = sizes.into_iter().zip(bounds).map(|pair| match pair {
        (Some(size), _) => Dimension::Known(size),
        (None, Some(bound)) => Dimension::AtMost(bound),
        (None, None) => Dimension::Unknown,
    });
    let array = PartialArray { element_type, dims: Some(dims.collect()) };
    if array.complete().is_some_and(|shape| shape.checked_byte_size().is_none()) {
        let message = format!("{of} has more bytes than memory can have");
        return Err(Diagnostic::program(message, location));
    }
    Ok(array)
}

/// `#stablehlo.bounds<4, ?>`: the largest size of each dimension, where one is given.
fn bounds(of: Type, rank: usize, location: &LocationRef) -> Result<Vec<Option<usize>>, Diagnostic> {
    let encoding = mlir::encoding(of).map(|encoding| encoding.to_string()).unwrap_or_default();
    let inside = encoding.strip_prefix("#stablehlo.bounds<").and_then(|rest| rest.strip_suffix('>'));
    let Some(inside) = inside else { return Ok(vec![None; rank]) };
    let items: Vec<&str> = inside.split(',').map(str::trim).filter(|item| !item.is_empty()).collect();
    let bound = |item: &&str| if *item == "?" { Some(None) } else { item.parse().ok().map(Some) };
    let bounds: Option<Vec<Option<usize>>> = items.iter().map(bound).collect();
    bounds.filter(|bounds| bounds.len() == rank).ok_or_else(|| {
        Diagnostic::program(format!("expected a bound or ? for each of {rank} dimensions, found {encoding}"), location)
    })
}

fn element_type(of: Type, location: &LocationRef) -> Result<ElementType, Diagnostic> {
    let name = of.to_string();
    if name == "index" {
        return Ok(ElementType::S64);
    }
    ElementType::from_mlir_name(&name)
        .ok_or_else(|| Diagnostic::program(format!("expected an element type of StableHLO, found {name}"), location))
}
