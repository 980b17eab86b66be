//! From integers to numbers and back, as HLO. What the specification calls `dequantize` and `quantize`.

use super::Quantization;
use crate::hlo::{Builder, ElementType, InstructionId, UnaryOp};

/// `(x - zero_points) * scales`, in the expressed type.
pub fn dequantize(builder: &mut Builder, x: InstructionId, from: &Quantization) -> InstructionId {
    dequantize_in(builder, x, from, from.expressed)
}

/// [`dequantize`] to another floating-point type.
pub fn dequantize_in(
    builder: &mut Builder,
    x: InstructionId,
    from: &Quantization,
    float: ElementType,
) -> InstructionId {
    let difference = difference(builder, x, from);
    let number = builder.convert(difference, float);
    let scales = spread(builder, from, from.scale_literal(float), x);
    builder.multiply(number, scales)
}

/// `x - zero_points`, in a signed type that holds the difference; without zero points `x` itself.
///
/// The specification subtracts in the storage type, where the difference may not fit; that is not what it means by
/// "the corresponding floating-point value".
pub fn difference(builder: &mut Builder, x: InstructionId, from: &Quantization) -> InstructionId {
    if from.is_symmetric() {
        return x;
    }
    let wide = if from.storage.bit_width() <= 16 { ElementType::S32 } else { ElementType::S64 };
    let x = builder.convert(x, wide);
    let zero_points = spread(builder, from, from.zero_point_literal(wide), x);
    builder.subtract(x, zero_points)
}

/// `convert(round_nearest_even(clamp(min, x / scales + zero_points, max)))`, in the type of `x`.
///
/// NaN becomes what conversion makes of it: 0, or the bound of the storage next to 0.
pub fn quantize(builder: &mut Builder, x: InstructionId, to: &Quantization) -> InstructionId {
    let float = builder.element_type(x);
    let scales = spread(builder, to, to.scale_literal(float), x);
    let value = builder.divide(x, scales);
    let value = add_zero_points(builder, value, to);
    let value = clamp(builder, value, to);
    let value = builder.unary(UnaryOp::RoundNearestEven, value);
    let integer = builder.convert(value, to.storage);
    if is_bounded_by(float, to) { integer } else { clamp(builder, integer, to) }
}

/// Whether clamping numbers of this type bounds what they are converted to: they hold the bounds, or saturate at them,
/// and 0, which NaN becomes, lies between them.
fn is_bounded_by(float: ElementType, to: &Quantization) -> bool {
    let storage = to.storage;
    let [least, greatest] = [storage.least(), storage.greatest()].map(|bytes| storage.decode_integer(&bytes));
    let is_kept = |bound: i64| {
        let number = float.decode_float(&float.encode_float(bound as f64));
        (number as i128).clamp(least, greatest) == i128::from(bound)
    };
    (to.min..=to.max).contains(&0) && is_kept(to.min) && is_kept(to.max)
}

/// `x + zero_points`, in the type of `x`; without zero points `x` itself.
pub fn add_zero_points(builder: &mut Builder, x: InstructionId, to: &Quantization) -> InstructionId {
    if to.is_symmetric() {
        return x;
    }
    let zero_points = spread(builder, to, to.zero_point_literal(builder.element_type(x)), x);
    builder.add_values(x, zero_points)
}

/// Into the bounds of the storage.
pub fn clamp(builder: &mut Builder, x: InstructionId, to: &Quantization) -> InstructionId {
    let element_type = builder.element_type(x);
    let [min, max] = [to.min, to.max].map(|bound| builder.scalar_integer(element_type, bound));
    builder.clamp(min, x, max)
}

/// Constants of a quantization in an array of the dimensions of `like`.
fn spread(
    builder: &mut Builder,
    of: &Quantization,
    literal: crate::hlo::ArrayLiteral,
    like: InstructionId,
) -> InstructionId {
    let dims = builder.dims(like);
    let constant = builder.constant(literal);
    match of.axis {
        Some(axis) => builder.broadcast(constant, &dims, &[axis]),
        None => builder.splat(constant, &dims),
    }
}
