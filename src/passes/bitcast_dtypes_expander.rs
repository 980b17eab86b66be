//! `bitcast_dtypes_expander`: takes numbers apart into narrower ones, and puts them together, by shifts.
//!
//! That is what `bitcast-convert` between types of different widths means; the lowest bits come first. Native code
//! reads the same bytes as another type, so that the pipeline `cpu` leaves this pass out.

use super::Pass;
use super::expand::expand_all;
use crate::hlo::{
    BinaryOp, Builder, ComputationId, Diagnostics, ElementType, Instruction, InstructionId, Module, Op, reducer,
};

pub const PASS: Pass = Pass {
    name: "bitcast_dtypes_expander",
    description: "Takes numbers apart into narrower ones, and puts them together, by shifts.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    expand_all(module, expand)
}

fn expand(module: &mut Module, owner: ComputationId, id: InstructionId) -> Result<Option<InstructionId>, Diagnostics> {
    let instruction = module.computation(owner).get(id).clone();
    if !matches!(instruction.op, Op::BitcastConvert) {
        return Ok(None);
    }
    let x = instruction.operands()[0];
    let (from, to) = (module.computation(owner).get(x).array().element_type, instruction.array().element_type);
    let (Some(wide_from), Some(wide_to)) = (unsigned(from), unsigned(to)) else { return Ok(None) };
    if wide_from == wide_to {
        return Ok(None);
    }
    let or = module.add_computation(reducer(BinaryOp::Or, wide_to));
    let mut b = Builder::new(module.computation_mut(owner), &instruction.location);
    let bits = b.bitcast_convert(x, wide_from);
    let parts = match wide_from.bit_width() > wide_to.bit_width() {
        true => apart(&mut b, bits, wide_to, &instruction),
        false => together(&mut b, bits, wide_to, or),
    };
    let value = b.bitcast_convert(parts, to);
    b.finish()?;
    Ok(Some(value))
}

/// The unsigned integer of a type's width; complex numbers and floats of six bits have none.
fn unsigned(element_type: ElementType) -> Option<ElementType> {
    match element_type.bit_width() {
        _ if element_type.is_complex() || element_type == ElementType::Pred => None,
        2 => Some(ElementType::U2),
        4 => Some(ElementType::U4),
        8 => Some(ElementType::U8),
        16 => Some(ElementType::U16),
        32 => Some(ElementType::U32),
        64 => Some(ElementType::U64),
        _ => None,
    }
}

/// Part `i` along a new last dimension is bits >> (i · width), cut to the width.
fn apart(b: &mut Builder, bits: InstructionId, part: ElementType, result: &Instruction) -> InstructionId {
    let dims = &result.array().dims;
    let kept: Vec<usize> = (0..dims.len() - 1).collect();
    let repeated = b.broadcast(bits, dims, &kept);
    let shifts = shifts(b, repeated, part);
    let shifted = b.binary(BinaryOp::ShiftRightLogical, repeated, shifts);
    b.convert(shifted, part)
}

/// The parts along the last dimension, part `i` << (i · width), joined.
fn together(b: &mut Builder, parts: InstructionId, whole: ElementType, or: ComputationId) -> InstructionId {
    let part = b.element_type(parts);
    let wide = b.convert(parts, whole);
    let shifts = shifts(b, wide, part);
    let shifted = b.binary(BinaryOp::ShiftLeft, wide, shifts);
    let (none, last) = (b.scalar(whole, 0.0), b.dims(shifted).len() - 1);
    b.reduce(shifted, none, &[last], or)
}

/// i · width of a part, for every place `i` of the last dimension.
fn shifts(b: &mut Builder, like: InstructionId, part: ElementType) -> InstructionId {
    let dims = b.dims(like);
    let places = b.iota(b.element_type(like), &dims, dims.len() - 1);
    let width = b.full_like(places, part.bit_width() as f64);
    b.multiply(places, width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::Shape;
    use crate::passes::graph::Graph;
    use crate::passes::testing::check;

    fn cast(from: (ElementType, &[usize]), to: (ElementType, &[usize]), expected: &str) {
        let build = |g: &mut Graph| {
            let x = g.parameter(0, from.0, from.1);
            g.add(Op::BitcastConvert, Shape::array(to.0, to.1), &[x])
        };
        check(&PASS, build, expected);
    }

    #[test]
    fn apart_and_together() {
        let shifts = |t: &str, width: &str| format!("multiply(iota[1]{t}[3,2](), broadcast[]{t}[3,2]({width}))");
        let word = "broadcast[0]u32[3,2](bitcast-convertu32[3](Arg_0))";
        let halves = format!("convertu16[3,2](shift-right-logical({word}, {}))", shifts("u32", "u32 [10, 0, 0, 0]"));
        cast((ElementType::F32, &[3]), (ElementType::BF16, &[3, 2]), &format!("bitcast-convertbf16[3,2]({halves})"));
        let shifted = format!("shift-left(convertu8[3,2](bitcast-convertu4[3,2](Arg_0)), {})", shifts("u8", "u8 [4]"));
        cast(
            (ElementType::U4, &[3, 2]),
            (ElementType::S8, &[3]),
            &format!("bitcast-converts8[3](reduce[1]({shifted}, u8 [0]))"),
        );
    }

    #[test]
    fn equal_widths_stay() {
        cast((ElementType::F32, &[3]), (ElementType::S32, &[3]), "bitcast-converts32[3](Arg_0)");
    }
}
