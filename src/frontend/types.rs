//! MLIR types as shapes.

use super::{mlir, quantization};
use crate::hlo::{ArrayShape, Diagnostic, ElementType, LocationRef, Shape};
use melior::ir::Type;

/// The shape of a value of this type; of a quantized array, that of its integers.
///
/// # Errors
/// Dynamic types are unsupported; other types that StableHLO does not have, and arrays larger than memory can be, are
/// the program's fault.
pub fn shape(of: Type, location: &LocationRef) -> Result<Shape, Diagnostic> {
    if let Some((dims, element)) = mlir::ranked_tensor(of) {
        return array(of, dims, element, location).map(Shape::Array);
    }
    if let Some(parts) = mlir::tuple(of) {
        return parts.into_iter().map(|part| shape(part, location)).collect::<Result<_, _>>().map(Shape::Tuple);
    }
    match of.to_string() {
        token if token == "!stablehlo.token" => Ok(Shape::Token),
        unranked if unranked.starts_with("tensor<*") => Err(dynamic(&unranked, location)),
        future if future.starts_with("!stablehlo.future") => {
            Err(Diagnostic::unsupported(format!("asynchronous values, such as {future}"), location))
        }
        other => Err(Diagnostic::program(format!("expected a type of StableHLO, found {other}"), location)),
    }
}

fn dynamic(of: &str, location: &LocationRef) -> Diagnostic {
    Diagnostic::unsupported(format!("dynamic shapes, such as {of}"), location)
        .with_note("export the program with static shapes")
}

fn array(of: Type, dims: Vec<Option<usize>>, element: Type, location: &LocationRef) -> Result<ArrayShape, Diagnostic> {
    let element_type = match quantization::read(element, &dims, location)? {
        Some(quantization) => quantization.storage,
        None => element_type(element, location)?,
    };
    let Some(dims) = dims.into_iter().collect::<Option<Vec<usize>>>() else {
        return Err(dynamic(&of.to_string(), location));
    };
    let shape = ArrayShape::new(element_type, dims);
    if shape.checked_byte_size().is_none() {
        let message = format!("{of} has more bytes than memory can have");
        return Err(Diagnostic::program(message, location));
    }
    Ok(shape)
}

fn element_type(of: Type, location: &LocationRef) -> Result<ElementType, Diagnostic> {
    let name = of.to_string();
    if name == "index" {
        return Ok(ElementType::S64);
    }
    ElementType::from_mlir_name(&name)
        .ok_or_else(|| Diagnostic::program(format!("expected an element type of StableHLO, found {name}"), location))
}
