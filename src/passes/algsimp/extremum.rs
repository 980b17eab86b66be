//! Rules about the greater and the smaller of two real numbers. Of zeros with both signs the positive one is the greater,
//! and NaN comes through. Complex numbers are left alone: where neither is above the other, the second is taken.

use super::Rule;
use crate::hlo::{BinaryOp, InstructionId, Op};
use crate::passes::graph::Graph;

pub(super) const RULES: &[Rule] = &[repeated, between_limits];

/// max(max(x, y), x) = max(x, y), and so for min
fn repeated(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let Op::Binary(op @ (BinaryOp::Maximum | BinaryOp::Minimum)) = *graph.op(id) else { return None };
    let [a, b] = graph.as_binary(id, op).filter(|&[a, _]| !graph.element_type(a).is_complex())?;
    let holds = |extremum, x| graph.as_binary(extremum, op).is_some_and(|operands| operands.contains(&x));
    if holds(a, b) { Some(a) } else { holds(b, a).then_some(b) }
}

/// min(max(x, a), b) = clamp(a, x, b) for constants
///
/// The definition of clamp. Where nothing else reads the maximum.
fn between_limits(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [inner, high] = graph.as_binary(id, BinaryOp::Minimum)?;
    let [x, low] = graph.as_binary(inner, BinaryOp::Maximum)?;
    let are_known = graph.splat(high).is_some() && graph.splat(low).is_some();
    let shape = graph.shape(id).clone();
    (are_known && graph.is_used_once(inner)).then(|| graph.add(Op::Clamp, shape, &[low, x, high]))
}

#[cfg(test)]
mod tests {
    use super::super::PASS;
    use super::*;
    use crate::hlo::ElementType;
    use crate::passes::testing::check;

    #[test]
    fn again() {
        for element_type in [ElementType::F32, ElementType::S32] {
            let build = |op: BinaryOp| {
                move |g: &mut Graph| {
                    let (x, y) = (g.parameter(0, element_type, &[13]), g.parameter(1, element_type, &[13]));
                    let once = g.binary(op, x, y);
                    g.binary(op, y, once)
                }
            };
            check(&PASS, build(BinaryOp::Maximum), "maximum(Arg_0, Arg_1)");
            check(&PASS, build(BinaryOp::Minimum), "minimum(Arg_0, Arg_1)");
        }
    }

    #[test]
    fn complex_numbers_stay() {
        let build = |g: &mut Graph| {
            let (x, y) = (g.parameter(0, ElementType::C64, &[13]), g.parameter(1, ElementType::C64, &[13]));
            let once = g.binary(BinaryOp::Maximum, x, y);
            g.binary(BinaryOp::Maximum, once, x)
        };
        check(&PASS, build, "maximum(maximum(Arg_0, Arg_1), Arg_0)");
    }

    #[test]
    fn limits_on_both_sides() {
        for (low, high) in [(-0.0, 0.0), (1.0, -1.0), (f32::NAN, 2.0)] {
            let build = |g: &mut Graph| {
                let (x, low, high) = (g.f32(0, &[13]), g.full(&[13], low), g.full(&[13], high));
                let raised = g.binary(BinaryOp::Maximum, x, low);
                g.binary(BinaryOp::Minimum, raised, high)
            };
            let [low, high] = [low, high].map(|limit| format!("broadcast[]f32[13]({limit})"));
            check(&PASS, build, &format!("clamp({low}, Arg_0, {high})"));
        }
    }
}
