//! `comparison-expander`: writes comparisons in the total order of floats as comparisons of integers.
//!
//! Native code compares floats in the total order by itself, so that the pipeline `cpu` leaves this pass out. Types
//! whose zero or NaN comes in one sign only, and those without an integer of their width, stay.

use super::Pass;
use super::expand::expand_all;
use crate::hlo::{
    BinaryOp, Builder, ComparisonOrder, ComputationId, Diagnostics, ElementType, InstructionId, Module, Op,
};

pub const PASS: Pass = Pass {
    name: "comparison-expander",
    description: "Writes comparisons in the total order of floats as comparisons of integers.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    expand_all(module, expand)
}

fn expand(module: &mut Module, owner: ComputationId, id: InstructionId) -> Result<Option<InstructionId>, Diagnostics> {
    let computation = module.computation_mut(owner);
    let Op::Compare { direction, order: ComparisonOrder::Total } = *computation.op(id) else { return Ok(None) };
    let [x, y] = [0, 1].map(|index| computation.operand(id, index));
    let Some(integer) = integer_of(computation.get(x).array().element_type) else { return Ok(None) };
    let location = computation.get(id).location.clone();
    let mut b = Builder::new(computation, &location);
    let [x, y] = [x, y].map(|value| rank(&mut b, value, integer));
    let result = b.compare(direction, x, y);
    b.finish()?;
    Ok(Some(result))
}

/// The signed integer with the bits of a float that has a sign and a magnitude.
fn integer_of(float: ElementType) -> Option<ElementType> {
    match float.bit_width() {
        _ if !float.has_negative_nan() => None,
        4 => Some(ElementType::S4),
        8 => Some(ElementType::S8),
        16 => Some(ElementType::S16),
        32 => Some(ElementType::S32),
        64 => Some(ElementType::S64),
        _ => None,
    }
}

/// An integer that orders as the float does: for negative ones a larger magnitude comes first, so that all bits but the
/// sign are complemented.
fn rank(b: &mut Builder, value: InstructionId, integer: ElementType) -> InstructionId {
    let bits = b.bitcast_convert(value, integer);
    let (sign, one) = (b.full_like(bits, integer.bit_width() as f64 - 1.0), b.full_like(bits, 1.0));
    let signs = b.binary(BinaryOp::ShiftRightArithmetic, bits, sign);
    let magnitude = b.binary(BinaryOp::ShiftRightLogical, signs, one);
    b.binary(BinaryOp::Xor, bits, magnitude)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::ComparisonDirection;
    use crate::passes::graph::Graph;
    use crate::passes::testing::check;

    fn compared(element_type: ElementType, order: ComparisonOrder, expected: &str) {
        let build = |g: &mut Graph| {
            let (x, y) = (g.parameter(0, element_type, &[13]), g.parameter(1, element_type, &[13]));
            g.compare(ComparisonDirection::Lt, order, x, y)
        };
        check(&PASS, build, expected);
    }

    #[test]
    fn total_order() {
        let rank = |x: &str| {
            let bits = format!("bitcast-convert{}({x})", "s32[13]");
            let repeated = |c: i32| format!("broadcast[]s32[13]({c})");
            let signs = format!("shift-right-arithmetic({bits}, {})", repeated(31));
            format!("xor({bits}, shift-right-logical({signs}, {}))", repeated(1))
        };
        compared(
            ElementType::F32,
            ComparisonOrder::Total,
            &format!("compare[Lt]({}, {})", rank("Arg_0"), rank("Arg_1")),
        );
    }

    #[test]
    fn other_comparisons_stay() {
        compared(ElementType::F32, ComparisonOrder::Partial, "compare[Lt](Arg_0, Arg_1)");
        compared(ElementType::F8E4M3FNUZ, ComparisonOrder::Total, "compare[Lt](Arg_0, Arg_1)");
    }
}
